package dev.losslessd.driver.sonic;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A patch as its text says, in one move and without any model: what a database is after it. */
final class Rfc6902 implements Updater {
  @Override
  public Verdict apply(ObjectNode db, ArrayNode patch) {
    try {
      return new Verdict(true, "", List.of(patch), applied(db, patch));
    } catch (IllegalArgumentException e) {
      return new Verdict(false, String.valueOf(e.getMessage()), List.of(), db);
    }
  }

  /**
   * A copy of the database with the operations in it.
   *
   * @throws IllegalArgumentException if one meets nothing that it could work on
   */
  static ObjectNode applied(ObjectNode db, ArrayNode operations) {
    ObjectNode copy = db.deepCopy();
    operations.forEach(one -> apply(copy, one));
    return copy;
  }

  private static void apply(ObjectNode db, JsonNode operation) {
    String op = operation.path("op").asString();
    List<String> path = path(operation);
    JsonNode parent = db;
    for (String part : path.subList(0, path.size() - 1)) {
      parent = parent.path(part);
    }
    if (!(parent instanceof ObjectNode within)
        || (!op.equals("add") && !within.has(path.getLast()))) {
      throw new IllegalArgumentException(operation + " meets nothing");
    }
    if (op.equals("remove")) {
      within.remove(path.getLast());
    } else {
      within.set(path.getLast(), operation.path("value").deepCopy());
    }
  }

  /** The parts of an operation's pointer (RFC 6901). */
  static List<String> path(JsonNode operation) {
    String pointer = operation.path("path").asString();
    return List.of(pointer.substring(1).split("/", -1)).stream()
        .map(part -> part.replace("~1", "/").replace("~0", "~"))
        .toList();
  }
}
