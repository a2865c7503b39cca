package dev.losslessd.http;

import dev.losslessd.commit.WritePolicy;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.Role;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.Conditions.Condition;
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
record StatusRoutes(HttpSources sources, Supplier<List<String>> troubles, Instant started) {

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
    WritePolicy policy = sources.commitEngine().writePolicy();
    Intent intent = sources.commitEngine().intent();
    PortCount ports = sources.devices().rdmaPorts();
    List<Fields> open =
        sources.commitEngine().commits().stream()
            .filter(Commit::unfinished)
            .map(commit -> PlanJson.commit(commit, sources.judgement()))
            .toList();
    List<Fields> maintenance =
        sources.commitEngine().maintenance().now().stream()
            .map(one -> MaintenanceRoutes.json(one, sources.commitEngine()))
            .toList();
    return HttpReply.ok(
        new Fields()
            .with("version", sources.about().version())
            .with("host", sources.about().host())
            .with("mode", Worded.of(policy.mode()))
            .with("frozen", policy.frozen())
            .with("revision", sources.commitEngine().latest())
            .with("startedAt", started)
            .with("targets", sources.commitEngine().targets().size())
            .with("openCommits", open)
            .with("findings", counts(sources.judgement().findings()))
            .with(
                "settings",
                SettingStateJson.of(intent.effective().size(), sources.judgement().settings()))
            .with(
                "rdmaPorts",
                new Fields().with("found", ports.found()).withAny("expected", ports.expected()))
            .with(
                "overrides",
                new Fields()
                    .with("count", intent.rest().size())
                    .with("shadowing", intent.shadowing().size()))
            .with("maintenance", maintenance)
            .with(
                "conditions",
                sources.conditions().now().stream().map(StatusRoutes::condition).toList()));
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
      json.with(Worded.of(one), findings.stream().filter(f -> f.severity() == one).count());
    }
    return json;
  }

  private HttpReply freeze(HttpCall call) {
    sources.commitEngine().freeze(call.actor());
    return status(call);
  }

  private HttpReply thaw(HttpCall call) {
    sources.commitEngine().thaw(call.actor());
    return status(call);
  }

  private HttpReply health(HttpCall call) {
    List<String> stalled = sources.readiness().stalled();
    return probe(stalled, "stalled", stalled.isEmpty() ? Optional.empty() : Optional.of(stalled));
  }

  private HttpReply ready(HttpCall call) {
    List<String> reasons =
        Stream.concat(sources.readiness().notReady().stream(), troubles.get().stream()).toList();
    return probe(reasons, "not-ready", Optional.of(reasons));
  }

  private static HttpReply probe(List<String> reasons, String not, Optional<List<String>> shown) {
    return HttpReply.json(
        reasons.isEmpty() ? 200 : 503,
        new Fields().with("status", reasons.isEmpty() ? "ok" : not).withAny("reasons", shown));
  }
}
