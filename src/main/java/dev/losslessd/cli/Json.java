package dev.losslessd.cli;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * Documents to and from text. It streams: Jackson's databinding alone would take 100 ms of a
 * command that takes 200.
 */
final class Json {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();

  private Json() {}

  /**
   * @throws tools.jackson.core.JacksonException for anything but one JSON value
   */
  static JsonValue parse(String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      return parser.nextToken() == null ? JsonValue.NOTHING : JsonValue.of(value(parser));
    }
  }

  /**
   * @throws tools.jackson.core.JacksonException for anything but one YAML document; JSON is YAML
   */
  static JsonValue parseYaml(String text) {
    YAMLFactory yaml = YAMLFactory.builder().build();
    try (JsonParser parser = yaml.createParser(ObjectReadContext.empty(), text)) {
      return parser.nextToken() == null ? JsonValue.NOTHING : JsonValue.of(value(parser));
    }
  }

  /** Returns the value as one line of JSON. */
  static String compact(JsonValue jsonValue) {
    return text(FACTORY, ObjectWriteContext.empty(), jsonValue);
  }

  static String pretty(JsonValue jsonValue) {
    return text(FACTORY, new Indented(), jsonValue) + "\n";
  }

  static String yaml(JsonValue jsonValue) {
    YAMLFactory yaml =
        YAMLFactory.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .build();
    String text = text(yaml, ObjectWriteContext.empty(), jsonValue);
    return text.endsWith("\n") ? text : text + "\n";
  }

  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      return new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }

  private static @Nullable Object value(JsonParser parser) {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("JSON token " + token + " where a value was expected");
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(parser));
    }
    return fields;
  }

  private static List<@Nullable Object> list(JsonParser parser) {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return items;
  }

  private static String text(
      TokenStreamFactory factory, ObjectWriteContext context, JsonValue jsonValue) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = factory.createGenerator(context, text)) {
      write(generator, jsonValue.raw());
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, @Nullable Object value) {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach((name, field) -> {
          out.writeName(String.valueOf(name));
          write(out, field);
        });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(item -> write(out, item));
        out.writeEndArray();
      }
      case String string -> out.writeString(string);
      case Boolean flag -> out.writeBoolean(flag);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case BigInteger number -> out.writeNumber(number);
      case BigDecimal number -> out.writeNumber(number);
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }
}
