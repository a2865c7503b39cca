package dev.losslessd.http;

import dev.losslessd.commit.Revision;
import dev.losslessd.commit.RevisionDiff;
import dev.losslessd.text.Fields;

/** Revisions, and what differs between two, as JSON. */
final class RevisionJson {
  private RevisionJson() {}

  static Fields revision(Revision revision) {
    return head(revision)
        .with(
            "changes",
            revision.delta().entrySet().stream()
                .map(one -> PlanJson.resource(one.getKey(), one.getValue()))
                .toList())
        .with("unset", revision.unset().stream().map(PlanJson::key).toList());
  }

  /** Writes a revision with the number of its changes only. */
  static Fields summary(Revision revision) {
    return head(revision).with("changes", revision.delta().size() + revision.unset().size());
  }

  /** A value that nobody knows is absent. */
  static Fields diff(RevisionDiff diff) {
    return new Fields()
        .with("from", diff.from())
        .with("to", diff.to())
        .with("revisionCount", diff.count())
        .with("revisions", diff.between().stream().map(RevisionJson::head).toList())
        .with("items", diff.differences().stream().map(RevisionJson::item).toList());
  }

  private static Fields item(RevisionDiff.Difference one) {
    return PlanJson.key(one.key())
        .withAny("before", one.before().map(SettingJson::write))
        .withAny("after", one.after().map(SettingJson::write))
        .with("revision", one.revision())
        .withAny("unset", one.unset());
  }

  private static Fields head(Revision revision) {
    return new Fields()
        .with("number", revision.number())
        .with("commit", revision.commit())
        .with("at", revision.at().toString())
        .with("actor", revision.actor())
        .with("from", revision.from())
        .with("reason", revision.reason());
  }
}
