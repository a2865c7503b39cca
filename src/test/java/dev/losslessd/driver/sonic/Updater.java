package dev.losslessd.driver.sonic;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Model of {@code config apply-patch} for a patch (RFC 6902) of CONFIG_DB. */
interface Updater {
  /**
   * Result of applying a patch.
   *
   * @param why not; empty where it was accepted
   * @param moves what the switch writes at one time each, in that order
   * @param after what the database is then; as before where the patch was not accepted
   */
  record Verdict(boolean accepted, String why, List<ArrayNode> moves, ObjectNode after) {}

  Verdict apply(ObjectNode db, ArrayNode patch);
}
