package dev.losslessd.commit;

import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The guards of commits that are not decided, each asked once a second. */
final class Guards {
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Guard guard;
  private final Timer timer;
  private final Map<String, Round> rounds = new ConcurrentHashMap<>();

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
      watch.breach().ifPresentOrElse(breached, () -> ask(timer, breached));
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
    rounds.put(id, new Round(guard.begin(ports)));
  }

  /**
   * After the last write.
   *
   * @param breached called once, with why
   */
  void applied(String id, Consumer<String> breached) {
    Round round = rounds.get(id);
    if (round != null) {
      round.watch.applied();
      round.ask(timer, breached);
    }
  }

  void end(String id) {
    Round round = rounds.remove(id);
    if (round != null) {
      round.end();
    }
  }
}
