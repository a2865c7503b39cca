package dev.losslessd.http;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A request that passed the door.
 *
 * @param path parameters by name, decoded
 * @param headers by name; the first where there are more
 * @param body empty where there is none
 * @param caller who asks
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of one exchange: handed on, never compared
record HttpCall(
    String method,
    Map<String, String> path,
    Query query,
    Function<String, Optional<String>> headers,
    byte[] body,
    Caller caller) {
  /** The caller as journal and audit name it. */
  String actor() {
    return caller.actor();
  }

  Optional<String> header(String name) {
    return headers.apply(name);
  }

  /**
   * @param why what needs it
   * @throws ProblemException 401, nobody in particular asks
   */
  void requireAuthority(String why) {
    if (!hasAuthority()) {
      throw AccessControl.unauthorized(why);
    }
  }

  boolean hasAuthority() {
    return caller.isNamed();
  }

  String param(String name) {
    return path.getOrDefault(name, "");
  }

  /** Whether the route's path has a part of this name. */
  boolean has(String name) {
    return path.containsKey(name);
  }

  /** The body, which must be there. */
  JsonNode json() {
    return Json.parse(body);
  }

  /** The fields of the body, which must be there. */
  JsonObjectReader fields() {
    return JsonObjectReader.of(json(), "", new FieldErrors());
  }

  /** The fields of the body, of which there are none without one. */
  JsonObjectReader fieldsIfAny() {
    return JsonObjectReader.of(body.length > 0 ? json() : Json.object(), "", new FieldErrors());
  }
}
