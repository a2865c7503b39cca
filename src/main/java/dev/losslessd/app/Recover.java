package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.model.Commit;
import java.io.PrintStream;

/**
 * Undoes what a daemon that died has left half done or unconfirmed past its window. While a daemon
 * lives it holds the state folder, and this says so and does nothing.
 */
final class Recover {
  private Recover() {}

  static int run(Config config, PrintStream out) {
    return run(config, out, Seams.NONE);
  }

  static int run(Config config, PrintStream out, Seams seams) {
    try (Closing closing = new Closing()) {
      Transactions transactions = Ground.open(config, closing, seams).engine(commit -> {});
      transactions.recover();
      return report(transactions, out);
    }
  }

  private static int report(Transactions transactions, PrintStream out) {
    int worst = ExitCode.OK;
    for (Commit commit : transactions.commits()) {
      if (commit instanceof Commit.Confirmed) {
        continue;
      }
      out.println(commit.id() + " is " + commit.state());
      worst = commit instanceof Commit.Stuck ? ExitCode.DEVICE : worst;
    }
    return worst;
  }
}
