package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Releases;
import dev.losslessd.commit.Request;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Release;
import dev.losslessd.model.Role;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.watch.DeviceReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What this agent has changed on devices, and how it leaves them. */
final class ReleaseRoutes {
  private static final String ALL = "/api/v1/releases";
  private static final String DEVICES = "devices";
  private static final String HOW = "how";
  private static final String RESTORE = "restore";
  private static final String KEEP = "keep";
  private static final String OVERWRITE = "overwrite";
  private static final int MOST = 4096;

  private final CommitEngine commitEngine;
  private final Releases releases;
  private final Resources resources;
  private final DeviceReport devices;
  private final Supplier<List<WaveSize>> usualWaves;
  private final CommitWait wait;
  private final IdempotencyCache idempotencyCache;

  ReleaseRoutes(
      CommitEngine commitEngine,
      Resources resources,
      DeviceReport devices,
      Supplier<List<WaveSize>> usualWaves,
      CommitWait wait) {
    this.commitEngine = commitEngine;
    this.releases = commitEngine.releases();
    this.resources = resources;
    this.devices = devices;
    this.usualWaves = usualWaves;
    this.wait = wait;
    this.idempotencyCache = new IdempotencyCache(commitEngine);
  }

  List<Route> routes() {
    return List.of(
        NamedPage.of(
            Route.list(
                ALL,
                "What this agent has changed on each device, and what it left",
                "ReleaseList",
                this::list),
            "leaf1"),
        CommitWait.of(
                Route.post(
                        ALL,
                        "Leaves devices: puts back what was found, or keeps what is there",
                        "ReleaseRequest",
                        this::release)
                    .takes("ReleaseRequest", true)
                    .fails(404, 409, 422, 503))
            .header(
                "Idempotency-Key",
                false,
                "the same key and body begin nothing twice, also after a restart")
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
    SortedMap<DeviceId, ObjectNode> all = new TreeMap<>();
    SortedMap<DeviceId, Integer> changed = releases.changed();
    changed.forEach((device, _) -> all.put(device, managed(device, changed)));
    releases
        .begun()
        .forEach((device, commit) ->
            all.computeIfAbsent(device, one -> managed(one, changed))
                .put("state", "releasing")
                .put("commit", commit));
    List<Release> wanted = releases.wanted();
    releases.all().forEach(one -> all.put(one.device(), json(one, wanted.contains(one))));
    return new NamedPage<Map.Entry<DeviceId, ObjectNode>, DeviceId>(
            Map.Entry::getKey, DeviceId::new)
        .answer(call.query(), all.entrySet().stream(), Map.Entry::getValue);
  }

  private static ObjectNode managed(DeviceId device, Map<DeviceId, Integer> changed) {
    ObjectNode json =
        Json.object()
            .put("device", device.name())
            .put("state", "managed")
            .put("changed", changed.getOrDefault(device, 0));
    json.putArray("names");
    return json;
  }

  private static ObjectNode json(Release one, boolean wanted) {
    ObjectNode json =
        Json.object()
            .put("device", one.device().name())
            .put("state", one.how().word())
            .put("changed", 0)
            .put("since", one.since().toString())
            .put("actor", one.actor())
            .put("reason", one.reason())
            .put("declared", wanted);
    return json.set("names", texts(one.names()));
  }

  private static ArrayNode texts(List<String> lines) {
    ArrayNode list = Json.array();
    lines.forEach(list::add);
    return list;
  }

  private HttpReply release(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    JsonObjectReader body = JsonObjectReader.of(call.json(), "", errors);
    Set<DeviceId> which = devices(body, errors);
    String how = body.needText(HOW).orElse("");
    if (!how.isEmpty() && !Set.of(RESTORE, KEEP).contains(how)) {
      errors.add(HOW, "is '" + Json.cut(how, 60) + "', expected restore or keep");
    }
    boolean overwrite = body.flag(OVERWRITE).orElse(false);
    Set<Key> leave = LeftSettings.of(body, errors);
    Optional<String> digest = body.text("digest");
    CommitOptions options = CommitOptions.of(body, usualWaves.get(), errors);
    if (options.terms().whenIdle()) {
      errors.add(
          CommitOptions.WHEN_IDLE, "is for settings alone: release a device when it is idle");
    }
    DeviceLabels.requireKnown(options.terms().rollout(), devices.waveLabels(), errors);
    body.end();
    boolean dryRun = call.query().flag("dryRun", errors);
    errors.throwIfAny();
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
    HttpReply begun =
        idempotencyCache.once(
            "release",
            call,
            key ->
                commitEngine.submit(
                    restoring(which, overwrite, leave, style).request().keyed(key)));
    String commit = begun.headers().getOrDefault("Location", "");
    return wait.answer(call, begun, commit.substring(commit.lastIndexOf('/') + 1));
  }

  private Releases.Restoring restoring(
      Set<DeviceId> which, boolean overwrite, Set<Key> leave, Request style) {
    Releases.Restoring all = releases.restoring(which, overwrite, style);
    Releases.Restoring rest = releases.leaving(all.request(), leave);
    return new Releases.Restoring(
        rest.request(),
        Stream.concat(all.untouched().stream(), rest.untouched().stream()).toList());
  }

  private static Set<DeviceId> devices(JsonObjectReader body, FieldErrors errors) {
    Set<DeviceId> all = new TreeSet<>();
    for (JsonNode one : body.needElements(DEVICES, 1, MOST).orElse(List.<JsonNode>of())) {
      try {
        all.add(new DeviceId(one.asString("")));
      } catch (IllegalArgumentException e) {
        errors.add(DEVICES, Json.cut(String.valueOf(e.getMessage()), 200));
      }
    }
    return all;
  }

  private void requireKnown(Set<DeviceId> which) {
    for (DeviceId device : which) {
      Target whole = new Target.Device(device);
      if (!resources.known(whole) && !resources.knows(whole)) {
        throw new ProblemException(Problem.notFound("no device " + device + " here"));
      }
    }
  }

  private ObjectNode plan(Releases.Restoring restoring, Set<DeviceId> which) {
    Plan plan = commitEngine.preview(restoring.request());
    ObjectNode json = PlanJson.plan(plan, restoring.request().terms().rollout(), commitEngine);
    LeftSettings.put(json, restoring.untouched());
    ArrayNode names = json.putArray("names");
    which.forEach(
        device -> releases.names(device).forEach(name -> names.add(device + ": " + name)));
    return json;
  }

  /** One after the other: what was left before one failed stays left, and is in the list. */
  private HttpReply keep(HttpCall call, Set<DeviceId> which, String reason, boolean dryRun) {
    if (!dryRun) {
      which.forEach(device -> releases.keep(device, call.actor(), reason));
      return list(call);
    }
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    SortedMap<DeviceId, Integer> changed = releases.changed();
    List<DeviceId> asked = new ArrayList<>(which);
    asked.forEach(
        device -> items.add(managed(device, changed).set("names", texts(releases.names(device)))));
    return HttpReply.ok(json);
  }

  private HttpReply giveBack(HttpCall call) {
    DeviceId device = TargetPath.asked(call).device();
    call.caller().requireScope(List.of(device));
    releases.giveBack(device, call.actor());
    return list(call);
  }
}
