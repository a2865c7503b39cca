package dev.losslessd.commit;

import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.plan.Wave;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The guards of commits that are not decided, each asked once a second. A commit in waves has one
 * for each wave that has begun.
 */
public final class Guards {
  private static final Logger LOG = LoggerFactory.getLogger(Guards.class);
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Guard guard;
  private final Timer timer;
  private final Map<String, List<Round>> rounds = new ConcurrentHashMap<>();

  private static final class Round {
    final Guard.Watch watch;
    private Timer.Ticket next = () -> {};
    private boolean over;

    Round(Guard.Watch watch) {
      this.watch = watch;
    }

    synchronized void end() {
      over = true;
      next.cancel();
      watch.end();
    }

    synchronized void ask(Timer timer, Consumer<String> breached) {
      if (!over) {
        next = timer.after(STEP, () -> answer(timer, breached));
      }
    }

    /** Without the lock: an undo takes long, and ends this round itself. */
    private void answer(Timer timer, Consumer<String> breached) {
      breach().ifPresentOrElse(breached, () -> ask(timer, breached));
    }

    /** A fault of a rule must not end the watch. */
    private Optional<String> breach() {
      try {
        return watch.breach();
      } catch (RuntimeException e) {
        LOG.error("the guard could not judge, and is asked again", e);
        return Optional.empty();
      }
    }
  }

  Guards(Guard guard, Timer timer) {
    this.guard = guard;
    this.timer = timer;
  }

  /** Before the first write. */
  void begin(String id, Plan plan) {
    Set<PortId> ports =
        plan.changes().stream()
            .flatMap(change -> change.touches().stream())
            .collect(Collectors.toUnmodifiableSet());
    add(id, new Round(guard.begin(Guard.Scope.of(plan.changes(), ports, Set.of()))));
  }

  /** Before the first write of a wave; those of earlier waves go on. */
  void begin(String id, Wave wave) {
    handOver(id, wave.ports());
    add(id, new Round(guard.begin(scope(wave))));
  }

  private static Guard.Scope scope(Wave wave) {
    return Guard.Scope.of(wave.changes(), wave.ports(), wave.control());
  }

  /** There is no control group any more. */
  void handOver(String id, Set<PortId> ports) {
    of(id).forEach(round -> round.watch.handOver(ports));
  }

  /**
   * After the last write of all, or of the wave.
   *
   * @param breached called once, with why
   */
  void applied(String id, Consumer<String> breached) {
    last(id)
        .ifPresent(round -> {
          round.watch.applied();
          round.ask(timer, breached);
        });
  }

  /** Judges the wave anew, from a new baseline. */
  void again(String id, Wave wave, Consumer<String> breached) {
    last(id)
        .ifPresent(round -> {
          round.end();
          of(id).remove(round);
          handOver(id, wave.ports());
          add(id, new Round(guard.again(round.watch, scope(wave))));
        });
    applied(id, breached);
  }

  /** Breaches that the control group of the newest wave shows as well. */
  Optional<String> shared(String id) {
    return last(id).flatMap(round -> round.watch.shared());
  }

  /** Why the newest wave, or a commit without waves, is not judged yet. */
  public Optional<String> undecided(String id) {
    return last(id).flatMap(round -> round.watch.undecided());
  }

  /** Why a judgement of the newest wave, or of all, rests on no traffic. */
  public Optional<String> idle(String id) {
    return last(id).flatMap(round -> round.watch.idle());
  }

  void end(String id) {
    List<Round> all = rounds.remove(id);
    if (all != null) {
      all.forEach(Round::end);
    }
  }

  private void add(String id, Round round) {
    rounds.computeIfAbsent(id, first -> new CopyOnWriteArrayList<>()).add(round);
  }

  private List<Round> of(String id) {
    List<Round> all = rounds.get(id);
    return all == null ? List.of() : all;
  }

  private Optional<Round> last(String id) {
    List<Round> all = of(id);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }
}
