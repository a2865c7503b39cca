package dev.losslessd.driver.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Effects on ports that the moves of patches have on their way. */
final class Moves {
  /** Fields of a port's rows that name a row of another table. */
  private static final Map<String, String> NAMES =
      Map.of(
          "dscp_to_tc_map", "DSCP_TO_TC_MAP",
          "tc_to_queue_map", "TC_TO_QUEUE_MAP",
          "tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP",
          "pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE",
          "scheduler", "SCHEDULER",
          "wred_profile", "WRED_PROFILE",
          "profile", "BUFFER_PROFILE");

  private static final List<String> OF_PORTS =
      List.of("PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "BUFFER_QUEUE");

  private Moves() {}

  /** Number of times that each port goes down. */
  static Map<String, Integer> bounces(List<ConfigDbSwitch.Applied> patches) {
    Map<String, Integer> all = new TreeMap<>();
    for (ConfigDbSwitch.Applied patch : patches) {
      patch.verdict().moves().forEach(move -> move.forEach(one -> down(one, all)));
    }
    return all;
  }

  private static void down(JsonNode operation, Map<String, Integer> all) {
    List<String> path = Rfc6902.path(operation);
    boolean down =
        path.getFirst().equals("PORT")
            && path.getLast().equals("admin_status")
            && operation.path("value").asString().equals("down");
    if (down) {
      all.merge(path.get(1), 1, Integer::sum);
    }
  }

  /** Rows on their way out that a move takes something from while a port names them. */
  static Set<String> emptiedInUse(ConfigDbSwitch.Applied patch) {
    Set<String> found = new TreeSet<>();
    ObjectNode now = patch.before();
    for (ArrayNode move : patch.verdict().moves()) {
      for (JsonNode operation : move) {
        List<String> path = Rfc6902.path(operation);
        boolean removes = operation.path("op").asString().equals("remove") && path.size() > 1;
        boolean leaves = removes && !patch.verdict().after().path(path.get(0)).has(path.get(1));
        if (leaves && named(now).contains(path.get(0) + "|" + path.get(1))) {
          found.add(path.get(0) + "|" + path.get(1));
        }
      }
      now = Rfc6902.applied(now, move);
    }
    return found;
  }

  private static Set<String> named(ObjectNode db) {
    Set<String> all = new TreeSet<>();
    for (String table : OF_PORTS) {
      for (JsonNode row : db.path(table)) {
        row.properties()
            .forEach(field -> {
              String target = NAMES.get(field.getKey());
              if (target != null) {
                all.add(target + "|" + bare(field.getValue().asString()));
              }
            });
      }
    }
    return all;
  }

  /** Until version 3.0.2 a reference was written {@code [TABLE|KEY]}. */
  private static String bare(String reference) {
    return reference.startsWith("[") && reference.endsWith("]")
        ? reference.substring(reference.indexOf('|') + 1, reference.length() - 1)
        : reference;
  }

  /** Cells in which two databases differ. */
  static List<String> differences(ObjectNode from, ObjectNode to) {
    Set<String> before = cells(from);
    Set<String> after = cells(to);
    List<String> all = new ArrayList<>();
    before.stream().filter(cell -> !after.contains(cell)).forEach(cell -> all.add("- " + cell));
    after.stream().filter(cell -> !before.contains(cell)).forEach(cell -> all.add("+ " + cell));
    return all;
  }

  private static Set<String> cells(ObjectNode db) {
    Set<String> all = new TreeSet<>();
    db.properties()
        .forEach(table ->
            table
                .getValue()
                .properties()
                .forEach(row -> {
                  String name = table.getKey() + "|" + row.getKey();
                  all.add(name);
                  row.getValue()
                      .properties()
                      .forEach(
                          field -> all.add(name + " " + field.getKey() + "=" + field.getValue()));
                }));
    return all;
  }
}
