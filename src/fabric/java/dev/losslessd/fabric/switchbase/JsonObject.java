package dev.losslessd.fabric.switchbase;

import java.util.LinkedHashMap;

/** An object of JSON; its members stay in the order in which they are added. */
public final class JsonObject extends LinkedHashMap<String, Object> {
  private static final long serialVersionUID = 1L;

  public static JsonObject of(String name, Object value) {
    return new JsonObject().with(name, value);
  }

  public JsonObject with(String name, Object value) {
    put(name, value);
    return this;
  }
}
