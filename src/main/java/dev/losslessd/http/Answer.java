package dev.losslessd.http;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * What goes back.
 *
 * @param headers besides the content type and those that every answer has
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of one exchange: handed on, never compared
record Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
  Answer(int status, String contentType, byte[] body) {
    this(status, contentType, body, Map.of());
  }

  static Answer ok(JsonNode json) {
    return json(200, json);
  }

  static Answer json(int status, JsonNode json) {
    return new Answer(status, "application/json", Json.bytes(json));
  }

  /** A list resource: an object, so that it can grow other fields. */
  static Answer items(ArrayNode items) {
    return ok(Json.object().set("items", items));
  }

  Answer with(String header, String value) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(header, value);
    return new Answer(status, contentType, body, all);
  }
}
