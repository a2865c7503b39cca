package dev.losslessd.app;

import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.Transactions;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.store.AuditEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes confirmed changes survive a reboot of the switch, where the config asks for it: after each
 * commit, and whenever what is saved is found to differ from what runs.
 */
final class Saver {
  private static final Logger LOG = LoggerFactory.getLogger(Saver.class);
  private static final Duration ROUND = Duration.ofSeconds(10);

  /** Reads the whole of two configurations. */
  private static final Duration LOOK = Duration.ofHours(1);

  private static final Duration AGAIN = Duration.ofMinutes(5);

  private final Switches switches;
  private final Clockwork clockwork;
  private final InstantSource clock;
  private final Map<DeviceId, Instant> due = new ConcurrentHashMap<>();
  private final Set<DeviceId> working = ConcurrentHashMap.newKeySet();

  Saver(Switches switches, Clockwork clockwork, InstantSource clock) {
    this.switches = switches;
    this.clockwork = clockwork;
    this.clock = clock;
  }

  /** Begins with what an earlier run owed. */
  void watch(Transactions engine) {
    clockwork.every("saves", ROUND, () -> round(engine));
  }

  /** An undo counts too: somebody may have saved what it has taken back. */
  void heard(Commit commit) {
    if (!commit.open()) {
      commit.run().plan().changes().stream()
          .map(change -> change.target().device())
          .distinct()
          .forEach(device -> due.put(device, clock.instant()));
    }
  }

  private void round(Transactions engine) {
    Instant now = clock.instant();
    for (DeviceId device : switches.ids()) {
      boolean isDue = !due.getOrDefault(device, Instant.MIN).isAfter(now);
      if (isDue && switches.saves(device) && working.add(device)) {
        clockwork.soon(() -> {
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

  private boolean isKept(Transactions engine, DeviceId device) {
    try {
      if (engine.posture().mayWrite()) {
        save(engine, device);
      } else {
        look(engine, device);
      }
      return true;
    } catch (CommitException e) {
      if (e.kind() == CommitException.Kind.IN_PROGRESS) {
        due.put(device, clock.instant()); // the switch was not asked
      } else {
        notSaved(device, e.getMessage());
      }
      return false;
    }
  }

  private void save(Transactions engine, DeviceId device) {
    if (!engine.saves().save(device, AuditEvent.DAEMON, false).isNothing()) {
      LOG.info("{} keeps its configuration over a reboot", device);
    }
    switches.saved(device);
  }

  private void look(Transactions engine, DeviceId device) {
    List<String> ours = engine.saves().look(device).ours();
    if (ours.isEmpty()) {
      switches.saved(device);
    } else {
      notSaved(device, ours.getFirst() + "; " + engine.posture().reason());
    }
  }

  private void notSaved(DeviceId device, String why) {
    switches.notSaved(device, why);
    LOG.warn("{} loses what was confirmed at its next reboot: {}", device, why);
  }
}
