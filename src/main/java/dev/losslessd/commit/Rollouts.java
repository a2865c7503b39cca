package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Stages;
import dev.losslessd.plan.Wave;
import dev.losslessd.plan.Waves;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Applies a plan wave by wave, with a soak after each. The next wave begins when the soak is over
 * and the guard has judged the last one and found nothing. What also hits the control group is not
 * the change's fault: the wave soaks again. A wave that is held longer than the confirm window
 * lasts is undone with all before it.
 */
final class Rollouts {
  private static final Duration STEP = Duration.ofSeconds(1);

  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final ConfirmWindows confirmWindows;

  Rollouts(
      EngineDependencies dependencies,
      Runner runner,
      CommitLog commitLog,
      ConfirmWindows confirmWindows) {
    this.dependencies = dependencies;
    this.runner = runner;
    this.commitLog = commitLog;
    this.confirmWindows = confirmWindows;
  }

  /** None for a plan that goes all at once. */
  List<Wave> split(Plan plan, Optional<Rollout> rollout) {
    return rollout
        .map(asked ->
            Waves.split(plan.changes(), dependencies.surroundings().around(), asked.waves()))
        .orElse(List.of())
        .stream()
        .map(this::contracted)
        .toList();
  }

  /** Each wave in batches of its own. */
  private Wave contracted(Wave wave) {
    return wave.with(
        Stages.contract(
            wave.changes(),
            dependencies.surroundings().around(),
            runner.holding(wave.changes()),
            JoinedWrites.of(dependencies.devices(), wave.changes())));
  }

  /** The plan with its changes in the order of the waves: the journal undoes it last first. */
  static Plan inOrder(Plan plan, List<Wave> waves) {
    List<Change> row = waves.stream().flatMap(wave -> wave.changes().stream()).toList();
    return waves.isEmpty() ? plan : plan.with(row);
  }

  /**
   * @param plan in the order of its waves
   * @param asked how it goes on from wave to wave
   * @param window of the confirmation after the last soak
   */
  void begin(String id, Plan plan, List<Wave> waves, Rollout asked, Duration window) {
    One one = new One(id, plan, waves, asked, window);
    dependencies
        .time()
        .threads()
        .execute(() -> confirmWindows.turns().alone(id, () -> one.write(0, 0)));
  }

  /** One rollout under way. Every method runs while no other decision about it can. */
  private final class One {
    private final String id;
    private final Plan plan;
    private final List<Wave> waves;
    private final Duration soak;
    private final boolean acceptIdle;
    private final Duration window;
    private String heldBefore = "";

    One(String id, Plan plan, List<Wave> waves, Rollout asked, Duration window) {
      this.id = id;
      this.plan = plan;
      this.waves = waves;
      this.soak = asked.soak();
      this.acceptIdle = asked.acceptIdle();
      this.window = window;
    }

    /**
     * @param done changes of the waves before
     */
    void write(int number, int done) {
      Wave wave = waves.get(number);
      int end = done + wave.changes().size();
      PlanExecution planExecution =
          new PlanExecution(dependencies, runner, commitLog, id, wave.changes());
      try {
        heldBefore = "writing";
        requireAlone(number, wave);
        requireAsPlanned(number, wave);
        confirmWindows.guards().begin(id, wave);
        commitLog.append(new Entry.Wave(id, number + 1, waves.size(), end, now()));
        dependencies.tell(commitLog.commit(id).orElseThrow(), AuditEvent.DAEMON);
        Duration within = left(number).plus(window).plus(DeviceTimers.GRACE);
        confirmWindows.writing(id, planExecution, () -> planExecution.run(within));
        runner.requireHolds(plan.changes().subList(0, end));
        planExecution.requireGoing();
        confirmWindows.guards().applied(id, this::breached);
        soak(number, end, now().plus(soak), now().plus(soak).plus(window), "");
      } catch (RuntimeException e) {
        String where = "wave " + (number + 1) + " of " + waves.size() + ": ";
        List<Change> begun = new ArrayList<>(plan.changes().subList(0, done));
        begun.addAll(planExecution.begun());
        confirmWindows.undo(id, begun, where + Applier.reason(e), planExecution.actor());
      }
    }

