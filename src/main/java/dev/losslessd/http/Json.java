package dev.losslessd.http;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Bytes to trees and back, strictly. Trees and not classes: every field is checked by name. */
final class Json {
  /** A body has up to so many values, names and brackets: a commit of some ten thousand changes. */
  static final int MOST_TOKENS = 100_000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final int SHOWN = 60;

  /** Default of Jackson's limit on nesting. */
  private static final int MOST_NESTED = 500;

  private static final Pattern TWICE = Pattern.compile("Duplicate [^\"]*\"([^\"]{0,200})");

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns the object of a document of text, numbers, booleans, lists and maps. */
  static ObjectNode object(Map<String, ?> fields) {
    return MAPPER.valueToTree(fields);
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static byte[] bytes(Object json) {
    return MAPPER.writeValueAsBytes(json);
  }

  /**
   * One JSON value and nothing after it.
   *
   * @throws ProblemException 400: not JSON, a key twice, or something behind the value
   */
  static JsonNode parse(byte[] body) {
    try {
      JsonNode json = MAPPER.readTree(text(body));
      if (json.isMissingNode()) {
        throw ProblemException.badInput("body", "is empty, expected JSON");
      }
      return json;
    } catch (StreamConstraintsException e) {
      throw ProblemException.of(
          413,
          "too-large",
          "The body is too large",
          ("%sa body may have %s values, names and brackets, brackets within %s others, and"
                  + " numbers of 1000 digits")
              .formatted(place(e), MOST_TOKENS, MOST_NESTED));
    } catch (JacksonException e) {
      throw ProblemException.of(400, "bad-json", "The body is not valid JSON", place(e) + why(e));
    }
  }

  /** Strictly UTF-8: the parser itself would guess others from the first bytes (RFC 8259, 8.1). */
  private static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw ProblemException.of(
          400, "bad-json", "The body is not valid JSON", "the body is not UTF-8 text");
    }
  }

  /** In our words: those of the parser name its own types and settings. */
  private static String why(JacksonException e) {
    Matcher twice = TWICE.matcher(e.getOriginalMessage());
    if (twice.lookingAt()) {
      return "member '" + PrintableText.brief(twice.group(1), SHOWN) + "' is there twice";
    }
    return switch (e) {
      case UnexpectedEndOfInputException _ -> "the body ends within a value";
      case MismatchedInputException _ -> "something follows the value, expected one value";
      default ->
          "this is no JSON: expected a value in UTF-8, with names and texts in double quotes";
    };
  }

  /** A value in a message: short, whatever was sent. */
  static String shown(JsonNode value) {
    return cut(value.toString(), SHOWN);
  }

  static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "...";
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : "line " + at.getLineNr() + " column " + at.getColumnNr() + ": ";
  }
}
