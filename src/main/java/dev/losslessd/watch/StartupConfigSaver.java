package dev.losslessd.watch;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.CommitException;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.store.AuditEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes confirmed changes survive a reboot of the switch, where the config asks for it: after each
 * commit, and whenever what is saved is found to differ from what runs. Elsewhere the difference is
 * a finding until it is saved.
 */
public final class StartupConfigSaver {
  private static final Logger LOG = LoggerFactory.getLogger(StartupConfigSaver.class);
  private static final Duration ROUND = Duration.ofSeconds(10);

  /** Reads the whole of two configurations. */
  private static final Duration LOOK = Duration.ofHours(1);

  private static final Duration AGAIN = Duration.ofMinutes(5);

  /** Stands for a look that is under way. */
  private static final Instant LATER = Instant.MAX;

  private final SwitchRegistry switchRegistry;
  private final SystemScheduler systemScheduler;
  private final InstantSource clock;
  private final Map<DeviceId, Instant> due = new ConcurrentHashMap<>();

  /** Switches that may still have the mark that a commit is open there, and when to look. */
  private final Map<DeviceId, Instant> marked = new ConcurrentHashMap<>();

  /** Lines of ours that a switch without {@code save} loses at its next reboot. */
  private final Map<DeviceId, List<String>> unsaved = new ConcurrentHashMap<>();

  private final Set<DeviceId> working = ConcurrentHashMap.newKeySet();

  public StartupConfigSaver(
      SwitchRegistry switchRegistry, SystemScheduler systemScheduler, InstantSource clock) {
    this.switchRegistry = switchRegistry;
    this.systemScheduler = systemScheduler;
    this.clock = clock;
  }

  /** Begins with what earlier runs left unsaved. */
  public void watch(CommitEngine engine) {
    switchRegistry.ids().forEach(device -> marked.put(device, clock.instant()));
    systemScheduler.every("saves", ROUND, () -> round(engine));
  }

  /**
   * Marks an ended commit's devices as due. An undo counts too, as what it took back may have been
   * saved.
   */
  public void onCommit(Commit commit) {
    if (!commit.open()) {
      Change.devices(commit.changes())
          .forEach(device -> {
            due.put(device, clock.instant());
            marked.put(device, clock.instant());
          });
    }
  }

  private void round(CommitEngine engine) {
    Instant now = clock.instant();
    marked.forEach((device, at) -> settleIfDue(engine, device, at, now));
    Set<DeviceId> written = engine.saves().unsaved();
    for (DeviceId device : switchRegistry.ids()) {
      boolean isDue = !due.getOrDefault(device, Instant.MIN).isAfter(now);
      boolean isOurs = switchRegistry.saves(device) || written.contains(device);
      if (isDue && isOurs && working.add(device)) {
        systemScheduler.soon(() -> {
          try {
            due.put(device, now.plus(AGAIN));
            if (isKept(engine, device)) {
              // not so where a commit that ended meanwhile has made it due anew
              due.replace(device, now.plus(AGAIN), now.plus(LOOK));
            }
          } finally {
            working.remove(device);
          }
        });
      }
    }
  }

  /** Other agents save nothing while the mark is there. */
  private void settleIfDue(CommitEngine engine, DeviceId device, Instant at, Instant now) {
    boolean isDue = !at.isAfter(now) && engine.writePolicy().mayWrite();
    if (isDue && switchRegistry.ids().contains(device) && marked.replace(device, at, LATER)) {
      systemScheduler.soon(() -> {
        try {
          engine.saves().settle(device);
          boolean _ = marked.remove(device, LATER);
        } catch (CommitException e) {
          boolean _ = marked.replace(device, LATER, now.plus(AGAIN)); // unless another has ended
          LOG.debug("{} keeps the mark of an open commit: {}", device, e.getMessage());
        }
      });
    }
  }

  private boolean isKept(CommitEngine engine, DeviceId device) {
    try {
      if (!switchRegistry.saves(device)) {
        unsaved.put(device, engine.saves().check(device).ours());
      } else if (engine.writePolicy().mayWrite()) {
        save(engine, device);
      } else {
        check(engine, device);
      }
      return true;
    } catch (CommitException e) {
      if (e.kind() == CommitException.Kind.IN_PROGRESS) {
        due.put(device, clock.instant()); // the switch was not asked
      } else if (switchRegistry.saves(device)) {
        notSaved(device, e.getMessage());
      } else {
        LOG.debug("what {} has saved is not known: {}", device, e.getMessage());
      }
      return false;
    }
  }

  /** One for each switch without {@code save} whose startup configuration lacks lines of ours. */
  public Stream<Finding> findings(CommitEngine engine) {
    Set<DeviceId> written = engine.saves().unsaved();
    return unsaved.entrySet().stream()
        .filter(one -> written.contains(one.getKey()) && !one.getValue().isEmpty())
        .filter(one -> switchRegistry.has(one.getKey()) && !switchRegistry.saves(one.getKey()))
        .map(one -> finding(one.getKey(), one.getValue()));
  }

  private static Finding finding(DeviceId device, List<String> lines) {
    String more = lines.size() == 1 ? "" : " and " + (lines.size() - 1) + " more";
    return FindingRule.UNSAVED.at(
        device.name(),
        ("the next reboot of %s loses what was confirmed: its startup configuration"
                + " differs in '%s'%s")
            .formatted(device, lines.getFirst(), more));
  }

  private void save(CommitEngine engine, DeviceId device) {
    if (!engine.saves().save(device, AuditEvent.DAEMON, false).isNothing()) {
      LOG.info("{} keeps its configuration over a reboot", device);
    }
    switchRegistry.saved(device);
  }

  private void check(CommitEngine engine, DeviceId device) {
    List<String> ours = engine.saves().check(device).ours();
    if (ours.isEmpty()) {
      switchRegistry.saved(device);
    } else {
      notSaved(device, ours.getFirst() + "; " + engine.writePolicy().reason());
    }
  }

  private void notSaved(DeviceId device, String why) {
    switchRegistry.notSaved(device, why);
    LOG.warn("{} loses what was confirmed at its next reboot: {}", device, why);
  }
}
