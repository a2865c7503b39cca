package dev.losslessd.driver;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * JSON that a device printed. Devices print one row as an object, several as an array and none as
 * nothing at all, and numbers as strings: here they are the same. A field that is missing or of
 * another kind is an error with command and field, never a value.
 */
public final class DeviceJson {
  /** A tree takes some 50 bytes for each of these, whatever it takes as text. */
  private static final int MOST_TOKENS = 250_000;

  private static final int DEEPEST = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxTokenCount(MOST_TOKENS)
                          .maxNestingDepth(DEEPEST)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Reads tokens one by one and keeps none. */
  private static final JsonFactory SCANNER =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  private final String command;
  private final String place;
  private final JsonNode node;

  private DeviceJson(String command, String place, JsonNode node) {
    this.command = command;
    this.place = place;
    this.node = node;
  }

  /**
   * @param command that printed it, for messages
   * @param text one document; blank text is one without fields
   * @throws DeviceException GARBLED if it is no whole document
   */
  public static DeviceJson parse(String command, String text) {
    try {
      JsonNode root = text.isBlank() ? MAPPER.createObjectNode() : MAPPER.readTree(text);
      DeviceJson json = new DeviceJson(command, "", root);
      json.garbledIf(!root.isObject() && !root.isArray(), "", "an object or an array");
      return json;
    } catch (JacksonException e) {
      throw noDocument(command, text, e);
    }
  }

  /**
   * Only some fields of a large object. What is passed over is read, but never in memory as a tree,
   * however much there is of it.
   *
   * @param command that printed it, for messages
   * @param text one object
   * @param wanted whether a field of the object is kept
   * @throws DeviceException GARBLED if it is no whole document
   */
  public static DeviceJson parse(String command, String text, Predicate<String> wanted) {
    try (JsonParser parser = SCANNER.createParser(ObjectReadContext.empty(), text)) {
      return parser.nextToken() == JsonToken.START_OBJECT
          ? new DeviceJson(command, "", kept(parser, text, wanted))
          : parse(command, text);
    } catch (JacksonException e) {
      throw noDocument(command, text, e);
    }
  }

