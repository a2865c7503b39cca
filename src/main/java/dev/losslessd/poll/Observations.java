package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Target;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of all targets as last read. App runs it every few seconds, after each commit and
 * whenever the kernel reports a change.
 */
public final class Observations implements Runnable {
  private final Supplier<? extends Iterable<? extends Session>> sessions;
  private final InstantSource clock;
  private final Runnable changed;
  private final Map<Target, Observation> known = new ConcurrentHashMap<>();
  private final Map<Target, Long> written = new ConcurrentHashMap<>();
  private final Set<Target> outdated = ConcurrentHashMap.newKeySet();
  private final ReentrantLock one = new ReentrantLock();

  /**
   * @param sessions of the poller's own; not shared with commits
   * @param changed called after each round in which something differs from the round before
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
        differs |= read(session);
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

  /** Targets that were written since they were last read, so that what is known is outdated. */
  public Set<Target> outdated() {
    return Set.copyOf(outdated);
  }

  /** Said before and after a target is written; a read that is under way does not count. */
  public void outdate(Target target) {
    written.merge(target, 1L, Long::sum);
    outdated.add(target);
  }

  /** A switch that does not answer is asked once in a round, not once for each of its ports. */
  private boolean read(Session session) {
    boolean differs = false;
    @Nullable DeviceException silent = null;
    for (Target target : session.targets()) {
      long writes = written.getOrDefault(target, 0L);
      Observed now;
      try {
        now = silent == null ? session.read(target) : Observed.unread(target, silent.getMessage());
      } catch (DeviceException e) {
        now = Observed.unread(target, e.getMessage());
        silent = isSilence(e, target) ? e : null;
      }
      differs |= keep(target, now);
      if (written.getOrDefault(target, 0L) == writes) {
        outdated.remove(target);
      }
    }
    return differs;
  }

  private boolean keep(Target target, Observed now) {
    Observation before = known.put(target, new Observation(now, clock.instant()));
    return before == null || !before.observed().equals(now);
  }

  /** NICs of one host fail one by one. */
  private static boolean isSilence(DeviceException e, Target target) {
    return target instanceof Target.Device
        && (e.kind() == DeviceException.Kind.TIMEOUT || e.kind() == DeviceException.Kind.GONE);
  }
}
