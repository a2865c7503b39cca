package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.JsonObject;
import java.time.Instant;
import java.util.Map;

/** A revision of the configuration, with its state. */
final class Revision {
  static final String PENDING = "pending";
  static final String DETACHED = "detached";
  static final String CONFIRM = "confirm";
  static final String INVALID = "invalid";

  // unverified: what the state is called after the timer has run out
  static final String TAKEN_BACK = "inactive";

  private final String id;
  private final String user;
  private final Instant begun;
  private final NvueConfig nvueConfig;
  private String state = PENDING;
  private String message = "";

  Revision(String id, String user, Instant begun, NvueConfig nvueConfig) {
    this.id = id;
    this.user = user;
    this.begun = begun;
    this.nvueConfig = nvueConfig;
  }

  String id() {
    return id;
  }

  NvueConfig nvueConfig() {
    return nvueConfig;
  }

  String state() {
    return state;
  }

  void state(String next) {
    state = next;
  }

  void message(String text) {
    message = text;
  }

  boolean isDraft() {
    return state.equals(PENDING) || state.equals(DETACHED) || state.equals(INVALID);
  }

  Map<String, Object> json() {
    Map<String, Object> json =
        JsonObject.of("additional-data", JsonObject.of("parent-revision-id", "applied"))
            .with("state", state)
            .with("state-controls", JsonObject.of("apply-type", "CLI"));
    if (!message.isEmpty()) {
      json.put("message", message);
    }
    json.put(
        "last-apply",
        JsonObject.of("apply-id", "rev_" + id + "_apply_1").with("date", begun).with("user", user));
    return json;
  }
}
