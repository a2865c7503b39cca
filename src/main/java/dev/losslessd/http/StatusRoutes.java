package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.Role;
import dev.losslessd.watch.Conditions;
import dev.losslessd.watch.Conditions.Condition;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readiness;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes about the daemon itself: status, freeze and probes. */
final class StatusRoutes {

  private final CommitEngine commitEngine;
  private final DeviceReport devices;
  private final Judgement judgement;
  private final Readiness readiness;
  private final Supplier<List<String>> troubles;
  private final Conditions conditions;
  private final HttpSources.About about;
  private final Instant started;

  /**
   * @param troubles why answers cannot be made now
   */
  StatusRoutes(
      CommitEngine commitEngine,
      DeviceReport devices,
      Judgement judgement,
      Readiness readiness,
      Supplier<List<String>> troubles,
      Conditions conditions,
      HttpSources.About about) {
    this.commitEngine = commitEngine;
    this.devices = devices;
    this.judgement = judgement;
    this.readiness = readiness;
    this.troubles = troubles;
    this.conditions = conditions;
    this.about = about;
    this.started = about.clock().instant();
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/status", "The daemon at a glance", "Status", this::status),
        Route.emergency("/api/v1/freeze", "Stops every write at once", this::freeze)
            .answers(200, "Status", "Frozen, also after a restart")
            .needs(Role.ADMIN),
        Route.emergency("/api/v1/thaw", "Lets writing go on", this::thaw)
            .answers(200, "Status", "Thawed; what became due meanwhile was undone")
            .needs(Role.ADMIN),
        Route.get("/healthz", "The process and its loops turn", "Health", this::health)
            .answers(503, "Health", "A loop hangs: restart the daemon")
            .open(),
        Route.get("/readyz", "It reads its devices and may be used", "Readiness", this::ready)
            .answers(503, "Readiness", "Not ready, with reasons")
            .open());
  }

  private HttpReply status(HttpCall call) {
    ObjectNode json =
        Json.object()
            .put("version", about.version())
            .put("host", about.host())
            .put("mode", PlanJson.word(commitEngine.writePolicy().mode()))
            .put("frozen", commitEngine.writePolicy().frozen())
            .put("revision", commitEngine.latest())
            .put("startedAt", started.toString())
            .put("targets", commitEngine.targets().size());
    ArrayNode open = json.putArray("openCommits");
    commitEngine.commits().stream()
        .filter(Commit::unfinished)
        .forEach(commit -> open.add(PlanJson.commit(commit, judgement)));
    json.set("findings", counts(judgement.findings()));
    Intent intent = commitEngine.intent();
    json.set("settings", SettingStateJson.of(intent.effective().size(), judgement.settings()));
    PortCount ports = devices.rdmaPorts();
    ObjectNode count = json.putObject("rdmaPorts").put("found", ports.found());
    ports.expected().ifPresent(expected -> count.put("expected", expected));
    json.putObject("overrides")
        .put("count", intent.rest().size())
        .put("shadowing", intent.shadowing().size());
    ArrayNode maintenance = json.putArray("maintenance");
    commitEngine.maintenance().now().stream()
        .map(one -> MaintenanceRoutes.json(one, commitEngine))
        .forEach(maintenance::add);
    ArrayNode told = json.putArray("conditions");
    conditions.now().forEach(one -> told.add(condition(one)));
    return HttpReply.ok(json);
  }

  private static ObjectNode condition(Condition one) {
    return Json.object()
        .put("type", one.type().word())
        .put("status", one.word())
        .put("reason", one.reason())
        .put("message", one.message())
        .put("lastTransitionTime", one.since().toString());
  }

  private static ObjectNode counts(List<Finding> findings) {
    ObjectNode json = Json.object();
    for (Finding.Severity one : Arrays.asList(Finding.Severity.values()).reversed()) {
      json.put(PlanJson.word(one), findings.stream().filter(f -> f.severity() == one).count());
    }
    return json;
  }

  private HttpReply freeze(HttpCall call) {
    commitEngine.freeze(call.actor());
    return status(call);
  }

  private HttpReply thaw(HttpCall call) {
    commitEngine.thaw(call.actor());
    return status(call);
  }

  private HttpReply health(HttpCall call) {
    List<String> stalled = readiness.stalled();
    ObjectNode json = Json.object().put("status", stalled.isEmpty() ? "ok" : "stalled");
    if (!stalled.isEmpty()) {
      ArrayNode list = json.putArray("reasons");
      stalled.forEach(list::add);
    }
    return HttpReply.json(stalled.isEmpty() ? 200 : 503, json);
  }

  private HttpReply ready(HttpCall call) {
    List<String> reasons = new ArrayList<>(readiness.notReady());
    reasons.addAll(troubles.get());
    ObjectNode json = Json.object().put("status", reasons.isEmpty() ? "ok" : "not-ready");
    ArrayNode list = json.putArray("reasons");
    reasons.forEach(list::add);
    return HttpReply.json(reasons.isEmpty() ? 200 : 503, json);
  }
}
