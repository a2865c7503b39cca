package dev.losslessd.app;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.CommitText;
import dev.losslessd.commit.OnDevices;
import dev.losslessd.commit.Retention;
import dev.losslessd.config.Config;
import dev.losslessd.config.History;
import dev.losslessd.http.HttpCounts;
import dev.losslessd.http.HttpCounts.Event;
import dev.losslessd.http.HttpServer;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.log.LogProvider;
import dev.losslessd.metrics.CallMeters;
import dev.losslessd.metrics.CommitPhases;
import dev.losslessd.metrics.OwnMeters;
import dev.losslessd.metrics.Page;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Progress;
import dev.losslessd.poll.Heartbeat;
import dev.losslessd.poll.Supervisor;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.ChangesFound;
import dev.losslessd.watch.CommitCounts;
import dev.losslessd.watch.FlightRecorder;
import dev.losslessd.watch.Monitoring;
import dev.losslessd.watch.OutstandingUndos;
import dev.losslessd.watch.StartupConfigSaver;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running agent: everything made and tied together, and taken down in order. */
final class Daemon implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
  private static final Duration TELL_REPEATED = Duration.ofMinutes(1);
  private static final Duration PRUNE = Duration.ofSeconds(30);

  /** How often open commits are looked at. */
  private static final Duration COMMITS = Duration.ofSeconds(1);

  private static final Duration MAINTENANCE = Duration.ofSeconds(5);
  private static final Duration LEFT = Duration.ofSeconds(2);
  private static final Duration HEAP = Duration.ofSeconds(1);

  private final ResourceStack resourceStack = new ResourceStack();
  private final DaemonContext context;
  private final CommitEngine commitEngine;
  private final HttpServer http;
  private final Reloader reloader;

  /**
   * Starts all. What fails throws one exception with one clear message, and what was started is
   * stopped.
   */
  Daemon(ConfigSource source) {
    this(source, TestHooks.NONE);
  }

  /** Runs a config that no file is behind, and that is never read again. */
  Daemon(Config config, TestHooks testHooks) {
    this(ConfigSource.fixed(config), testHooks);
  }

  Daemon(ConfigSource source, TestHooks testHooks) {
    Config config = source.config();
    try {
      CallMeters calls = new CallMeters();
      context = DaemonContext.open(config, resourceStack, Clock.systemUTC(), testHooks, calls);
      resourceStack.add(testHooks.closer());
      SystemScheduler scheduler = context.scheduler();
      scheduler.every("repeated log lines", TELL_REPEATED, LogProvider.writer()::tellRepeated);
      OldGeneration.ofThisProcess().ifPresent(old -> scheduler.every("heap", HEAP, old::check));
      HttpCounts counts = new HttpCounts();
      OwnMeters meters = meters(context, counts, calls);
      CommitPhases phases = new CommitPhases(calls, context.time().nanos());
      StartupConfigSaver startupConfigSaver =
          new StartupConfigSaver(
              context.inventory().switchRegistry(), scheduler, context.time().clock());
      Monitoring monitoring = context.monitoring();
      FlightRecorder flightRecorder =
          new FlightRecorder(
              context.state().path(),
              FlightRecorder.AFTER,
              scheduler,
              monitoring::fastPorts,
              monitoring.counters()::flight);
      CommitCounts counted = new CommitCounts();
      commitEngine =
          context.engine(commit -> {
            counted.onCommit(commit);
            onCommit(commit, meters);
            phases.onCommit(commit);
            monitoring.onCommit(commit);
            startupConfigSaver.onCommit(commit);
            flightRecorder.onCommit(commit);
          });
      monitoring.watch(
          commitEngine,
          () ->
              CommitWiring.fileLayer(
                  context.config(), context.inventory(), monitoring.serverNics()));
      commitEngine.recoverMeanwhile();
      turn(context, commitEngine);
      startupConfigSaver.watch(commitEngine);
      monitoring.alsoFinds(
          "startup configurations", _ -> startupConfigSaver.findings(commitEngine));
      UnitRights rights = UnitRights.read(Path.of("/"));
      monitoring.alsoFinds("rights of the unit", _ -> rights.finding(context.config()).stream());
      AddressWiring.start(context);
      scheduler.every(
          "history", PRUNE, () -> commitEngine.prune(retention(context.config().history())));
      scheduler.every("maintenance", MAINTENANCE, () -> commitEngine.maintenance().round());
      OnDevices onDevices = new OnDevices(context.state().path());
      Runnable tellWhatIsLeft = () -> onDevices.write(commitEngine.releases());
      scheduler.every("what is left on devices", LEFT, tellWhatIsLeft);
      // who removes the package reads it after the stop
      resourceStack.add(tellWhatIsLeft::run);
      monitoring.start(context.kernel());
      HostCheckWiring checks = HostCheckWiring.start(context, commitEngine);
      LateReload reloads = new LateReload();
      http =
          RestWiring.start(
              context,
              commitEngine,
              checks,
              reloads,
              calls.timed(page(context, counted, meters, checks)::write, context.time().nanos()),
              counts);
      CertificateWatch.start(context, http, meters);
      reloader =
          new Reloader(
              source,
              new LiveParts(context, commitEngine, http),
              KeptConfig.in(config.state()),
              context.actions(),
              context.time().clock());
      reloads.is(reloader);
      ReloadWatch.start(context, reloader, source, meters);
      LOG.info(
          "losslessd {} is up: mode {}, {} NIC ports, {}",
          Version.text(),
          mode(config),
          context.inventory().host().nics().size(),
          RestWiring.urls(config, http));
    } catch (RuntimeException e) {
      resourceStack.close();
      throw e;
    }
  }

  /**
   * Looks at open commits each second, and at a deadline that comes earlier, on a thread that
   * serves nothing else.
   */
  private void turn(DaemonContext context, CommitEngine engine) {
    AtomicBoolean stopped = new AtomicBoolean();
    resourceStack.add(() -> stopped.set(true));
    Heartbeat heartbeat = new Heartbeat("the commit loop", COMMITS, context.time().nanos());
    context.scheduler().alsoTurns(heartbeat::late);
    context
        .scheduler()
        .keep(
            "commits",
            () -> !stopped.get(),
            _ -> {
              Duration wait = Duration.ZERO;
              while (wait.compareTo(COMMITS) < 0) {
                context.time().sleep(wait);
                if (stopped.get()) {
                  return;
                }
                heartbeat.beat();
                wait = engine.untilDeadline(COMMITS).plusMillis(1); // before a turn that takes long
                engine.turn();
              }
            });
  }

  private static Retention retention(History keep) {
    return new Retention(keep.commits(), keep.age(), keep.idempotencyKeys(), keep.idempotencyAge());
  }

  private OwnMeters meters(DaemonContext context, HttpCounts counts, CallMeters calls) {
    OwnMeters meters =
        new OwnMeters(
            Version.text(),
            () -> mode(context.config()),
            context.writePolicy()::frozen,
            this::revision,
            context.time().clock(),
            calls);
    ChangesFound found = context.monitoring().changesFound();
    meters.watches(found.notices()::sum, found.glances()::sum);
    meters.serves(
        () -> counts.of(Event.WRONG_TOKEN),
        () -> counts.of(Event.BUSY),
        () -> counts.of(Event.UNEXPECTED),
        Arrays.stream(HttpCounts.Cut.values())
            .collect(Collectors.toMap(HttpCounts.Cut::word, why -> () -> counts.cuts(why))));
    meters.locksOut(() -> counts.of(Event.LOCKOUT), counts::lockedOut);
    Supervisor supervisor = context.scheduler().supervisor();
    meters.supervises(supervisor::failures, () -> supervisor.late().size());
    meters.audits(context.audit()::lost);
    meters.journals(context.journal()::errors);
    meters.logs(LogProvider.output()::lost);
    meters.undoes(() -> outstanding(context.inventory()));
    meters.maintains(this::maintenance);
    return meters;
  }

  private Page page(
      DaemonContext context, CommitCounts counted, OwnMeters meters, HostCheckWiring checks) {
    Monitoring monitoring = context.monitoring();
    return new Page(
        monitoring.latestCounters(),
        () -> monitoring.facts().with(checks.told()),
        () -> counted.facts(commitEngine, context.inventory()),
        meters::page,
        () -> context.config().metrics().maxSeries());
  }

  private static String mode(Config config) {
    return Worded.of(config.mode());
  }

  /**
   * Reports to the service manager from now on.
   *
   * @param begun when the start began, in ticks of {@link SystemTime}
   */
  void reportTo(ServiceNotifier notifier, long begun) {
    new ServiceReport(
            notifier,
            new ServiceReport.Sources(
                this::localPorts, context.scheduler()::stalled, this::summary),
            context.scheduler(),
            context.time().nanos(),
            begun)
        .start();
  }

  private List<Health> localPorts() {
    DeviceId host = context.inventory().host().id();
    return context.monitoring().health().stream()
        .filter(health -> health.port().device().equals(host))
        .toList();
  }

  /** One line of what it does, for {@code systemctl status}. */
  private String summary() {
    long waiting =
        commitEngine.commits().stream().filter(Commit.AwaitingConfirm.class::isInstance).count();
    return ("mode %s%s, NIC ports %s, findings %s, commits that wait for a confirm %s, undoes"
            + " outstanding %s")
        .formatted(
            mode(context.config()),
            context.writePolicy().frozen() ? ", frozen" : "",
            context.inventory().host().nics().size(),
            context.monitoring().judgement().findings().size(),
            waiting,
            commitEngine.outstanding().size());
  }

  /** Reads the config file again because a signal said so. */
  void reload(ReloadNotice notice) {
    reloader.signalled(notice);
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
    stop.run("the HTTP server", ResourceStack.SHARE, http);
    stop.run("a change that is being applied", STOP_PATIENCE, this::awaitWriting);
    resourceStack.close(stop);
    LogProvider.writer().tellAll();
    LogProvider.drain();
  }

  private void awaitWriting() {
    while (commitEngine.commits().stream().anyMatch(Daemon::isWriting)
        && !Thread.currentThread().isInterrupted()) {
      SystemTime.pause(Duration.ofMillis(20));
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

  private List<Maintenance> maintenance() {
    return commitEngine == null ? List.of() : commitEngine.maintenance().now();
  }

  private long revision() {
    return commitEngine == null ? 0 : commitEngine.latest();
  }

  /** Devices without an undo are reported as zero, so that an alert finds its series. */
  private Map<String, Integer> outstanding(Inventory inventory) {
    Map<String, Integer> all = new TreeMap<>(Map.of(inventory.host().id().toString(), 0));
    inventory.switchRegistry().ids().forEach(device -> all.put(device.toString(), 0));
    if (commitEngine != null) {
      OutstandingUndos.byDevice(commitEngine.outstanding())
          .forEach((device, count) -> all.put(device.toString(), count));
    }
    return all;
  }

  private static void onCommit(Commit commit, OwnMeters meters) {
    if (CommitText.isNew(commit)) {
      meters.count(commit);
    }
    LOG.info("{}", CommitText.of(commit), commit); // the second for its field in the journal
  }
}
