package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Devices and ports that people work on. Until the end that they have named no plan that comes near
 * is taken, nothing is repaired there, and an undo waits. The journal holds it, so that it outlives
 * the daemon; its time ends it.
 */
public record Maintenances(
    EngineDependencies dependencies, CommitLog commitLog, Runnable goOn, Set<Target> over) {
  /** Longest maintenance before it must be renewed, so that nothing stays unwatched for ever. */
  public static final Duration LONGEST = Duration.ofHours(72);

  private static final Logger LOG = LoggerFactory.getLogger(Maintenances.class);

  /**
   * @param goOn tries again the undos that had to wait
   */
  static Maintenances of(EngineDependencies dependencies, CommitLog commitLog, Runnable goOn) {
    return new Maintenances(dependencies, commitLog, goOn, ConcurrentHashMap.newKeySet());
  }

  /** Maintenance in effect now, by target. */
  public List<Maintenance> now() {
    return commitLog.read(History::maintenance).stream()
        .filter(dependencies.time()::lasts)
        .toList();
  }

  /** Commits that are open there: their undo would wait. */
  public List<String> open(Maintenance maintenance) {
    return commitLog.open(maintenance);
  }

  /**
   * Durable when this returns. Said again of the same target, the new end and reason count.
   *
   * @param length at most {@link #LONGEST}
   * @throws CommitException IN_PROGRESS: a commit is being written there; STORE
   */
  public Maintenance begin(Target target, Duration length, String actor, String reason) {
    Instant now = dependencies.time().now();
    Maintenance maintenance =
        new Maintenance(target, now, dependencies.time().in(length), actor, reason);
    commitLog.begin(new Entry.MaintenanceBegun(maintenance));
    LOG.info("{} ({})", maintenance.text(), actor);
    dependencies.auditListener().maintenance(maintenance, true, actor, now);
    return maintenance;
  }

  /**
   * Ends it before its time, and lets undos go on that had to wait.
   *
   * @throws CommitException UNKNOWN: the target is not in maintenance; STORE
   */
  public void end(Target target, String actor) {
    Maintenance known =
        now().stream()
            .filter(one -> one.target().equals(target))
            .findFirst()
            .orElseThrow(
                () -> new CommitException(Kind.UNKNOWN, target + " is not in maintenance"));
    CommitException.journaled(() -> end(known, actor));
    goOn.run();
  }

  /** Ends what the clock has ended; to be called again and again. */
  public void round() {
    commitLog.read(History::maintenance).stream()
        .filter(one -> !dependencies.time().lasts(one))
        .forEach(this::endByClock);
  }

  /** Without room for the record it is over all the same: the next round writes it down. */
  private void endByClock(Maintenance one) {
    try {
      end(one, AuditEvent.DAEMON);
      over.remove(one.target());
      goOn.run();
    } catch (StoreException e) {
      if (over.add(one.target())) {
        LOG.error(
            "the end of maintenance of {} is not journaled: {}", one.target(), e.getMessage());
        goOn.run();
      }
    }
  }

  private void end(Maintenance one, String actor) {
    Instant now = dependencies.time().now();
    commitLog.append(new Entry.MaintenanceEnded(one.target(), actor, now));
    LOG.info("{} is not in maintenance any more ({})", one.target(), actor);
    dependencies.auditListener().maintenance(one, false, actor, now);
  }
}
