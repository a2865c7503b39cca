package dev.losslessd.http;

import dev.losslessd.commit.Releases;
import dev.losslessd.commit.Request;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Release;
import dev.losslessd.model.Role;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What this agent has changed on devices, and how it leaves them. */
record ReleaseRoutes(Releases releases, Resources resources, Submission submission) {
  private static final String ALL = "/api/v1/releases";
  private static final String DEVICES = "devices";
  private static final String HOW = "how";
  private static final String RESTORE = "restore";
  private static final String KEEP = "keep";
  private static final String OVERWRITE = "overwrite";
  private static final int MOST = 4096;

  List<Route> routes() {
    return List.of(
        Route.list(
                ALL,
                "What this agent has changed on each device, and what it left",
                "ReleaseList",
                this::list)
            .pages("leaf1"),
        Route.post(
                ALL,
                "Release devices: restore the settings that were found, or keep the current ones",
                "ReleaseRequest",
                this::release)
            .takes("ReleaseRequest", true)
            .fails(404, 409, 422, 503)
            .begins()
            .once()
            .query("dryRun", "boolean", "write nothing; the plan, or the names on each device")
            .answers(
                200,
                "Commit|Plan|ReleaseList",
                "What was kept; with Prefer: wait, how the commit has ended; with dryRun the plan")
            .needs(Role.ADMIN),
        Route.delete(ALL + "/{device}", "Manages a device again that was left", this::giveBack)
            .answers(200, "ReleaseList", "What is left; nothing is written to the device")
            .fails(404)
            .needs(Role.ADMIN));
  }

  private HttpReply list(HttpCall call) {
    SortedMap<DeviceId, Fields> all = new TreeMap<>();
    SortedMap<DeviceId, Integer> changed = releases.changed();
    changed.forEach((device, _) -> all.put(device, managed(device, changed, List.of())));
    releases
        .begun()
        .forEach((device, commit) ->
            all.computeIfAbsent(device, one -> managed(one, changed, List.of()))
                .with("state", "releasing")
                .with("commit", commit));
    List<Release> wanted = releases.wanted();
    releases.all().forEach(one -> all.put(one.device(), json(one, wanted.contains(one))));
    return new NamedPage<Map.Entry<DeviceId, Fields>, DeviceId>(Map.Entry::getKey, DeviceId::new)
        .answer(call.query(), all.entrySet().stream(), Map.Entry::getValue);
  }

  private static Fields managed(
      DeviceId device, Map<DeviceId, Integer> changed, List<String> names) {
    return new Fields()
        .with("device", device)
        .with("state", "managed")
        .with("changed", changed.getOrDefault(device, 0))
        .with("names", names);
  }

  private static Fields json(Release one, boolean wanted) {
    return new Fields()
        .with("device", one.device())
        .with("state", one.how().word())
        .with("changed", 0)
        .with("since", one.since())
        .with("actor", one.actor())
        .with("reason", one.reason())
        .with("declared", wanted)
        .with("names", one.names());
  }

  private HttpReply release(HttpCall call) {
    JsonObjectReader body = call.fields();
    Set<DeviceId> which = devices(body);
    String how = body.needText(HOW).orElse("");
    if (!how.isEmpty() && !Set.of(RESTORE, KEEP).contains(how)) {
      body.wrong(HOW, "is '" + Json.cut(how, 60) + "', expected restore or keep");
    }
    boolean overwrite = body.flag(OVERWRITE).orElse(false);
    Set<Key> leave = LeftSettings.of(body);
    Optional<String> digest = body.text("digest");
    CommitOptions options = submission.options(body);
    if (options.terms().whenIdle()) {
      body.wrong(
          CommitOptions.WHEN_IDLE, "is for settings alone: release a device when it is idle");
    }
    boolean dryRun = call.query().flag("dryRun", body.errors());
    body.done();
    call.caller().requireScope(which);
    requireKnown(which);
    if (how.equals(KEEP)) {
      return keep(call, which, options.reason(), dryRun);
    }
    Request style =
        ChangeRequest.request(Optional.empty(), options, call.caller()).expecting(digest);
    if (dryRun) {
      return HttpReply.ok(plan(restoring(which, overwrite, leave, style), which));
    }
    return submission.begin(
        "release", call, () -> restoring(which, overwrite, leave, style).request());
  }

  private Releases.Restoring restoring(
      Set<DeviceId> which, boolean overwrite, Set<Key> leave, Request style) {
    Releases.Restoring all = releases.restoring(which, overwrite, style);
    Releases.Restoring rest = releases.leaving(all.request(), leave);
    return new Releases.Restoring(
        rest.request(),
        Stream.concat(all.untouched().stream(), rest.untouched().stream()).toList());
  }

  private static Set<DeviceId> devices(JsonObjectReader body) {
    Set<DeviceId> all = new TreeSet<>();
    for (JsonNode one : body.needElements(DEVICES, 1, MOST).orElse(List.<JsonNode>of())) {
      body.errors().parsed(DEVICES, () -> new DeviceId(one.asString(""))).ifPresent(all::add);
    }
    return all;
  }

  private void requireKnown(Set<DeviceId> which) {
    for (DeviceId device : which) {
      Target whole = new Target.Device(device);
      if (!resources.known(whole) && !resources.knows(whole)) {
        throw ProblemException.notFound("no device " + device + " here");
      }
    }
  }

  private Fields plan(Releases.Restoring restoring, Set<DeviceId> which) {
    List<String> names =
        which.stream()
            .flatMap(device -> releases.names(device).stream().map(name -> device + ": " + name))
            .toList();
    return submission.plan(restoring).with("names", names);
  }

  /** One after the other: what was left before one failed stays left, and is in the list. */
  private HttpReply keep(HttpCall call, Set<DeviceId> which, String reason, boolean dryRun) {
    if (!dryRun) {
      which.forEach(device -> releases.keep(device, call.actor(), reason));
      return list(call);
    }
    SortedMap<DeviceId, Integer> changed = releases.changed();
    return HttpReply.ok(
        new Fields()
            .with(
                "items",
                which.stream().map(one -> managed(one, changed, releases.names(one))).toList()));
  }

  private HttpReply giveBack(HttpCall call) {
    DeviceId device = TargetPath.asked(call).device();
    call.caller().requireScope(List.of(device));
    releases.giveBack(device, call.actor());
    return list(call);
  }
}
