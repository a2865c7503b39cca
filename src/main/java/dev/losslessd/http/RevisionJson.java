package dev.losslessd.http;

import dev.losslessd.commit.Revision;
import dev.losslessd.commit.RevisionDiff;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Revisions, and what differs between two, as JSON. */
final class RevisionJson {
  private RevisionJson() {}

  static ObjectNode revision(Revision revision) {
    ObjectNode json = head(revision);
    ArrayNode changes = json.putArray("changes");
    revision.delta().forEach((key, value) -> changes.add(PlanJson.resource(key, value)));
    ArrayNode unset = json.putArray("unset");
    revision.unset().forEach(key -> unset.add(PlanJson.key(key)));
    return json;
  }

  /** Writes a revision with the number of its changes only. */
  static ObjectNode summary(Revision revision) {
    return head(revision).put("changes", revision.delta().size() + revision.unset().size());
  }

  /** A value that nobody knows is absent. */
  static ObjectNode diff(RevisionDiff diff) {
    ObjectNode json = Json.object().put("from", diff.from()).put("to", diff.to());
    json.put("revisionCount", diff.count());
    ArrayNode between = json.putArray("revisions");
    diff.between().forEach(revision -> between.add(head(revision)));
    ArrayNode items = json.putArray("items");
    for (RevisionDiff.Difference one : diff.differences()) {
      ObjectNode item = PlanJson.key(one.key());
      one.before().ifPresent(value -> item.set("before", SettingJson.write(value)));
      one.after().ifPresent(value -> item.set("after", SettingJson.write(value)));
      item.put("revision", one.revision());
      if (one.unset()) {
        item.put("unset", true);
      }
      items.add(item);
    }
    return json;
  }

  private static ObjectNode head(Revision revision) {
    return Json.object()
        .put("number", revision.number())
        .put("commit", revision.commit())
        .put("at", revision.at().toString())
        .put("actor", revision.actor())
        .put("from", revision.from())
        .put("reason", revision.reason());
  }
}
