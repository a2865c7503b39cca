package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.commit.BootClock;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.DeadManFiles;
import dev.losslessd.config.Config;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.Commit;
import dev.losslessd.store.StoreException;
import dev.losslessd.store.Takeover;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Undoes what a daemon that died has left half done or unconfirmed past its window. While a daemon
 * lives it holds the state folder, and this says so and does nothing; one that hangs is ended
 * first, once the time of a commit is over. Where the journal has lost its end nothing is undone.
 */
final class Recover {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private Recover() {}

  /**
   * @param whenDue do nothing, without a word, unless a dead-man file's time is over
   * @param clock that tells what is over
   */
  static int run(Config config, boolean whenDue, Clock clock, PrintStream out) {
    return run(config, whenDue, clock, out, TestHooks.NONE);
  }

  static int run(
      Config config, boolean whenDue, Clock clock, PrintStream out, TestHooks testHooks) {
    if (whenDue && !isDue(config, clock)) {
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
      boolean due = e.inUse() && isDue(config, clock);
      Takeover takeover = new Takeover(config.state(), pause, out::println);
      if (!due || !takeover.kill()) {
        throw e;
      }
      return takeover.afterwards(() -> undo(config, clock, out, testHooks));
    }
  }

  private static boolean isDue(Config config, Clock clock) {
    Kernel kernel = Kernel.of(config, _ -> {}, System::nanoTime);
    return DeadManFiles.due(config.state(), clock.instant(), bootClock(kernel));
  }

  /** The host's time since boot, which goes on while a daemon is started again. */
  static BootClock bootClock(Kernel kernel) {
    return new BootClock(kernel.bootId(), kernel::sinceBoot);
  }

  private static int undo(Config config, Clock clock, PrintStream out, TestHooks testHooks) {
    try (ResourceStack resourceStack = new ResourceStack()) {
      DaemonContext daemonContext = DaemonContext.open(config, resourceStack, clock, testHooks);
      CommitEngine commitEngine = daemonContext.engine(commit -> {});
      commitEngine.recover();
      Optional<String> lost = daemonContext.loss(commitEngine).message();
      lost.ifPresent(out::println);
      int worst = report(commitEngine, out);
      return lost.isPresent() ? ExitCode.FINDING : worst;
    }
  }

  private static String waits(Commit commit) {
    return commit instanceof Commit.Undoing undoing ? ": " + undoing.waits() : "";
  }

  private static int report(CommitEngine commitEngine, PrintStream out) {
    int worst = ExitCode.OK;
    for (Commit commit : commitEngine.commits()) {
      if (commit instanceof Commit.Confirmed
          || commit instanceof Commit.Staged
          || commit instanceof Commit.Abandoned) {
        continue;
      }
      out.println(commit.id() + " is " + commit.state() + waits(commit));
      worst = commit.left().isEmpty() || !commit.open() ? worst : ExitCode.DEVICE;
    }
    return worst;
  }
}
