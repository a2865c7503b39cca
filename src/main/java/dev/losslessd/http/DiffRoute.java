package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** File, override and device side by side: settings of which not all three agree. */
record DiffRoute(CommitEngine commitEngine, Readings readings) {
  private static final Reading NOT_READ = new Reading.Unread("not read yet, or written since");

  Route route() {
    return Route.list(
            "/api/v1/diff",
            "File, override and device, where they do not agree",
            "Diff",
            this::diff)
        .bySetting()
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
    SortedMap<Key, Fields> items = new TreeMap<>();
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
    Fields body =
        new Fields()
            .with("wanted", intent.effective().size())
            .with("unknown", unknown)
            .with("unsupported", unsupported);
    return FindingRoutes.bySetting()
        .answer(call.query(), body, items.entrySet().stream(), Map.Entry::getValue);
  }

  private Reading reading(Key key) {
    Optional<Observation> seen = readings.seen(key.target());
    return seen.map(one -> one.observed().reading(key.kind())).orElse(NOT_READ);
  }

  /** A layer that wants nothing of it is null. */
  private static Fields item(Layers layers, Reading reading, InSync inSync) {
    return PlanJson.key(layers.key())
        .with("file", layers.file().map(SettingJson::write))
        .with("override", layers.override().map(SettingJson::write))
        .with("observed", Resources.status(reading))
        .with("shadowed", layers.shadowed().isPresent())
        .with("inSync", inSync.word())
        .with("message", inSync.message());
  }

  /** A device stands for all its ports. */
  private static Predicate<Target> only(String text) {
    try {
      Target target = Target.parse(text);
      DeviceId device = target.device();
      return target instanceof Target.Device ? one -> one.device().equals(device) : target::equals;
    } catch (IllegalArgumentException e) {
      throw ProblemException.badInput("target", Json.cut(String.valueOf(e.getMessage()), 200));
    }
  }
}
