package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.plan.Wave;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The guards of commits that are not decided, asked at each look. A commit in waves has one for
 * each wave that has begun.
 */
public final class Guards {
  private static final Logger LOG = LoggerFactory.getLogger(Guards.class);

  private final Guard guard;
  private final Map<String, List<Round>> rounds = new ConcurrentHashMap<>();

  /** One watch; it judges once the last write of its changes was read back. */
  private static final class Round {
    final Guard.Watch watch;
    volatile boolean judges;

    Round(Guard.Watch watch) {
      this.watch = watch;
    }
  }

  Guards(Guard guard) {
    this.guard = guard;
  }

  /** Before the first write. */
  void begin(String id, Plan plan) {
    Set<PortId> ports = Change.touched(plan.changes());
    add(id, guard.begin(Guard.Scope.of(plan.changes(), ports, Set.of())));
  }

  /** Before the first write of a wave; those of earlier waves go on. */
  void begin(String id, Wave wave) {
    handOver(id, wave.ports());
    add(id, guard.begin(scope(wave)));
  }

  private static Guard.Scope scope(Wave wave) {
    return Guard.Scope.of(wave.changes(), wave.ports(), wave.control());
  }

  /** There is no control group any more. */
  void handOver(String id, Set<PortId> ports) {
    of(id).forEach(round -> round.watch.handOver(ports));
  }

  /** After the last write of all, or of the wave. */
  void applied(String id) {
    last(id)
        .ifPresent(round -> {
          round.watch.applied();
          round.judges = true;
        });
  }

  /** Judges the wave again, from a new baseline. */
  void again(String id, Wave wave) {
    last(id)
        .ifPresent(round -> {
          round.watch.end();
          of(id).remove(round);
          handOver(id, wave.ports());
          add(id, guard.again(round.watch, scope(wave)));
        });
    applied(id);
  }

  /**
   * What the guards of a commit say now. A fault of a rule is no verdict: it is reported, the
   * commit counts as undecided, and the rule is asked again at the next look.
   */
  Opinion opinion(String id) {
    List<Round> all = of(id).stream().filter(round -> round.judges).toList();
    if (all.isEmpty()) {
      return Opinion.NONE;
    }
    Guard.Watch newest = all.getLast().watch;
    try {
      for (Round round : all) {
        Optional<String> breach = round.watch.breach();
        if (breach.isPresent()) {
          return new Opinion(breach, Optional.empty(), Optional.empty(), Optional.empty());
        }
      }
      return new Opinion(Optional.empty(), newest.shared(), newest.undecided(), newest.idle());
    } catch (RuntimeException | AssertionError e) {
      LOG.error("the guard of {} could not judge, and is asked again", id, e);
      Optional<String> fault = Optional.of("the guard could not judge: " + e);
      return new Opinion(Optional.empty(), Optional.empty(), fault, Optional.empty());
    }
  }

  /** Why the newest wave, or a commit without waves, is not judged yet. */
  public Optional<String> undecided(String id) {
    return asked(id, () -> last(id).flatMap(round -> round.watch.undecided()));
  }

  /** Why a judgement of the newest wave, or of all, rests on no traffic. */
  public Optional<String> idle(String id) {
    return asked(id, () -> last(id).flatMap(round -> round.watch.idle()));
  }

  private static Optional<String> asked(String id, Supplier<Optional<String>> question) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      LOG.error("the guard of {} could not judge", id, e);
      return Optional.empty();
    }
  }

  /** Ends all watches of a commit, whatever one of them throws. */
  void end(String id) {
    List<Round> all = rounds.remove(id);
    if (all != null) {
      all.forEach(round -> {
        try {
          round.watch.end();
        } catch (RuntimeException | AssertionError e) {
          LOG.error("a guard of {} did not end", id, e);
        }
      });
    }
  }

  private void add(String id, Guard.Watch watch) {
    rounds.computeIfAbsent(id, first -> new CopyOnWriteArrayList<>()).add(new Round(watch));
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
