package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unset;
import dev.losslessd.plan.PlannedLink;
import dev.losslessd.plan.Wave;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.Judgement;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Plans and commits as JSON. */
final class PlanJson {
  private PlanJson() {}

  static Fields plan(Plan plan) {
    return new Fields()
        .with("id", plan.id())
        .with("digest", plan.digest())
        .with("changes", changes(plan.changes()))
        .with("refusals", plan.refusals().stream().map(Fields::of).toList())
        .with(
            "waived",
            plan.waived().stream()
                .map(one -> Fields.of(one.refusal()).with("because", one.because()))
                .toList())
        .with("unset", plan.unset().stream().map(PlanJson::unset).toList())
        .with("identities", AcceptRoutes.json(plan.identities()))
        .withAny("withheld", changes(plan.withheld()));
  }

  /** Writes a plan with its links and waves, and why nothing of it could be written now. */
  static Fields plan(Plan plan, Optional<Rollout> rollout, CommitEngine commitEngine) {
    return blocked(plan(plan), commitEngine.writePolicy())
        .with("linksAfter", commitEngine.links(plan).stream().map(PlanJson::link).toList())
        .withAny("waves", commitEngine.waves(plan, rollout).stream().map(PlanJson::wave).toList());
  }

  /** Adds why nothing may be written now; nothing where it may. */
  static Fields blocked(Fields json, WritePolicy policy) {
    return policy.mayWrite() ? json : json.with("blocked", policy.reason());
  }

  /** Writes a commit, and while it is open what its guard does not judge. */
  static Fields commit(Commit commit, Judgement judgement) {
    return commit(commit)
        .withAny(
            "unjudged",
            commit.open() ? judgement.unjudged(commit.run().plan()) : List.<String>of());
  }

  /** Writes a removed override; {@code file} is absent where the file wants nothing. */
  private static Fields unset(Unset unset) {
    return key(unset.key())
        .with("override", SettingJson.write(unset.override()))
        .withAny("file", unset.file().map(SettingJson::write))
        .with("text", unset.text());
  }

  private static Fields link(PlannedLink link) {
    return new Fields()
        .with("port", link.port())
        .withAny("farEnd", link.far())
        .withAny("first", link.first())
        .with("verdict", link.verdict())
        .with("reason", link.reason());
  }

  private static Fields wave(Wave wave) {
    return new Fields()
        .with("links", wave.links())
        .with("ports", wave.ports().stream().sorted().toList())
        .with("control", wave.control().stream().sorted().toList())
        .with("changes", changes(wave.changes()));
  }

  static Fields commit(Commit commit) {
    return state(head(commit).with("plan", plan(commit.run().plan())), commit);
  }

  /** Writes a commit without its changes, which grow with the fabric, but with their number. */
  static Fields summary(Commit commit) {
    Fields json = head(commit).with("changes", commit.changes().size());
    state(json, commit).remove("left");
    return json;
  }

  private static Fields head(Commit commit) {
    Commit.Run run = commit.run();
    return new Fields()
        .with("id", commit.id())
        .with("state", commit.state())
        .with("actor", run.actor())
        .with("reason", run.reason())
        .with("startedAt", run.started())
        .withAny("acceptIdle", run.acceptIdle());
  }

  private static Fields state(Fields json, Commit commit) {
    return switch (commit) {
      case Commit.Staged staged -> json.with("stagedAt", staged.since());
      case Commit.Applying applying -> json.withAny("wave", applying.wave().map(PlanJson::wave));
      case Commit.AwaitingConfirm open -> json.with("deadline", open.deadline());
      case Commit.Confirmed done ->
          json.with("revision", done.revision()).with("endedAt", done.at());
      case Commit.RolledBack back -> ended(json, back.why(), back.at());
      case Commit.Undoing undoing ->
          json.with("why", undoing.why())
              .with("since", undoing.since())
              .withAny("waitsFor", undoing.waits())
              .with("left", changes(undoing.left()));
      case Commit.Abandoned abandoned ->
          ended(json, abandoned.why(), abandoned.at()).with("left", changes(abandoned.left()));
      case Commit.Stuck stuck ->
          ended(json, stuck.why(), stuck.at()).with("left", changes(stuck.left()));
    };
  }

  private static Fields ended(Fields json, String why, Instant at) {
    return json.with("why", why).with("endedAt", at);
  }

  private static Fields wave(Progress wave) {
    return new Fields()
        .with("number", wave.wave())
        .with("of", wave.of())
        .with("phase", wave.phase())
        .with("begun", wave.begun())
        .withAny("until", wave.soakUntil())
        .withAny("why", wave.held());
  }

  /** {@code {port, setting, value}}, or with {@code device} for a whole switch. */
  static Fields resource(Key key, Setting value) {
    return key(key).with("value", SettingJson.write(value));
  }

  /** Writes a key as {@code {port, setting}}. */
  static Fields key(Key key) {
    return target(key.target()).with("setting", key.kind().word());
  }

  private static List<Fields> changes(Collection<Change> changes) {
    return changes.stream().map(PlanJson::change).toList();
  }

  private static Fields change(Change change) {
    return target(change.target())
        .with("setting", change.kind().word())
        .with("before", SettingJson.write(change.before()))
        .with("after", SettingJson.write(change.after()))
        .with("text", change.text())
        .with("touches", change.touches())
        .with("risks", change.risks().stream().sorted().toList());
  }

  static Fields target(Target target) {
    return switch (target) {
      case Target.Port port -> new Fields().with("port", port.text());
      case Target.Device device -> new Fields().with("device", device.text());
    };
  }
}
