package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.commit.Posture;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.store.Journal;
import dev.losslessd.store.StateFolder;
import java.io.PrintStream;
import java.time.Clock;

/**
 * Undoes what a daemon that died has left half done or unconfirmed past its window. While a daemon
 * lives it holds the state folder, and this says so and does nothing.
 */
final class Recover {
  private Recover() {}

  static int run(Config config, PrintStream out) {
    Clock clock = Clock.systemUTC();
    try (Closing closing = new Closing()) {
      StateFolder state =
          closing.add(StateFolder.open(config.state(), ProcessHandle.current().pid()));
      Journal journal = closing.add(Journal.open(state.file("journal")));
      Posture posture = new Posture(config.mode(), false);
      Kernel kernel = Kernel.of(config, posture);
      NicNames names = new NicNames(config.nics().include(), config.nics().exclude());
      Host host =
          closing.add(
              new Host(new DeviceId(config.host().name()), kernel, names::excluded, names::ours));
      host.discover();
      Clockwork clockwork = closing.add(new Clockwork());
      Watcher watcher =
          closing.add(
              new Watcher(host, config.poll().nic(), config.poll().settings(), clockwork, clock));
      Transactions transactions =
          new Transactions(
              Engine.wiring(
                  config, kernel, host, journal, posture, watcher, clockwork, clock, c -> {}));
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
