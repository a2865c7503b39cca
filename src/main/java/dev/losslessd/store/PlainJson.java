package dev.losslessd.store;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Text and tokens of the state folder's JSON. It streams, without databinding, which would cost a
 * start 100 ms. Other characters than those of ASCII are escaped: half a surrogate pair, too, reads
 * back as it was, and no line shows a terminal what it does not hold.
 */
final class PlainJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private PlainJson() {}

  /** What is read from a text, at its first token. */
  @FunctionalInterface
  interface Reading<T> {
    T of(JsonParser in);
  }

  static byte[] bytes(Type type, Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    write(bytes, type, value);
    return bytes.toByteArray();
  }

  static void write(OutputStream to, Type type, Object value) {
    try (JsonGenerator out = generator(to)) {
      RecordJson.of(type).write(out, value);
    }
  }

  /** One that leaves the stream open. */
  static JsonGenerator generator(OutputStream to) {
    return FACTORY.createGenerator(ObjectWriteContext.empty(), new Open(to));
  }

  static JsonParser parser(InputStream from) {
    return FACTORY.createParser(ObjectReadContext.empty(), from);
  }

  static JsonParser parser(byte[] text) {
    return FACTORY.createParser(ObjectReadContext.empty(), text);
  }

  /**
   * Reads a value and nothing behind it.
   *
   * @param where for the message
   * @throws StoreException anything else is there
   */
  static Object read(byte[] text, Type type, String where) {
    return read(
        text,
        where,
        in -> {
          Object value = RecordJson.of(type).read(in);
          if (in.nextToken() != null) {
            throw new IllegalArgumentException("surplus text");
          }
          return value;
        });
  }

  static <T> T read(byte[] text, String where, Reading<T> reading) {
    try (JsonParser in = parser(text)) {
      return read(in, where, reading);
    }
  }

  static <T> T read(JsonParser in, String where, Reading<T> reading) {
    try {
      in.nextToken();
      return reading.of(in);
    } catch (JacksonException e) {
      throw new StoreException(where + " makes no sense: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException
        | DateTimeException
        | ArithmeticException
        | ClassCastException
        | NullPointerException e) {
      String field = in.streamReadContext().pathAsPointer().toString();
      throw new StoreException(
          where + " makes no sense" + (field.isEmpty() ? "" : " at " + field) + ": " + text(e), e);
    }
  }

  private static String text(RuntimeException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /**
   * Reads the text of a field.
   *
   * @param in at its name; afterwards at the name of the next one
   */
  static String field(JsonParser in, String name) {
    if (in.currentToken() != JsonToken.PROPERTY_NAME || !in.currentName().equals(name)) {
      throw new IllegalArgumentException("expected field '" + name + "'");
    }
    in.nextToken();
    RecordJson.require(in, JsonToken.VALUE_STRING);
    String text = in.getString();
    in.nextToken();
    return text;
  }

  static void write(JsonGenerator out, Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach((name, one) -> {
          out.writeName(String.valueOf(name));
          write(out, one);
        });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(one -> write(out, one));
        out.writeEndArray();
      }
      case String text -> out.writeString(text);
      case Boolean flag -> out.writeBoolean(flag);
      case Number number -> out.writeNumber(number.longValue());
      default -> throw new IllegalStateException("no JSON for " + value.getClass());
    }
  }

  private static Object value(JsonParser in) {
    return switch (in.currentToken()) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> list(in);
      case VALUE_STRING -> in.getString();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw new IllegalArgumentException("expected a value");
    };
  }

  /**
   * @param in at its begin; at its end afterwards
   */
  static Map<String, Object> object(JsonParser in) {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      if (fields.put(name, value(in)) != null) {
        throw new IllegalArgumentException("field '" + name + "' is there twice");
      }
    }
    return fields;
  }

  private static List<Object> list(JsonParser in) {
    List<Object> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(in));
    }
    return items;
  }

  private static final class Open extends FilterOutputStream {
    Open(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