    /**
     * Refuses a wave whose targets another agent has taken since it was planned, unless that is
     * waived.
     */
    private void requireAlone(int number, Wave wave) {
      String rule = PlanRule.SECOND_WRITER.id();
      if (number == 0
          || plan.waived().stream().anyMatch(one -> one.refusal().rule().equals(rule))) {
        return;
      }
      SecondWriter.known(wave.changes(), runner)
          .ifPresent(why -> {
            throw new CommitException(CommitException.Kind.STATE, "not begun: " + why);
          });
    }

    /**
     * Refuses a wave if someone changed its settings since it was planned. Their values would be
     * lost, and its undo would restore older ones.
     */
    private void requireAsPlanned(int number, Wave wave) {
      if (number == 0) {
        return;
      }
      for (Target target : Claims.of(wave.changes())) {
        Observed now = runner.read(target);
        for (Change change : wave.changes()) {
          Key key = new Key(change.target(), change.kind());
          if (change.target().equals(target) && !Ours.is(now, key, plan.changes())) {
            throw new CommitException(
                CommitException.Kind.STATE,
                "not begun: " + key + " was set by somebody else since this was planned");
          }
        }
      }
    }

    /** The soaks that are still to come, that of this wave included. */
    private Duration left(int number) {
      return soak.multipliedBy(waves.size() - number);
    }

    private void breached(String why) {
      confirmWindows.breached(id, why);
    }

    /**
     * @param until when the wave is asked again
     * @param patience when it has been held for too long
     * @param held why it waits beyond its soak; empty where it does not
     */
    private void soak(int number, int end, Instant until, Instant patience, String held) {
      Commit before = commitLog.commit(id).orElseThrow();
      Progress progress = Progress.writing(number + 1, waves.size(), end).soaking(until, held);
      Commit soaking = new Commit.Applying(before.run(), Optional.of(progress));
      commitLog.show(soaking);
      confirmWindows
          .turns()
          .arm(
              id,
              until,
              () -> confirmWindows.turns().alone(id, () -> soaked(number, end, patience)));
      if (!held.equals(heldBefore)) {
        heldBefore = held;
        dependencies.tell(soaking, AuditEvent.DAEMON);
      }
    }

    private void soaked(int number, int end, Instant patience) {
      if (!(commitLog.commit(id).orElseThrow() instanceof Commit.Applying)) {
        return;
      }
      Optional<String> shared = confirmWindows.guards().shared(id);
      Optional<String> wait = shared.or(this::mustWait);
      Optional<String> over = wait.flatMap(_ -> tooLongFor(number));
      if (over.isPresent()) {
        confirmWindows.undo(id, over.get(), AuditEvent.DAEMON);
      } else if (wait.isEmpty()) {
        next(number, end);
      } else if (!now().isBefore(patience)) {
        confirmWindows.undo(
            id,
            "wave "
                + (number + 1)
                + " of "
                + waves.size()
                + " was held for "
                + window.toSeconds()
                + " s: "
                + wait.get(),
            AuditEvent.DAEMON);
      } else if (shared.isPresent()) {
        confirmWindows.guards().again(id, waves.get(number), this::breached);
        soak(number, end, now().plus(soak), patience, wait.get());
      } else {
        soak(number, end, now().plus(STEP), patience, wait.get());
      }
    }

    /** Says why a device's own timer ends before the waves that are left; else empty. */
    private Optional<String> tooLongFor(int number) {
      Instant needed = now().plus(left(number));
      DeviceTimers.Reach reach = confirmWindows.deviceTimers().reach(id, needed.plus(window));
      return reach.until().isBefore(needed) ? Optional.of(reach.because()) : Optional.empty();
    }

    private Optional<String> mustWait() {
      return dependencies.writePolicy().mayWrite()
          ? confirmWindows.guards().undecided(id).or(this::idle)
          : Optional.of(dependencies.writePolicy().reason());
    }

    private Optional<String> idle() {
      return acceptIdle ? Optional.empty() : confirmWindows.guards().idle(id);
    }

    private void next(int number, int end) {
      if (number + 1 < waves.size()) {
        write(number + 1, end);
      } else {
        open(end);
      }
    }

    private void open(int end) {
      try {
        confirmWindows.openGuarded(id, window);
      } catch (StoreException e) {
        confirmWindows.undo(
            id, plan.changes().subList(0, end), String.valueOf(e.getMessage()), AuditEvent.DAEMON);
      }
    }

    private Instant now() {
      return dependencies.time().now();
    }
  }
}
