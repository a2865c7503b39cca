package dev.losslessd.fabric.sonic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * CONFIG_DB of a switch: one, called {@code ""}; or, on one with several ASICs, the host's own,
 * which is called so, and one of each namespace.
 */
final class Databases {
  static final String HOST = "";

  private final TreeMap<String, Tables> all = new TreeMap<>();

  Databases(Tables host) {
    all.put(HOST, host);
  }

  Databases copy() {
    Databases copy = new Databases(get(HOST).copy());
    all.forEach((name, db) -> copy.all.put(name, db.copy()));
    return copy;
  }

  /** Returns the database of a namespace that must exist. */
  Tables get(String namespace) {
    return Objects.requireNonNull(all.get(namespace));
  }

  boolean has(String namespace) {
    return all.containsKey(namespace);
  }

  void put(String namespace, Tables db) {
    all.put(namespace, db);
  }

  boolean areSeveral() {
    return all.size() > 1;
  }

  Set<String> names() {
    return all.keySet();
  }

  /** Namespace in which a port is configured; the host's where there is none. */
  String home(String port) {
    return all.keySet().stream()
        .filter(name -> get(name).has("PORT", port))
        .findFirst()
        .orElse(HOST);
  }

  /** A line for each cell, behind its namespace. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    all.forEach((name, db) ->
        db.lines().forEach(line -> lines.add((name.isEmpty() ? "" : name + " ") + line)));
    return lines;
  }

  /** Text as {@code show runningconfiguration all} prints it. */
  List<String> json() {
    if (!areSeveral()) {
      return get(HOST).json();
    }
    Map<String, Object> scopes = new LinkedHashMap<>();
    all.forEach((name, db) -> scopes.put(name.isEmpty() ? "localhost" : name, db.all()));
    return SonicJson.print(scopes);
  }
}
