package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.model.Commit;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Optional;

/**
 * Undoes what a daemon that died has left half done or unconfirmed past its window. While a daemon
 * lives it holds the state folder, and this says so and does nothing. Where the journal has lost
 * its end nothing is undone.
 */
final class Recover {
  private Recover() {}

  /**
   * @param whenDue do nothing, without a word, unless a dead-man file's time is over
   * @param clock that tells what is over
   */
  static int run(Config config, boolean whenDue, Clock clock, PrintStream out) {
    return run(config, whenDue, clock, out, Seams.NONE);
  }

  static int run(Config config, boolean whenDue, Clock clock, PrintStream out, Seams seams) {
    if (whenDue && !DeadMan.due(config.state(), clock.instant())) {
      return ExitCode.OK;
    }
    try (Closing closing = new Closing()) {
      Ground ground = Ground.open(config, closing, clock, seams);
      Transactions transactions = ground.engine(commit -> {});
      transactions.recover();
      Optional<String> lost = ground.loss(transactions).message();
      lost.ifPresent(out::println);
      int worst = report(transactions, out);
      return lost.isPresent() ? ExitCode.FINDING : worst;
    }
  }

  private static String waits(Commit commit) {
    return commit instanceof Commit.Undoing undoing ? ": " + undoing.waits() : "";
  }

  private static int report(Transactions transactions, PrintStream out) {
    int worst = ExitCode.OK;
    for (Commit commit : transactions.commits()) {
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
