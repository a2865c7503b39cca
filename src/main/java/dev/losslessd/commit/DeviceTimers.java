package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
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
 */
final class DeviceTimers {
  /** A device waits this much longer than the window lasts. */
  static final Duration GRACE = Duration.ofSeconds(120);

  /** The daemon's own undo begins so long before a device takes anything back at least. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(DeviceTimers.class);

  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;

  /** By confirmed commit: devices whose timers still run, and why they could not be stopped. */
  private final Map<String, Map<DeviceId, String>> unkept = new ConcurrentHashMap<>();

  /** Devices whose timers cannot be started anew; they are not asked again and again. */
  private final Map<DeviceId, String> unable = new ConcurrentHashMap<>();

  DeviceTimers(EngineDependencies dependencies, Runner runner, CommitLog commitLog) {
    this.dependencies = dependencies;
    this.runner = runner;
    this.commitLog = commitLog;
  }

  /** The devices' own timers that an undo of this commit has to end. */
  Map<DeviceId, Hold> of(String id) {
    Map<DeviceId, Hold> all = new TreeMap<>();
    commitLog.held(id).keySet().forEach(device -> all.put(device, new Hold(id, Duration.ZERO)));
    return all;
  }

  /**
   * How far the window may reach.
   *
   * @param until at most; never later than the daemon's undo can come before a device's
   * @param because what bounds it; empty if nothing does
   */
  record Reach(Instant until, String because) {}

  /**
   * Starts timers anew that run out too early. A device that cannot bounds the window.
   *
   * @param wanted the end of the window
   */
  Reach reach(String id, Instant wanted) {
    Instant end = wanted.plus(GRACE);
    Reach reach = new Reach(wanted, "");
    List<DeviceId> prolonged = new ArrayList<>();
    for (Map.Entry<DeviceId, Instant> one : commitLog.held(id).entrySet()) {
      Instant latest = one.getValue().minus(MARGIN);
      if (latest.isBefore(wanted)) {
        Optional<String> why = extend(one.getKey(), id, end);
        if (why.isEmpty()) {
          prolonged.add(one.getKey());
        } else if (latest.isBefore(reach.until())) {
          reach = new Reach(latest, because(one.getKey(), one.getValue(), why.get()));
        }
      }
    }
    if (!prolonged.isEmpty()) {
      note(new Entry.Held(id, prolonged, Due.at(end), true, dependencies.time().now()));
    }
    return reach;
  }

  private static String because(DeviceId device, Instant until, String why) {
    return device + " takes it back by its own timer at " + until + ", which goes on: " + why;
  }

  private Optional<String> extend(DeviceId device, String id, Instant end) {
    String known = unable.get(device);
    if (known != null) {
      return Optional.of(known);
    }
    try {
      runner.extend(device, new Hold(id, Duration.between(dependencies.time().now(), end)));
      return Optional.empty();
    } catch (DeviceException e) {
      if (e.kind() == DeviceException.Kind.UNSUPPORTED) {
        unable.put(device, e.getMessage());
      }
      return Optional.of(e.getMessage());
    }
  }

  /** Whether a device still has to be asked to keep what was confirmed. */
  boolean pending(String id) {
    return !commitLog.held(id).isEmpty();
  }

  /**
   * After the confirm is durable: no device takes it back any more. One that does not answer is
   * asked again until its timer has run out; what it took back then is drift.
   *
   * @param done runs when no device is left to ask
   */
  void confirm(String id, Runnable done) {
    Map<DeviceId, Instant> held = commitLog.held(id);
    Map<DeviceId, String> failed = new ConcurrentHashMap<>();
    runner
        .parallel()
        .run(
            held.keySet().stream()
                .<Runnable>map(device -> () -> confirm(device, id, failed))
                .toList());
    Instant now = dependencies.time().now();
    failed.forEach((device, why) -> LOG.warn("commit {} is not kept yet: {}", id, why));
    failed.keySet().removeIf(device -> isOver(device, held.getOrDefault(device, now), now));
    if (failed.isEmpty()) {
      unkept.remove(id);
      kept(id, held);
      done.run();
    } else {
      unkept.put(id, Map.copyOf(failed));
      dependencies.time().timer().after(AGAIN, () -> confirm(id, done));
    }
  }

  private void confirm(DeviceId device, String id, Map<DeviceId, String> failed) {
    try {
      runner.confirm(device, new Hold(id, Duration.ZERO));
    } catch (DeviceException e) {
      failed.put(device, e.getMessage());
    }
  }

  private static boolean isOver(DeviceId device, Instant until, Instant now) {
    boolean over = until.isBefore(now);
    if (over) {
      LOG.error("{} took back at {} what was confirmed; it shows as drift", device, until);
    }
    return over;
  }

  private void kept(String id, Map<DeviceId, Instant> held) {
    if (!held.isEmpty()) {
      note(new Entry.Kept(id, dependencies.time().now()));
    }
  }

  /** The devices have it; without the record the next start asks them once more. */
  private void note(Entry entry) {
    try {
      commitLog.append(entry);
    } catch (StoreException e) {
      LOG.error("not journaled, the next start finds out anew: {}", e.getMessage());
      commitLog.show(entry);
    }
  }

  /** Says which of the devices that still hold a timer will revert by themselves, and when. */
  String byThemselves(String id, Set<DeviceId> left) {
    Map<DeviceId, Instant> held = commitLog.held(id);
    held.keySet().retainAll(left);
    held.values().removeIf(until -> until.isBefore(dependencies.time().now()));
    return held.entrySet().stream()
        .map(one -> "; " + one.getKey() + " takes it back by its own timer at " + one.getValue())
        .collect(Collectors.joining());
  }

  /** Devices that would revert a confirmed change, and why they were not asked to keep it. */
  Map<DeviceId, String> unkept() {
    Map<DeviceId, String> all = new TreeMap<>();
    unkept.forEach((id, devices) ->
        devices.forEach((device, why) ->
            all.put(
                device,
                "commit "
                    + id
                    + " is confirmed, but the device takes it back at "
                    + commitLog.held(id).get(device)
                    + ": "
                    + why)));
    return all;
  }
}
