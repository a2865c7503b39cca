package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unset;
import dev.losslessd.plan.PlannedLink;
import dev.losslessd.plan.Wave;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.Judgement;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plans and commits as JSON. */
final class PlanJson {
  private PlanJson() {}

  static ObjectNode plan(Plan plan) {
    ObjectNode json = Json.object().put("id", plan.id()).put("digest", plan.digest());
    json.set("changes", changes(plan.changes()));
    ArrayNode refusals = json.putArray("refusals");
    plan.refusals().forEach(refusal -> refusals.add(refusal(refusal)));
    ArrayNode waived = json.putArray("waived");
    plan.waived().forEach(one -> waived.add(refusal(one.refusal()).put("because", one.because())));
    ArrayNode unset = json.putArray("unset");
    plan.unset().forEach(one -> unset.add(unset(one)));
    json.set("identities", AcceptRoutes.json(plan.identities()));
    if (!plan.withheld().isEmpty()) {
      json.set("withheld", changes(plan.withheld()));
    }
    return json;
  }

  /** Writes a plan with its links and waves, and why nothing of it could be written now. */
  static ObjectNode plan(Plan plan, Optional<Rollout> rollout, CommitEngine commitEngine) {
    ObjectNode json = blocked(plan(plan), commitEngine.writePolicy());
    ArrayNode links = json.putArray("linksAfter");
    commitEngine.links(plan).forEach(link -> links.add(link(link)));
    List<Wave> waves = commitEngine.waves(plan, rollout);
    if (!waves.isEmpty()) {
      ArrayNode list = json.putArray("waves");
      waves.forEach(wave -> list.add(wave(wave)));
    }
    return json;
  }

  /** Adds why nothing may be written now; nothing where it may. */
  static ObjectNode blocked(ObjectNode json, WritePolicy policy) {
    return policy.mayWrite() ? json : json.put("blocked", policy.reason());
  }

  /** Adds what a guard does not judge; nothing where it judges all. */
  static ObjectNode unjudged(ObjectNode json, List<String> lines) {
    if (!lines.isEmpty()) {
      ArrayNode list = json.putArray("unjudged");
      lines.forEach(list::add);
    }
    return json;
  }

  /** Writes a commit, and while it is open what its guard does not judge. */
  static ObjectNode commit(Commit commit, Judgement judgement) {
    return unjudged(
        commit(commit), commit.open() ? judgement.unjudged(commit.run().plan()) : List.of());
  }

  /** Writes a removed override; {@code file} is absent where the file wants nothing. */
  private static ObjectNode unset(Unset unset) {
    ObjectNode json = key(unset.key());
    json.set("override", SettingJson.write(unset.override()));
    unset.file().ifPresent(file -> json.set("file", SettingJson.write(file)));
    return json.put("text", unset.text());
  }

  private static ObjectNode link(PlannedLink link) {
    ObjectNode json = Json.object().put("port", link.port().toString());
    link.far().ifPresent(far -> json.put("farEnd", far.toString()));
    link.first().ifPresent(first -> json.put("first", first.toString()));
    return json.put("verdict", word(link.verdict())).put("reason", link.reason());
  }

  private static ObjectNode wave(Wave wave) {
    ObjectNode json = Json.object().put("links", wave.links());
    ports(json.putArray("ports"), wave.ports());
    ports(json.putArray("control"), wave.control());
    return json.set("changes", changes(wave.changes()));
  }

  private static void ports(ArrayNode list, Collection<PortId> ports) {
    ports.stream().sorted().forEach(port -> list.add(port.toString()));
  }

  private static ObjectNode refusal(Refusal refusal) {
    return Json.object()
        .put("rule", refusal.rule())
        .put("subject", refusal.subject())
        .put("reason", refusal.reason());
  }

  static ObjectNode commit(Commit commit) {
    ObjectNode json = head(commit);
    json.set("plan", plan(commit.run().plan()));
    return state(json, commit);
  }

