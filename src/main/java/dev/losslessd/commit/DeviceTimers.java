package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.store.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What devices hold of commits under timers of their own. Such a timer is for the case that this
 * daemon is gone for good; while it lives it ends windows itself, before the device does.
 *
 * @param unable devices whose timers cannot be started again; they are not asked each time
 */
record DeviceTimers(
    EngineDependencies dependencies,
    Runner runner,
    CommitLog commitLog,
    Map<DeviceId, String> unable) {
  /** A device waits this much longer than the window lasts. */
  static final Duration GRACE = Duration.ofSeconds(120);

  /** The daemon's own rollback begins so long before a device takes anything back at least. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(DeviceTimers.class);

  static DeviceTimers of(EngineDependencies dependencies, Runner runner, CommitLog commitLog) {
    return new DeviceTimers(dependencies, runner, commitLog, new ConcurrentHashMap<>());
  }

  /** The devices' own timers that a rollback of this commit has to end. */
  Map<DeviceId, Hold> of(CommitRecord record) {
    Map<DeviceId, Hold> all = new TreeMap<>();
    record
        .timers()
        .keySet()
        .forEach(device -> all.put(device, new Hold(record.id(), Duration.ZERO)));
    return all;
  }

  /**
   * How far a window may reach.
   *
   * @param within from now at most; never so long that a device acts before the daemon's rollback
   * @param because what bounds it; empty if nothing does
   */
  record Reach(Duration within, String because) {}

  /**
   * Starts timers again that run out too early. A device that cannot bounds the window.
   *
   * @param wanted length of the window from now
   */
  Reach reach(String id, Duration wanted) {
    Reach reach = new Reach(wanted, "");
    List<DeviceId> prolonged = new ArrayList<>();
    Map<DeviceId, Due> timers = commitLog.record(id).orElseThrow().timers();
    for (Map.Entry<DeviceId, Due> one : new TreeMap<>(timers).entrySet()) {
      Duration latest = dependencies.time().left(one.getValue()).minus(MARGIN);
      if (latest.compareTo(wanted) < 0) {
        Optional<String> why = extend(one.getKey(), new Hold(id, wanted.plus(GRACE)));
        if (why.isEmpty()) {
          prolonged.add(one.getKey());
        } else if (latest.compareTo(reach.within()) < 0) {
          reach = new Reach(latest, because(one.getKey(), one.getValue(), why.get()));
        }
      }
    }
    if (!prolonged.isEmpty()) {
      Due until = dependencies.time().in(wanted.plus(GRACE));
      boolean _ =
          commitLog.appendOrShow(
              new Entry.Held(id, prolonged, until, true, dependencies.time().now()));
    }
    return reach;
  }

  private static String because(DeviceId device, Due until, String why) {
    return device + " takes it back by its own timer at " + until.at() + ", which goes on: " + why;
  }

  private Optional<String> extend(DeviceId device, Hold hold) {
    String known = unable.get(device);
    if (known != null) {
      return Optional.of(known);
    }
    try {
      runner.extend(device, hold);
      return Optional.empty();
    } catch (DeviceException e) {
      if (e.kind() == DeviceException.Kind.UNSUPPORTED) {
        unable.put(device, e.getMessage());
      }
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Asks each device that holds a confirmed commit to keep it. One that does not answer is asked
   * again until it does: what its timer did is read from it, never worked out by a clock.
   */
  void keep(CommitRecord record, Live live) {
    Map<DeviceId, String> failed = new ConcurrentHashMap<>();
    runner.parallel().each(record.timers().keySet(), device -> keep(record, device, failed));
    live.unkept = Map.copyOf(failed);
    if (failed.isEmpty()) {
      boolean _ = commitLog.appendOrShow(new Entry.Kept(record.id(), dependencies.time().now()));
    } else {
      failed.values().forEach(why -> LOG.warn("commit {} is not kept yet: {}", record.id(), why));
      live.next = dependencies.time().in(AGAIN);
    }
  }

  private void keep(CommitRecord record, DeviceId device, Map<DeviceId, String> failed) {
    try {
      runner.confirm(device, new Hold(record.id(), Duration.ZERO));
    } catch (DeviceException e) {
      if (!isOver(record, device, e)) {
        failed.put(device, e.getMessage());
      }
    }
  }

  /** Whether the device's timer has ended, with or without our values, as the device shows it. */
  private boolean isOver(CommitRecord record, DeviceId device, DeviceException refused) {
    List<Change> its =
        record.state().changes().stream().filter(change -> change.device().equals(device)).toList();
    try {
      runner.requireHolds(its);
      Due end = record.timers().get(device);
      return end != null
          && refused.kind() != DeviceException.Kind.TIMEOUT
          && dependencies.time().isOver(end.plus(MARGIN));
    } catch (DeviceException e) {
      boolean lapsed = e.kind() == DeviceException.Kind.LIED;
      if (lapsed) {
        LOG.error(
            "{} took back what was confirmed by {}; it shows as drift: {}",
            device,
            record.id(),
            e.getMessage());
      }
      return lapsed;
    }
  }

  /** Says which of the devices that still hold a timer will revert by themselves, and when. */
  String byThemselves(CommitRecord record, Set<DeviceId> left) {
    Map<DeviceId, Due> held = new TreeMap<>(record.timers());
    held.keySet().retainAll(left);
    held.values().removeIf(until -> dependencies.time().left(until).isNegative());
    return held.entrySet().stream()
        .map(one ->
            "; " + one.getKey() + " takes it back by its own timer at " + one.getValue().at())
        .collect(Collectors.joining());
  }

  /** Devices that would revert a confirmed commit, and why they were not asked to keep it. */
  Map<DeviceId, String> unkept(CommitRecord record, Live live) {
    Map<DeviceId, String> all = new TreeMap<>();
    if (record.state() instanceof Commit.Confirmed) {
      live.unkept.forEach((device, why) ->
          all.put(
              device,
              "commit %s is confirmed, but the device takes it back at %s: %s"
                  .formatted(
                      record.id(),
                      Optional.ofNullable(record.timers().get(device)).map(Due::at).orElse(null),
                      why)));
    }
    return all;
  }
}