  private static ObjectNode kept(JsonParser parser, String text, Predicate<String> wanted) {
    ObjectNode root = MAPPER.createObjectNode();
    int tokens = 0;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      boolean structure = parser.nextToken().isStructStart();
      if (!wanted.test(name)) {
        parser.skipChildren();
        continue;
      }
      if (root.has(name)) {
        throw new StreamReadException(parser, "Duplicate Object property \"" + name + "\"");
      }
      int start = Math.toIntExact(parser.currentTokenLocation().getCharOffset());
      tokens += skipped(parser);
      if (tokens > MOST_TOKENS) {
        throw new StreamReadException(parser, "more than " + MOST_TOKENS + " values are of use");
      }
      int end = Math.toIntExact(parser.currentLocation().getCharOffset());
      root.set(
          name,
          structure
              ? MAPPER.readTree(text.substring(start, end))
              : StringNode.valueOf(parser.getString()));
    }
    if (parser.nextToken() != null) {
      throw new StreamReadException(parser, "something stands behind the document");
    }
    return root;
  }

  /** Goes to the end of a value; tells how many tokens it has. */
  private static int skipped(JsonParser parser) {
    int depth = 0;
    int tokens = 0;
    do {
      JsonToken token = tokens == 0 ? parser.currentToken() : parser.nextToken();
      if (token == null) {
        throw new StreamReadException(parser, "the document ends in the middle");
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      tokens++;
    } while (depth > 0);
    return tokens;
  }

  private static DeviceException noDocument(String command, String text, JacksonException e) {
    return new DeviceException(
        DeviceException.Kind.GARBLED,
        "'%s' printed '%s': expected one whole JSON document: %s"
            .formatted(
                command, PrintableText.brief(text), PrintableText.brief(e.getOriginalMessage())),
        e);
  }

  /**
   * The rows below a path of fields, whether the device printed one object, an array, or nothing on
   * the way. An array on the way is gone through.
   *
   * @throws DeviceException GARBLED if something else than objects is there
   */
  public List<DeviceJson> rows(String... path) {
    List<DeviceJson> at = elements(this);
    for (String field : path) {
      List<DeviceJson> next = new ArrayList<>();
      for (DeviceJson one : at) {
        JsonNode inner = one.node.get(field);
        if (!isNothing(inner)) {
          next.addAll(elements(new DeviceJson(command, one.pathTo(field), inner)));
        }
      }
      at = next;
    }
    return List.copyOf(at);
  }

  private static List<DeviceJson> elements(DeviceJson json) {
    List<DeviceJson> all = items(json);
    for (DeviceJson one : all) {
      one.garbledIf(!one.node.isObject(), "", "an object");
    }
    return all;
  }

  /** Absent, null, or the empty string that some devices print for an empty table. */
  private static boolean isNothing(@Nullable JsonNode inner) {
    return inner == null || inner.isNull() || (inner.isString() && inner.stringValue().isBlank());
  }

  /**
   * Returns the rows of a field as {@link #rows}.
   *
   * @param expected in its place, for messages
   * @throws DeviceException GARBLED if there are none
   */
  public List<DeviceJson> required(String field, String expected) {
    List<DeviceJson> rows = rows(field);
    garbledIf(rows.isEmpty(), field, expected);
    return rows;
  }

  /**
   * Passes on each row that stands here below its own name, such as that of a port.
   *
   * @throws DeviceException GARBLED if something else than a row has a name here
   */
  public void named(BiConsumer<String, DeviceJson> work) {
    fields().forEach(name -> rows(name).forEach(row -> work.accept(name, row)));
  }

  /** Names of the fields here, sorted. */
  public Set<String> fields() {
    return new TreeSet<>(node.propertyNames());
  }

  /**
   * Returns the content of a field, one by one where it is an array: rows, values and nulls; empty
   * if the field is not there.
   */
  public List<DeviceJson> each(String field) {
    JsonNode inner = node.get(field);
    return inner == null ? List.of() : items(new DeviceJson(command, pathTo(field), inner));
  }

  /** The elements of an array; all else is one. */
  private static List<DeviceJson> items(DeviceJson json) {
    return json.node.isArray()
        ? IntStream.range(0, json.node.size())
            .mapToObj(
                n -> new DeviceJson(json.command, json.place + "[" + n + "]", json.node.get(n)))
            .toList()
        : List.of(json);
  }

  /** Whether this has fields of its own, and is no bare value. */
  public boolean isRow() {
    return node.isObject();
  }

  /**
   * A bare value as the device wrote it; empty for null, by which some devices say that something
   * is there and has no value.
   *
   * @throws DeviceException GARBLED if this is no bare value
   */
  public Optional<String> bare() {
    garbledIf(!node.isValueNode(), "", "a text, a number or nothing");
    return node.isNull() ? Optional.empty() : Optional.of(node.asString());
  }

  /**
   * The texts of a list.
   *
   * @throws DeviceException GARBLED if this is no list of texts
   */
  public List<String> texts() {
    List<String> all = new ArrayList<>();
    garbledIf(!node.isArray(), "", "a list of texts");
    for (JsonNode one : node) {
      garbledIf(!one.isString(), "", "a list of texts");
      all.add(one.stringValue());
    }
    return List.copyOf(all);
  }

  /** Returns a field that holds fields of its own; empty if it is a value, or not there. */
  public Optional<DeviceJson> branch(String field) {
    JsonNode inner = node.get(field);
    return inner != null && inner.isObject()
        ? Optional.of(new DeviceJson(command, pathTo(field), inner))
        : Optional.empty();
  }

  /** A field as text as {@link #text}, and an array as the JSON that it is; nothing for null. */
  public String textOrJson(String field) {
    JsonNode value = node.get(field);
    return value != null && value.isArray() ? value.toString() : textIfThere(field).orElse("");
  }

  /** A field as {@link #textOrJson} has it, with the blanks around a text: a name may have some. */
  public String exactOrJson(String field) {
    JsonNode value = node.get(field);
    return value != null && value.isString() ? value.asString() : textOrJson(field);
  }

  /** A field as text, numbers and truth values as the device wrote them; empty if not there. */
  public Optional<String> textIfThere(String field) {
    JsonNode value = node.get(field);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    garbledIf(!value.isValueNode(), field, "a text or a number");
    return Optional.of(value.asString().strip());
  }

  /**
   * @throws DeviceException GARBLED if the field is not there
   */
  public String text(String field) {
    return textIfThere(field).orElseThrow(() -> garbled(field, "this field"));
  }

  /**
   * A whole number of 0..2^64-1, as its 64 bits. Empty if the field is not there, or says that
   * there is none: {@code -}, {@code N/A}, {@code --} or nothing.
   *
   * @throws DeviceException GARBLED if it is something else
   */
  public OptionalLong wholeIfThere(String field) {
    return whole(textIfThere(field).orElse(""), expected -> garbled(field, expected));
  }

  /**
   * A whole number as {@link #wholeIfThere} has it, from a bare text.
   *
   * @param garbled the error, from what is expected
   */
  static OptionalLong whole(String text, Function<String, DeviceException> garbled) {
    if (Pattern.matches("-{0,3}|(?i:n/?a)", text)) {
      return OptionalLong.empty();
    }
    try {
      if (Pattern.matches("[0-9]{1,20}", text)) {
        return OptionalLong.of(Long.parseUnsignedLong(text));
      }
    } catch (NumberFormatException e) {
      throw garbled.apply("a number of 64 bits");
    }
    throw garbled.apply("a whole number");
  }

  /**
   * @throws DeviceException GARBLED if the field is not there or no whole number
   */
  public long whole(String field) {
    return wholeIfThere(field).orElseThrow(() -> garbled(field, "a whole number"));
  }

  /** An error about a field of this row. */
  public DeviceException garbled(String field, String expected) {
    JsonNode value = field.isEmpty() ? node : node.get(field);
    String shown = value == null ? "nothing" : "'" + PrintableText.brief(value.toString()) + "'";
    return DeviceException.garbled(
        "'" + command + "' " + pathTo(field) + " is " + shown + ": expected " + expected);
  }

  /**
   * @throws DeviceException GARBLED if it is wrong, as {@link #garbled}
   */
  public void garbledIf(boolean wrong, String field, String expected) {
    if (wrong) {
      throw garbled(field, expected);
    }
  }

  private String pathTo(String field) {
    return place.isEmpty() || field.isEmpty() ? place + field : place + "." + field;
  }
}
