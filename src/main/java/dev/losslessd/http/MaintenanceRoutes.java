package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Maintenances;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Devices and ports that people work on: nothing is written there, and nobody is called. */
record MaintenanceRoutes(CommitEngine commitEngine, Resources resources) {
  private static final String ALL = "/api/v1/maintenance";
  private static final String DEVICE = ALL + "/{device}";
  private static final String PORT = DEVICE + "/<port>";
  private static final String FOR = "for";

  List<Route> routes() {
    return List.of(
        Route.list(ALL, "What people work on, and until when", "MaintenanceList", this::list)
            .byPort()
            .pages("leaf1"),
        begin(DEVICE, "a device with all its ports"),
        begin(PORT, "a port"),
        end(DEVICE, "a device"),
        end(PORT, "a port"));
  }

  private Route begin(String path, String of) {
    return Route.put(path, "Begins maintenance of " + of, "MaintenanceRequest", this::begin)
        .answers(200, "Maintenance", "Until then nothing is written there; it ends by itself");
  }

  private Route end(String path, String of) {
    return Route.delete(path, "Ends maintenance of " + of + " before its time", this::end)
        .answers(200, "MaintenanceList", "What is left; undos that had to wait go on");
  }

  private HttpReply list(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    return new NamedPage<Maintenance, Target>(Maintenance::target, Target::parse)
        .answer(
            call.query(),
            commitEngine.maintenance().now().stream().filter(one -> filter.takes(one.target())),
            one -> json(one, commitEngine));
  }

  private HttpReply begin(HttpCall call) {
    Target target = TargetPath.knownDevice(call, resources);
    call.caller().requireScope(List.of(target.device()));
    JsonObjectReader body = call.fields();
    Optional<Duration> length =
        body.needText(FOR)
            .flatMap(text ->
                CommitOptions.duration(body.path(FOR), text, Maintenances.LONGEST, body.errors()));
    String reason = CommitOptions.needReason(body, "what is done there");
    body.done();
    return HttpReply.ok(
        json(
            commitEngine.maintenance().begin(target, length.orElseThrow(), call.actor(), reason),
            commitEngine));
  }

  private HttpReply end(HttpCall call) {
    Target target = TargetPath.asked(call);
    call.caller().requireScope(List.of(target.device()));
    commitEngine.maintenance().end(target, call.actor());
    return list(call);
  }

  /** With the commits that are open there: an undo of them would wait. */
  static Fields json(Maintenance one, CommitEngine commitEngine) {
    return PlanJson.target(one.target())
        .with("since", one.since())
        .with("until", one.until().at())
        .with("actor", one.actor())
        .with("reason", one.reason())
        .with("openCommits", commitEngine.maintenance().open(one));
  }
}
