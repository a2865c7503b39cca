package dev.losslessd.app;

import dev.losslessd.commit.Posture;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.http.HttpServer;
import dev.losslessd.metrics.OwnMeters;
import dev.losslessd.metrics.Page;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.store.Journal;
import dev.losslessd.store.StateFolder;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running agent: everything made and tied together, and taken down in order. */
final class Daemon implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final Clock clock = Clock.systemUTC();
  private final Closing closing = new Closing();
  private final Transactions transactions;
  private final HttpServer http;

  /**
   * Starts all. What fails throws one exception with one clear message, and what was started is
   * stopped.
   */
  Daemon(Config config) {
    try {
      StateFolder state =
          closing.add(StateFolder.open(config.state(), ProcessHandle.current().pid()));
      Journal journal = closing.add(Journal.open(state.file("journal")));
      if (journal.torn()) {
        LOG.warn(
            "the journal's last record was cut by a crash; it never took effect and is dropped");
      }
      Posture posture = new Posture(config.mode(), false);
      Kernel kernel = Kernel.of(config, posture);
      NicNames names = new NicNames(config.nics().include(), config.nics().exclude());
      DeviceId id = new DeviceId(config.host().name());
      Host host = closing.add(new Host(id, kernel, names::excluded, names::ours));
      host.discover();
      OwnMeters meters =
          new OwnMeters(
              Version.text(),
              config.mode().name().toLowerCase(Locale.ROOT),
              posture::frozen,
              this::revision);
      Clockwork clockwork = closing.add(new Clockwork());
      Watcher watcher =
          closing.add(
              new Watcher(host, config.poll().nic(), config.poll().settings(), clockwork, clock));
      transactions =
          new Transactions(
              Engine.wiring(
                  config,
                  kernel,
                  host,
                  journal,
                  posture,
                  watcher,
                  clockwork,
                  clock,
                  commit -> told(commit, meters, watcher)));
      watcher.watch(transactions, () -> transactions.declare(Engine.fileLayer(config, host)));
      transactions.recover();
      watcher.start(kernel);
      Page page = new Page(watcher.board(), watcher::facts, meters::text);
      http = closing.add(Face.start(config, state, host, transactions, watcher, page, clock));
      LOG.info(
          "losslessd {} is up: mode {}, {} NIC ports, {}",
          Version.text(),
          config.mode().name().toLowerCase(Locale.ROOT),
          host.nics().size(),
          url(config));
    } catch (RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  /** The port that HTTP listens on. */
  int port() {
    return http.port();
  }

  /** Lets a change that is being applied come to its end, then stops. Open windows survive. */
  @Override
  public void close() {
    long deadline = System.nanoTime() + STOP_PATIENCE.toNanos();
    http.close();
    while (transactions.commits().stream().anyMatch(Commit.Applying.class::isInstance)
        && System.nanoTime() < deadline) {
      Clockwork.pause(Duration.ofMillis(20));
    }
    closing.close();
  }

  private String url(Config config) {
    String address = config.http().address();
    return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + http.port();
  }

  private long revision() {
    return transactions == null ? 0 : transactions.latest();
  }

  private static void told(Commit commit, OwnMeters meters, Watcher watcher) {
    meters.count(commit);
    LOG.info("commit {} is {}{}", commit.id(), commit.state(), why(commit));
    watcher.look();
  }

  private static String why(Commit commit) {
    return switch (commit) {
      case Commit.Applying c -> ": " + c.run().plan().changes().size() + " changes";
      case Commit.AwaitingConfirm c -> " until " + c.deadline();
      case Commit.Confirmed c -> " as revision " + c.revision();
      case Commit.RolledBack c -> ": " + c.why();
      case Commit.Stuck c -> ": " + c.why() + "; left: " + c.left().size() + " steps";
    };
  }
}