  /** Writes a commit without its changes, which grow with the fabric, but with their number. */
  static ObjectNode summary(Commit commit) {
    ObjectNode json = head(commit).put("changes", commit.changes().size());
    state(json, commit).remove("left");
    return json;
  }

  private static ObjectNode head(Commit commit) {
    Commit.Run run = commit.run();
    ObjectNode json =
        Json.object()
            .put("id", commit.id())
            .put("state", commit.state())
            .put("actor", run.actor())
            .put("reason", run.reason())
            .put("startedAt", run.started().toString());
    return run.acceptIdle() ? json.put("acceptIdle", true) : json;
  }

  private static ObjectNode state(ObjectNode json, Commit commit) {
    switch (commit) {
      case Commit.Staged staged -> json.put("stagedAt", staged.since().toString());
      case Commit.Applying applying ->
          applying.wave().ifPresent(wave -> json.set("wave", wave(wave)));
      case Commit.AwaitingConfirm open -> json.put("deadline", open.deadline().toString());
      case Commit.Confirmed done ->
          json.put("revision", done.revision()).put("endedAt", done.at().toString());
      case Commit.RolledBack back ->
          json.put("why", back.why()).put("endedAt", back.at().toString());
      case Commit.Undoing undoing -> {
        json.put("why", undoing.why()).put("since", undoing.since().toString());
        if (!undoing.waits().isEmpty()) {
          json.put("waitsFor", undoing.waits());
        }
        json.set("left", changes(undoing.left()));
      }
      case Commit.Abandoned abandoned ->
          json.put("why", abandoned.why())
              .put("endedAt", abandoned.at().toString())
              .set("left", changes(abandoned.left()));
      case Commit.Stuck stuck ->
          json.put("why", stuck.why())
              .put("endedAt", stuck.at().toString())
              .set("left", changes(stuck.left()));
    }
    return json;
  }

  private static ObjectNode wave(Progress wave) {
    ObjectNode json =
        Json.object()
            .put("number", wave.wave())
            .put("of", wave.of())
            .put("phase", wave.phase())
            .put("begun", wave.begun());
    wave.soakUntil().ifPresent(until -> json.put("until", until.toString()));
    if (!wave.held().isEmpty()) {
      json.put("why", wave.held());
    }
    return json;
  }

  /** {@code {port, setting, value}}, or with {@code device} for a whole switch. */
  static ObjectNode resource(Key key, Setting value) {
    return key(key).set("value", SettingJson.write(value));
  }

  /** Writes a key as {@code {port, setting}}. */
  static ObjectNode key(Key key) {
    return target(key.target()).put("setting", key.kind().word());
  }

  static ArrayNode risks(Collection<Risk> risks) {
    ArrayNode list = Json.array();
    risks.stream().sorted().forEach(risk -> list.add(word(risk)));
    return list;
  }

  /** Name of a constant in JSON: {@code LINK_BOUNCE} becomes {@code link-bounce}. */
  static String word(Enum<?> value) {
    return Worded.of(value);
  }

  private static ArrayNode changes(Collection<Change> changes) {
    ArrayNode list = Json.array();
    changes.forEach(change -> list.add(change(change)));
    return list;
  }

  private static ObjectNode change(Change change) {
    ObjectNode json = target(change.target()).put("setting", change.kind().word());
    json.set("before", SettingJson.write(change.before()));
    json.set("after", SettingJson.write(change.after()));
    json.put("text", change.text());
    ArrayNode touches = json.putArray("touches");
    change.touches().forEach(port -> touches.add(port.toString()));
    json.set("risks", risks(change.risks()));
    return json;
  }

  static ObjectNode target(Target target) {
    return switch (target) {
      case Target.Port port -> Json.object().put("port", port.text());
      case Target.Device device -> Json.object().put("device", device.text());
    };
  }
}
