package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.commit.BootClock;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.DeadManFiles;
import dev.losslessd.config.Config;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.Commit;
import dev.losslessd.store.StoreException;
import dev.losslessd.store.Takeover;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Undoes what a daemon that died has left half done or unconfirmed past its window. While a daemon
 * lives it holds the state folder, and this says so and does nothing; one that hangs is ended
 * first, once the time of a commit is over. Where the journal has lost its end nothing is undone.
 */
final class Recover {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private Recover() {}

  /**
   * @param whenDue do nothing unless a dead-man file's time is over; say when it will be
   * @param clock that tells what is over
   */
  static int run(Config config, boolean whenDue, Clock clock, PrintStream out) {
    return run(config, whenDue, clock, out, TestHooks.NONE);
  }

  static int run(
      Config config, boolean whenDue, Clock clock, PrintStream out, TestHooks testHooks) {
    SortedMap<String, Duration> left = whenDue ? left(config, clock) : new TreeMap<>();
    if (whenDue && !isDue(left)) {
      left.forEach((id, rest) -> out.println(later(id, clock.instant().plus(rest))));
      return ExitCode.OK;
    }
    return run(config, clock, out, testHooks, () -> SystemTime.pause(SECOND));
  }

  /**
   * @param pause a second
   */
  static int run(Config config, Clock clock, PrintStream out, TestHooks testHooks, Runnable pause) {
    try {
      return undo(config, clock, out, testHooks);
    } catch (StoreException e) {
      boolean due = e.inUse() && isDue(left(config, clock));
      Takeover takeover = new Takeover(config.state(), pause, out::println);
      if (!due || !takeover.kill()) {
        throw e;
      }
      return takeover.afterwards(() -> undo(config, clock, out, testHooks));
    }
  }

  private static boolean isDue(SortedMap<String, Duration> left) {
    return left.values().stream().anyMatch(Duration::isNegative);
  }

  private static SortedMap<String, Duration> left(Config config, Clock clock) {
    Kernel kernel = Kernel.of(config, _ -> {}, System::nanoTime, CallTimes.UNTOLD);
    return DeadManFiles.left(config.state(), clock.instant(), bootClock(kernel));
  }

  private static String later(String id, Instant due) {
    return ("%s: due at %s. Until then the daemon decides it. If none runs, 'losslessd recover'"
            + " rolls it back once its confirm window is over.")
        .formatted(id, due.truncatedTo(ChronoUnit.SECONDS));
  }

  /** The host's time since boot, which goes on while a daemon is started again. */
  static BootClock bootClock(Kernel kernel) {
    return new BootClock(kernel.bootId(), kernel::sinceBoot);
  }

  private static int undo(Config config, Clock clock, PrintStream out, TestHooks testHooks) {
    try (ResourceStack resourceStack = new ResourceStack()) {
      DaemonContext context =
          DaemonContext.open(config, resourceStack, clock, testHooks, CallTimes.UNTOLD);
      CommitEngine commitEngine = context.engine(commit -> {});
      List<String> unfinished =
          commitEngine.commits().stream().filter(Commit::open).map(Commit::id).toList();
      commitEngine.recover();
      Optional<String> lost = context.loss(commitEngine).message();
      lost.ifPresent(out::println);
      List<Commit> now =
          unfinished.stream().flatMap(id -> commitEngine.commit(id).stream()).toList();
      now.forEach(commit -> out.println(commit.id() + ": " + text(commit)));
      if (now.isEmpty()) {
        out.println("Nothing to recover: no commit is open.");
      }
      boolean outstanding = now.stream().anyMatch(one -> one.open() && !one.left().isEmpty());
      int worst = outstanding ? ExitCode.DEVICE : ExitCode.OK;
      return lost.isPresent() ? ExitCode.FINDING : worst;
    }
  }

  private static String text(Commit commit) {
    return switch (commit) {
      case Commit.AwaitingConfirm open ->
          "due at " + open.deadline().truncatedTo(ChronoUnit.SECONDS) + ", unless it is confirmed";
      case Commit.RolledBack back -> "rolled back: " + back.why();
      case Commit.Undoing undoing ->
          "not rolled back yet, and tried again: "
              + (undoing.waits().isEmpty() ? undoing.why() : undoing.waits());
      case Commit.Stuck stuck -> "stuck, it was not rolled back: " + stuck.why();
      case Commit.Staged _, Commit.Applying _, Commit.Confirmed _, Commit.Abandoned _ ->
          "is " + commit.state();
    };
  }
}
