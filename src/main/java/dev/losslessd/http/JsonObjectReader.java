package dev.losslessd.http;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One JSON object, read field by field. Fields that nobody took are errors, as are absent ones that
 * are needed; a null is a value of the wrong type, not an absent field.
 */
final class JsonObjectReader {
  private final JsonNode object;
  private final String at;
  private final FieldErrors errors;
  private final boolean present;
  private final Set<String> known = new LinkedHashSet<>();

  private JsonObjectReader(JsonNode value, String at, FieldErrors errors) {
    this.present = value.isObject();
    this.object = present ? value : Json.object();
    this.at = at;
    this.errors = errors;
  }

  /**
   * @param at path of the object in the body, empty for the body itself
   */
  static JsonObjectReader of(JsonNode value, String at, FieldErrors errors) {
    JsonObjectReader reader = new JsonObjectReader(value, at, errors);
    if (!reader.present) {
      errors.add(at, "is " + Json.shown(value) + ", expected an object");
    }
    return reader;
  }

  /** What is wrong in the whole body. */
  FieldErrors errors() {
    return errors;
  }

  void wrong(String name, String message) {
    errors.add(path(name), message);
  }

  /** Names of the object's fields, read or not. */
  Collection<String> names() {
    return object.propertyNames();
  }

  String path(String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  Optional<JsonNode> take(String name) {
    known.add(name);
    return Optional.ofNullable(object.get(name));
  }

  Optional<JsonNode> need(String name) {
    Optional<JsonNode> value = take(name);
    if (value.isEmpty() && present) { // the fields of what is no object are no news
      wrong(name, "is missing");
    }
    return value;
  }

  Optional<Boolean> flag(String name) {
    return take(name).flatMap(value -> flag(value, path(name)));
  }

  Optional<String> text(String name) {
    return take(name).flatMap(value -> text(value, path(name)));
  }

  Optional<String> needText(String name) {
    return need(name).flatMap(value -> text(value, path(name)));
  }

  Optional<List<JsonNode>> needElements(String name, int fewest, int most) {
    return need(name).flatMap(value -> elements(value, path(name), fewest, most));
  }

  /** Refuses what was not taken. */
  void end() {
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        errors.add(path(Json.cut(name, 60)), "is unknown" + Suggestions.hint(name, known));
      }
    }
  }

  /**
   * The end of a body: refuses what was not taken.
   *
   * @throws ProblemException 400 with all that is wrong in it
   */
  void done() {
    end();
    errors.throwIfAny();
  }

  OptionalLong whole(JsonNode value, String path, long min, long max) {
    boolean fits =
        value.isIntegralNumber()
            && value.canConvertToLong()
            && value.longValue() >= min
            && value.longValue() <= max;
    if (!fits) {
      errors.add(
          path, "is " + Json.shown(value) + ", expected a whole number of " + min + ".." + max);
      return OptionalLong.empty();
    }
    return OptionalLong.of(value.longValue());
  }

  Optional<List<JsonNode>> elements(JsonNode value, String path, int fewest, int most) {
    if (!value.isArray()) {
      errors.add(path, "is " + Json.shown(value) + ", expected an array");
      return Optional.empty();
    }
    if (value.size() < fewest || value.size() > most) {
      String expected = fewest == most ? "exactly " + most : fewest + ".." + most;
      errors.add(path, "has " + value.size() + " elements, expected " + expected);
      return Optional.empty();
    }
    return Optional.of(List.copyOf(value.values()));
  }

  Optional<Boolean> flag(JsonNode value, String path) {
    if (!value.isBoolean()) {
      errors.add(path, "is " + Json.shown(value) + ", expected true or false");
      return Optional.empty();
    }
    return Optional.of(value.booleanValue());
  }

  Optional<String> text(JsonNode value, String path) {
    if (!value.isString()) {
      errors.add(path, "is " + Json.shown(value) + ", expected a string");
      return Optional.empty();
    }
    return Optional.of(value.stringValue());
  }
}
