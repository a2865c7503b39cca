package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.Role;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.Conditions;
import dev.losslessd.watch.Conditions.Condition;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readiness;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Routes about the daemon itself: status, freeze and probes.
 *
 * @param troubles why answers cannot be made now
 */
record StatusRoutes(
    CommitEngine commitEngine,
    DeviceReport devices,
    Judgement judgement,
    Readiness readiness,
    Supplier<List<String>> troubles,
    Conditions conditions,
    HttpSources.About about,
    Instant started) {

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
    WritePolicy policy = commitEngine.writePolicy();
    Intent intent = commitEngine.intent();
    PortCount ports = devices.rdmaPorts();
    List<Fields> open =
        commitEngine.commits().stream()
            .filter(Commit::unfinished)
            .map(commit -> PlanJson.commit(commit, judgement))
            .toList();
    List<Fields> maintenance =
        commitEngine.maintenance().now().stream()
            .map(one -> MaintenanceRoutes.json(one, commitEngine))
            .toList();
    return HttpReply.ok(
        new Fields()
            .with("version", about.version())
            .with("host", about.host())
            .with("mode", PlanJson.word(policy.mode()))
            .with("frozen", policy.frozen())
            .with("revision", commitEngine.latest())
            .with("startedAt", started)
            .with("targets", commitEngine.targets().size())
            .with("openCommits", open)
            .with("findings", counts(judgement.findings()))
            .with("settings", SettingStateJson.of(intent.effective().size(), judgement.settings()))
            .with(
                "rdmaPorts",
                new Fields().with("found", ports.found()).withAny("expected", ports.expected()))
            .with(
                "overrides",
                new Fields()
                    .with("count", intent.rest().size())
                    .with("shadowing", intent.shadowing().size()))
            .with("maintenance", maintenance)
            .with("conditions", conditions.now().stream().map(StatusRoutes::condition).toList()));
  }

  private static Fields condition(Condition one) {
    return new Fields()
        .with("type", one.type().word())
        .with("status", one.word())
        .with("reason", one.reason())
        .with("message", one.message())
        .with("lastTransitionTime", one.since());
  }

  private static Fields counts(List<Finding> findings) {
    Fields json = new Fields();
    for (Finding.Severity one : Arrays.asList(Finding.Severity.values()).reversed()) {
      json.with(PlanJson.word(one), findings.stream().filter(f -> f.severity() == one).count());
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
    return probe(stalled, "stalled", stalled.isEmpty() ? Optional.empty() : Optional.of(stalled));
  }

  private HttpReply ready(HttpCall call) {
    List<String> reasons =
        Stream.concat(readiness.notReady().stream(), troubles.get().stream()).toList();
    return probe(reasons, "not-ready", Optional.of(reasons));
  }

  private static HttpReply probe(List<String> reasons, String not, Optional<List<String>> shown) {
    return HttpReply.json(
        reasons.isEmpty() ? 200 : 503,
        new Fields().with("status", reasons.isEmpty() ? "ok" : not).withAny("reasons", shown));
  }
}
