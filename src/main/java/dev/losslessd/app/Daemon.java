package dev.losslessd.app;

import dev.losslessd.commit.Retention;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.http.HttpCounts;
import dev.losslessd.http.HttpServer;
import dev.losslessd.metrics.OwnMeters;
import dev.losslessd.metrics.Page;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Progress;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running agent: everything made and tied together, and taken down in order. */
final class Daemon implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
  private static final Duration TELL_REPEATED = Duration.ofMinutes(1);
  private static final Duration PRUNE = Duration.ofSeconds(30);
  private static final Duration MAINTENANCE = Duration.ofSeconds(5);
  private static final Duration HEAP = Duration.ofSeconds(1);

  private final Closing closing = new Closing();
  private final Transactions transactions;
  private final HttpServer http;

  /**
   * Starts all. What fails throws one exception with one clear message, and what was started is
   * stopped.
   */
  Daemon(Config config) {
    this(config, Seams.NONE);
  }

  Daemon(Config config, Seams seams) {
    try {
      Ground ground = Ground.open(config, closing, Clock.systemUTC(), seams);
      closing.add(seams.closer());
      ground
          .clockwork()
          .every("repeated log lines", TELL_REPEATED, LogProvider.writer()::tellRepeated);
      OldGeneration.ofThisProcess()
          .ifPresent(old -> ground.clockwork().every("heap", HEAP, old::look));
      HttpCounts counts = new HttpCounts();
      OwnMeters meters = meters(ground, counts);
      Saver saver = new Saver(ground.site().switches(), ground.clockwork(), ground.clock());
      Watcher watcher = ground.watcher();
      Flights flights =
          new Flights(
              ground.state().path(),
              Flights.AFTER,
              ground.clockwork(),
              watcher::fastPorts,
              watcher::flight);
      transactions =
          ground.engine(commit -> {
            told(commit, meters);
            watcher.heard(commit);
            saver.heard(commit);
            flights.heard(commit);
          });
      watcher.watch(
          transactions,
          () ->
              transactions.declare(Engine.fileLayer(config, ground.site(), watcher.serverNics())));
      transactions.recoverMeanwhile();
      transactions.beginWhenIdle();
      saver.watch(transactions);
      Retention keep = retention(config.history());
      ground.clockwork().every("history", PRUNE, () -> transactions.prune(keep));
      ground
          .clockwork()
          .every("maintenance", MAINTENANCE, () -> transactions.maintenance().round());
      watcher.start(ground.kernel());
      http = Face.start(ground, transactions, page(ground, meters), counts);
      LOG.info(
          "losslessd {} is up: mode {}, {} NIC ports, {}",
          Version.text(),
          mode(config),
          ground.site().host().nics().size(),
          url(config));
    } catch (RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  private static Retention retention(Config.History keep) {
    return new Retention(keep.commits(), keep.age(), keep.keys(), keep.keyAge());
  }

  private OwnMeters meters(Ground ground, HttpCounts counts) {
    OwnMeters meters =
        new OwnMeters(
            Version.text(), mode(ground.config()), ground.posture()::frozen, this::revision);
    meters.watches(ground.watcher()::notices, ground.watcher()::glances);
    meters.serves(
        counts::wrongTokens,
        counts::refusals,
        Arrays.stream(HttpCounts.Cut.values())
            .collect(Collectors.toMap(HttpCounts.Cut::word, why -> () -> counts.cuts(why))));
    Supervisor supervisor = ground.clockwork().supervisor();
    meters.supervises(supervisor::failures, () -> supervisor.late().size());
    meters.audits(ground.audit()::lost);
    meters.undoes(() -> outstanding(ground.site()));
    meters.maintains(this::maintenance);
    return meters;
  }

  private static Page page(Ground ground, OwnMeters meters) {
    Watcher watcher = ground.watcher();
    int limit = ground.config().metrics().maxSeries();
    return new Page(watcher.board(), watcher::facts, meters::text, limit);
  }

  private static String mode(Config config) {
    return config.mode().name().toLowerCase(Locale.ROOT);
  }

  /** The port that HTTP listens on. */
  int port() {
    return http.port();
  }

  /**
   * Lets a change that is being applied come to its end, then stops, within {@link
   * Termination#ORDERLY}. Open windows survive. What hangs is left behind.
   */
  @Override
  public void close() {
    BoundedStop stop = new BoundedStop(Termination.ORDERLY);
    stop.run("the HTTP server", Closing.SHARE, http::close);
    stop.run("a change that is being applied", STOP_PATIENCE, this::awaitWriting);
    closing.close(stop);
    LogProvider.writer().tellAll();
    LogProvider.drain();
  }

  private void awaitWriting() {
    while (transactions.commits().stream().anyMatch(Daemon::isWriting)
        && !Thread.currentThread().isInterrupted()) {
      Clockwork.pause(Duration.ofMillis(20));
    }
  }

  /** A wave that soaks is not waited for: the next start undoes it. */
  private static boolean isWriting(Commit commit) {
    return switch (commit) {
      case Commit.Applying applying -> applying.wave().flatMap(Progress::soakUntil).isEmpty();
      case Commit.Undoing undoing -> undoing.waits().isEmpty();
      default -> false;
    };
  }

  private String url(Config config) {
    String address = config.http().address();
    return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + http.port();
  }

  private List<Maintenance> maintenance() {
    return transactions == null ? List.of() : transactions.maintenance().now();
  }

  private long revision() {
    return transactions == null ? 0 : transactions.latest();
  }

  /** Devices without one are told as zero: an alert must find its series. */
  private Map<String, Integer> outstanding(Site site) {
    Map<String, Integer> all = new TreeMap<>(Map.of(site.host().id().toString(), 0));
    site.switches().ids().forEach(device -> all.put(device.toString(), 0));
    if (transactions != null) {
      OutstandingUndos.byDevice(transactions.outstanding())
          .forEach((device, count) -> all.put(device.toString(), count));
    }
    return all;
  }

  private static void told(Commit commit, OwnMeters meters) {
    if (isNew(commit)) {
      meters.count(commit);
    }
    LOG.info("commit {} is {}{}", commit.id(), commit.state(), why(commit));
  }

  /** A state is told again as a wave goes on, or for what an undo waits. */
  private static boolean isNew(Commit commit) {
    return switch (commit) {
      case Commit.Applying applying -> applying.wave().isEmpty();
      case Commit.Undoing undoing -> undoing.waits().isEmpty();
      default -> true;
    };
  }

  private static String text(Progress wave) {
    return ", wave "
        + wave.wave()
        + " of "
        + wave.of()
        + wave.soakUntil().map(until -> " soaks until " + until).orElse("")
        + (wave.held().isEmpty() ? "" : ", held: " + wave.held());
  }

  private static String why(Commit commit) {
    return switch (commit) {
      case Commit.Staged c -> " until its ports are idle";
      case Commit.Applying c ->
          c.wave().map(Daemon::text).orElse(": " + c.run().plan().changes().size() + " changes");
      case Commit.AwaitingConfirm c -> " until " + c.deadline();
      case Commit.Confirmed c -> " as revision " + c.revision();
      case Commit.RolledBack c -> ": " + c.why();
      case Commit.Undoing c ->
          ": " + c.why() + (c.waits().isEmpty() ? "" : "; tried again: " + c.waits());
      case Commit.Stuck c -> ": " + c.why() + "; left: " + c.left().size() + " steps";
      case Commit.Abandoned c -> ": " + c.why() + "; left: " + c.left().size() + " steps";
    };
  }
}
