package dev.losslessd.app;

import dev.losslessd.commit.Posture;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.driver.Memory;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.store.Ahead;
import dev.losslessd.store.Audit;
import dev.losslessd.store.DeviceNotes;
import dev.losslessd.store.Journal;
import dev.losslessd.store.StateFolder;
import dev.losslessd.store.StoreException;
import dev.losslessd.transport.InputLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the daemon and {@code recover} both stand on: state, journal, this host and its watcher.
 *
 * @param posture whether anything may be written; the gates of all transports ask it
 */
record Ground(
    Config config,
    StateFolder state,
    Journal journal,
    AuditTrail audit,
    Posture posture,
    Kernel kernel,
    Site site,
    Clockwork clockwork,
    Watcher watcher,
    Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(Ground.class);
  private static final String JOURNAL = "journal";
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /**
   * Opens all of it; nothing is written to any device.
   *
   * @param closing receives what was opened, also when this throws
   * @param clock of everything but the threads' own waiting
   */
  static Ground open(Config config, Closing closing, Clock clock, Seams seams) {
    StateFolder state =
        closing.add(StateFolder.open(config.state(), ProcessHandle.current().pid()));
    Journal journal = closing.add(Journal.open(state.file(JOURNAL), clock.instant(), seams.sync()));
    journal
        .torn()
        .ifPresent(tail ->
            LOG.warn("a crash broke off the journal's last record; its bytes are in {}", tail));
    Path auditFile = state.file("audit.jsonl");
    AuditTrail audit =
        new AuditTrail(
            closing.add(
                Audit.open(
                    auditFile,
                    clock.instant(),
                    seams.sync(),
                    config.history().auditFile(),
                    journal.ends())),
            clock);
    Posture posture = new Posture(config.mode(), false);
    Kernel kernel = Kernel.of(config, seams.gate().apply(new ModeGate(posture)));
    NicNames names = new NicNames(config.nics().include(), config.nics().exclude());
    DeviceId id = new DeviceId(config.host().name());
    Host host = closing.add(new Host(id, kernel, names::excluded, names::ours));
    host.discover();
    InputLimits limits = InputSettings.of(config.input());
    Switches switches =
        closing.add(
            new Switches(
                id,
                config.switches(),
                config.jumps(),
                kernel.gate(),
                limits,
                device -> memory(new DeviceNotes(state.file("devices")), device, clock)));
    HostEars ears = closing.add(new HostEars(kernel, host::nics, limits.lldp(), clock));
    Site site = Site.of(host, ears, switches, config.links());
    Clockwork clockwork = closing.add(new Clockwork(clock));
    clockwork.beat(state::renew);
    Watcher watcher = closing.add(new Watcher(site, config, clockwork, clock));
    return new Ground(
        config, state, journal, audit, posture, kernel, site, clockwork, watcher, clock);
  }

  /** A note that cannot be read or written is only a note. */
  private static Memory memory(DeviceNotes notes, DeviceId device, Clock clock) {
    return new Memory(
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
   * Compares the journal with the audit first: where the journal has lost its end, writing is
   * frozen and nothing is undone.
   *
   * @param told of every new state of a commit
   */
  Transactions engine(Consumer<Commit> told) {
    DeadMan deadMan = new DeadMan(state.path());
    Consumer<Commit> both = commit -> deadMan.told(commit);
    both = both.andThen(audit::told);
    site.switches().leftShutTo(audit::leftShut);
    Transactions engine =
        new Transactions(
            Engine.wiring(
                config,
                kernel,
                site,
                journal,
                posture,
                watcher,
                clockwork,
                clock,
                both.andThen(told),
                audit));
    site.switches().revisionFrom(engine::latest);
    JournalLoss loss = loss(engine);
    engine.doubt(loss.ahead());
    watch(loss);
    deadMan.match(engine.commits());
    OutOfReach.texts(engine.commits(), site::outOfReach).forEach(LOG::error);
    for (Commit commit : engine.commits()) {
      if (commit instanceof Commit.AwaitingConfirm open) {
        audit.knows(open);
      }
    }
    return engine;
  }

  /** What the journal lacks now. */
  JournalLoss loss(Transactions engine) {
    Ahead ahead = Ahead.of(journal.ends(), audit.story());
    return new JournalLoss(state.file(JOURNAL), ahead, engine);
  }

  /** What is wrong with the state folder is told with all else. */
  private void watch(JournalLoss loss) {
    loss.message().ifPresent(LOG::error);
    clockwork.every("lost audit events", AGAIN, audit::retry);
    watcher.alsoFinds(now ->
        Stream.of(loss.finding(now), audit.finding(now), state.finding(now))
            .flatMap(Optional::stream)
            .toList());
  }
}
