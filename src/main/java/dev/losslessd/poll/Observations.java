package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The settings of all targets as last read. App runs it every few seconds, after each commit and
 * whenever the kernel says that somebody changed something.
 */
public final class Observations implements Runnable {
  private final Supplier<? extends Iterable<? extends Session>> sessions;
  private final InstantSource clock;
  private final Runnable changed;
  private final Map<Target, Observation> known = new ConcurrentHashMap<>();
  private final ReentrantLock one = new ReentrantLock();

  /**
   * @param sessions of the poller's own; not shared with commits
   * @param changed told after each round in which something differs from the round before
   */
  public Observations(
      Supplier<? extends Iterable<? extends Session>> sessions,
      InstantSource clock,
      Runnable changed) {
    this.sessions = sessions;
    this.clock = clock;
    this.changed = changed;
  }

  @Override
  public void run() {
    one.lock();
    try {
      boolean differs = false;
      for (Session session : sessions.get()) {
        for (Target target : session.targets()) {
          differs |= read(session, target);
        }
      }
      if (differs) {
        changed.run();
      }
    } finally {
      one.unlock();
    }
  }

  public Optional<Observation> of(Target target) {
    return Optional.ofNullable(known.get(target));
  }

  public Map<Target, Observation> all() {
    return Map.copyOf(known);
  }

  private boolean read(Session session, Target target) {
    Observed now;
    try {
      now = session.read(target);
    } catch (DeviceException e) {
      now = unread(target, e.getMessage());
    }
    Observation before = known.put(target, new Observation(now, clock.instant()));
    return before == null || !before.observed().equals(now);
  }

  /** A device that does not answer has no values: the old ones may be wrong by now. */
  private static Observed unread(Target target, String why) {
    EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : SettingKind.values()) {
      readings.put(kind, new Reading.Unread(why));
    }
    return new Observed(target, readings);
  }
}
