package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.watch.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** File, override and device side by side: settings of which not all three agree. */
final class DiffRoute {
  private static final Reading NOT_READ = new Reading.Unread("not read yet, or written since");

  private final CommitEngine commitEngine;
  private final Readings readings;

  DiffRoute(CommitEngine commitEngine, Readings readings) {
    this.commitEngine = commitEngine;
    this.readings = readings;
  }

  Route route() {
    return FindingRoutes.ofSettings(
            Route.list(
                "/api/v1/diff",
                "File, override and device, where they do not agree",
                "Diff",
                this::diff))
        .query("target", "string", "only this port (gpu01:ens1f0np0), or this device")
        .query("all", "boolean", "those that agree too");
  }

  private HttpReply diff(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    boolean all = call.query().flag("all", errors);
    ListFilter filter = new ListFilter(call.query(), errors);
    errors.throwIfAny();
    Predicate<Target> asked = call.query().text("target").map(DiffRoute::only).orElse(_ -> true);
    Intent intent = commitEngine.intent();
    SortedMap<Key, ObjectNode> items = new TreeMap<>();
    int unknown = 0;
    int unsupported = 0;
    for (var wanted : intent.effective().entrySet()) {
      Key key = wanted.getKey();
      if (asked.test(key.target()) && FindingRoutes.takes(filter, key)) {
        Reading reading = reading(key);
        InSync inSync = InSync.of(wanted.getValue(), reading);
        boolean lacks = reading instanceof Reading.Unsupported;
        unsupported += lacks ? 1 : 0;
        unknown += !lacks && inSync.verdict() == Verdict.UNKNOWN ? 1 : 0;
        if (all || inSync.verdict() == Verdict.BROKEN || intent.shadowed(key).isPresent()) {
          items.put(key, item(Layers.of(key, intent), reading, inSync));
        }
      }
    }
    ObjectNode body =
        Json.object()
            .put("wanted", intent.effective().size())
            .put("unknown", unknown)
            .put("unsupported", unsupported);
    return FindingRoutes.bySetting()
        .answer(call.query(), body, items.entrySet().stream(), Map.Entry::getValue);
  }

  private Reading reading(Key key) {
    Optional<Observation> seen = readings.seen(key.target());
    return seen.map(one -> one.observed().reading(key.kind())).orElse(NOT_READ);
  }

  /** A layer that wants nothing of it is null. */
  private static ObjectNode item(Layers layers, Reading reading, InSync inSync) {
    ObjectNode json = PlanJson.key(layers.key());
    put(json, "file", layers.file());
    put(json, "override", layers.override());
    json.set("observed", Resources.status(reading));
    return json.put("shadowed", layers.shadowed().isPresent())
        .put("inSync", inSync.word())
        .put("message", inSync.message());
  }

  private static void put(ObjectNode json, String name, Optional<Setting> value) {
    value.ifPresentOrElse(one -> json.set(name, SettingJson.write(one)), () -> json.putNull(name));
  }

  /** A device stands for all its ports. */
  private static Predicate<Target> only(String text) {
    try {
      Target target = Target.parse(text);
      DeviceId device = target.device();
      return target instanceof Target.Device ? one -> one.device().equals(device) : target::equals;
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.badInput("target", Json.cut(String.valueOf(e.getMessage()), 200)));
    }
  }
}
