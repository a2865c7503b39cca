package dev.losslessd.app;

import dev.losslessd.commit.AuditTrail;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.DeadManFiles;
import dev.losslessd.commit.EngineDependencies;
import dev.losslessd.commit.EngineThreads;
import dev.losslessd.commit.EngineTime;
import dev.losslessd.commit.JournalLoss;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.config.Config;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.HostLldp;
import dev.losslessd.inventory.InputSettings;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.log.LogProvider;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.store.DeviceNoteFiles;
import dev.losslessd.store.Journal;
import dev.losslessd.store.SideLog;
import dev.losslessd.store.StateFolder;
import dev.losslessd.store.StoreException;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.watch.ActionEvents;
import dev.losslessd.watch.EventStream;
import dev.losslessd.watch.Monitoring;
import dev.losslessd.watch.OutOfReach;
import dev.losslessd.watch.UnsetPolicy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parts that the daemon and {@code recover} share: state, journal, this host and its watcher.
 *
 * @param current the config that is in force; what asks at each use follows a reload
 * @param commitThreads of the commit engine, for nothing else
 * @param names globs of the NICs, by that config
 * @param writePolicy whether anything may be written; the gates of all transports ask it
 */
record DaemonContext(
    AtomicReference<Config> current,
    AtomicReference<NicNames> names,
    StateFolder state,
    Journal journal,
    AuditTrail audit,
    WritePolicy writePolicy,
    Kernel kernel,
    Inventory inventory,
    SystemScheduler scheduler,
    EngineThreads commitThreads,
    Monitoring monitoring,
    EventStream events,
    ActionEvents actions,
    TimeSource time) {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonContext.class);
  static final String JOURNAL = "journal";
  static final String SIDE_LOG = "events.jsonl";

  /** Time in which all sessions together close; a dead network holds up none but its own. */
  private static final Duration SESSIONS_CLOSE = Duration.ofSeconds(2);

  /** Exit status of a process whose memory or stack is exhausted. */
  private static final int BROKEN = 3;

  private static final Duration AGAIN = Duration.ofSeconds(5);

  /**
   * Opens all of it; nothing is written to any device.
   *
   * @param resourceStack receives what was opened, also when this throws
   * @param clock of everything but the threads' own waiting
   * @param callTimes told what calls to devices take
   */
  static DaemonContext open(
      Config config,
      ResourceStack resourceStack,
      InstantSource clock,
      TestHooks testHooks,
      CallTimes callTimes) {
    TimeSource time = SystemTime.by(clock);
    StateFolder state =
        resourceStack.add(StateFolder.open(config.state(), ProcessHandle.current().pid()));
    Path journalFile = state.file(JOURNAL);
    Journal journal =
        resourceStack.add(
            Journal.open(
                journalFile,
                clock.instant(),
                testHooks.sync(),
                Journal.head(journalFile, config.history().head()),
                config.history().auditFile()));
    journal
        .torn()
        .ifPresent(tail ->
            LOG.warn("a crash broke off the journal's last record; its bytes are in {}", tail));
    SideLog sideLog =
        resourceStack.add(
            new SideLog(
                state.file(SIDE_LOG), testHooks.sync(), config.history().auditFile(), clock));
    AuditTrail audit = new AuditTrail(sideLog, clock);
    WritePolicy writePolicy = new WritePolicy(config.mode(), false, config.modeAt());
    Kernel kernel =
        Kernel.of(
            config, testHooks.gate().apply(new ModeGate(writePolicy)), time.nanos(), callTimes);
    AtomicReference<Config> current = new AtomicReference<>(config);
    AtomicReference<NicNames> names =
        new AtomicReference<>(new NicNames(config.nics().include(), config.nics().exclude()));
    DeviceId id = new DeviceId(config.host().name());
    Host host =
        resourceStack.add(
            new Host(
                id,
                kernel,
                time,
                name -> names.get().excluded(name),
                nic -> names.get().ours(nic)));
    host.discover();
    InputLimits limits = InputSettings.of(config.input());
    SwitchRegistry switchRegistry =
        new SwitchRegistry(
            id,
            config.switches(),
            config.jumps(),
            kernel.gate(),
            limits,
            (what, device) -> memory(new DeviceNoteFiles(state.file(what)), device, clock),
            time,
            callTimes);
    resourceStack.add(new SwitchSessions(switchRegistry));
    HostLldp ears = resourceStack.add(new HostLldp(kernel, host::nics, limits.lldp(), time));
    Inventory inventory = Inventory.of(host, ears, switchRegistry, config.links());
    SystemScheduler scheduler = resourceStack.add(new SystemScheduler(time, SystemThreads.get()));
    scheduler.beat(state::renew);
    EngineThreads commitThreads = SystemThreads.commits();
    resourceStack.add(commitThreads::stop);
    EventStream events = new EventStream(boot(new SecureRandom()), time);
    Monitoring monitoring =
        resourceStack.add(new Monitoring(inventory, current::get, scheduler, time, events));
    return new DaemonContext(
        current,
        names,
        state,
        journal,
        audit,
        writePolicy,
        kernel,
        inventory,
        scheduler,
        commitThreads,
        monitoring,
        events,
        new ActionEvents(events, audit, inventory::replaced),
        time);
  }

  /** The config that is in force now. */
  Config config() {
    return current.get();
  }

  /** Word for this run of the daemon, in the ids of its events. */
  private static String boot(RandomGenerator random) {
    return HexFormat.of().toHexDigits(random.nextLong(), 12);
  }

  private record SwitchSessions(SwitchRegistry all) implements AutoCloseable {
    @Override
    public void close() {
      new BoundedStop(SESSIONS_CLOSE).together(SESSIONS_CLOSE, all.closers());
    }
  }

  /** A note that cannot be read or written is only a note. */
  private static DeviceNotes memory(DeviceNoteFiles notes, DeviceId device, InstantSource clock) {
    return new DeviceNotes(
        clock,
        () -> {
          try {
            return notes.recall(device);
          } catch (StoreException e) {
            LOG.warn("what was known of {} is forgotten: {}", device, e.getMessage());
            return Optional.empty();
          }
        },
        text -> {
          try {
            notes.keep(device, text);
          } catch (StoreException e) {
            LOG.warn("what is known of {} is lost at the next start: {}", device, e.getMessage());
          }
        });
  }

  /**
   * Where the journal has lost its end, as its head shows, writing is frozen and nothing is undone.
   *
   * @param told receives every new state of a commit
   */
  CommitEngine engine(Consumer<Commit> told) {
    DeadManFiles deadManFiles =
        new DeadManFiles(state.path(), time.clock(), Recover.bootClock(kernel));
    Consumer<Commit> deadMan = deadManFiles::onCommit;
    inventory.switchRegistry().leftShutTo(audit::leftShut);
    CommitEngine engine =
        new CommitEngine(
            new EngineDependencies(
                inventory,
                monitoring::written,
                journal,
                writePolicy,
                CommitWiring.around(current::get, inventory, monitoring),
                CommitWiring.live(current::get, inventory, monitoring, kernel.bootId()),
                engineTime(deadManFiles),
                deadMan.andThen(told),
                monitoring.guard(),
                actions));
    inventory.switchRegistry().revisionFrom(engine::latest);
    engine.doubt(journal.ahead());
    audit.journalLost(journal.ahead());
    watch(loss(engine));
    deadManFiles.match(engine.commits());
    OutOfReach.texts(engine.commits(), inventory::outOfReach).forEach(LOG::error);
    return engine;
  }

  EngineTime engineTime(DeadManFiles deadManFiles) {
    return new EngineTime(
        time.clock(),
        Recover.bootClock(kernel),
        commitThreads,
        deadManFiles,
        DaemonContext::broken);
  }

  /** Ends the process: what it knows may be wrong now, and the next start takes all commits up. */
  private static void broken(VirtualMachineError e) {
    try {
      LOG.error("the virtual machine is broken, and the daemon ends", e);
    } finally {
      Runtime.getRuntime().halt(BROKEN);
    }
  }

  JournalLoss loss(CommitEngine engine) {
    return new JournalLoss(state.file(JOURNAL), journal.ahead(), engine);
  }

  /** Reports faults of the state folder as findings, beside all others. */
  private void watch(JournalLoss loss) {
    loss.message().ifPresent(LOG::error);
    scheduler.every("events of the audit", AGAIN, audit::tick);
    monitoring.alsoFinds("policy of switches", _ -> UnsetPolicy.findings(config()));
    monitoring.alsoFinds("journal", _ -> loss.finding().stream());
    monitoring.alsoFinds("audit", _ -> audit.finding().stream());
    monitoring.alsoFinds("lock of the state folder", _ -> state.finding().stream());
    monitoring.alsoFinds("room of the state folder", now -> state.roomFinding(now).stream());
    monitoring.alsoFinds("log", _ -> lostLog().stream());
  }

  /** While standard error takes nothing: the log cannot say so itself. */
  private static Optional<Finding> lostLog() {
    long untold = LogProvider.output().untold();
    return untold == 0
        ? Optional.empty()
        : Optional.of(
            FindingRule.LOG_LOST.at(
                "standard error",
                untold + " records of the log are lost: it is closed, or nobody reads it"));
  }
}
