package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Key;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Confirm windows, from the last read-back to the decision. Its caller has the lock of the commit.
 */
record Windows(
    EngineDependencies dependencies,
    Runner runner,
    CommitLog commitLog,
    Guards guards,
    DeviceTimers deviceTimers,
    Rollbacks rollbacks) {
  private static final Logger LOG = LoggerFactory.getLogger(Windows.class);
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /** More than rounding, and what a running clock is slewed by during a window. */
  private static final Duration CLOCK_WAS_SET = Duration.ofSeconds(5);

  /**
   * Applied and read back: the window runs from now. A device whose own timer cannot be started
   * again may make it shorter.
   */
  void open(String id, Live live, Duration window) {
    DeviceTimers.Reach reach = deviceTimers.reach(id, window);
    Due end = dependencies.time().in(reach.within());
    if (!reach.because().isEmpty()) {
      LOG.warn("the window of {} ends at {}: {}", id, end.at(), reach.because());
    }
    commitLog.append(new Entry.Applied(id, end, AuditEvent.DAEMON, dependencies.time().now()));
    live.soak = null;
    dependencies.time().deadMan().extend(id, end.at());
    var _ = dependencies.tell(commitLog, id);
  }

  /**
   * @throws CommitException STATE if it awaits no confirmation, or a device's timer ends earlier
   */
  Commit extend(String id, Duration window, String actor) {
    Commit.AwaitingConfirm _ = requireOpen(id);
    DeviceTimers.Reach reach = deviceTimers.reach(id, window);
    if (reach.within().compareTo(window) < 0) {
      throw new CommitException(
          Kind.STATE,
          "the window of %s can last until %s at most: %s"
              .formatted(id, dependencies.time().in(reach.within()).at(), reach.because()));
    }
    Due end = dependencies.time().in(window);
    commitLog.append(new Entry.Applied(id, end, actor, dependencies.time().now()));
    return dependencies.tell(commitLog, id);
  }

  /**
   * Confirms a commit for good. The guard ends once that is durable, not before: a full disk must
   * not leave a window open for ever. Only then devices are asked to keep it; that is the next
   * step.
   */
  void settle(String id, String actor) {
    commitLog.confirmNext(id, actor, dependencies.time().now());
    guards.end(id);
    var _ = dependencies.tell(commitLog, id);
  }

  /**
   * @param doubtful whether the journal may have lost an earlier confirmation of it
   */
  Commit confirm(String id, Live live, String actor, boolean doubtful) {
    CommitRecord record = commitLog.record(id).orElseThrow();
    Commit.AwaitingConfirm open = requireOpen(id);
    requireKeeping(record, doubtful);
    Set<Key> overtaken = commitLog.read(history -> history.overtaken(id));
    if (!overtaken.isEmpty()) {
      List<Change> begun = without(overtaken, open.begun());
      rollbacks.begin(id, live, begun, "overtaken: " + newer(overtaken), actor);
      return commitLog.known(id);
    }
    try {
      PlannedFor.of(open.run()).require(runner, open.begun());
      runner.requireHolds(open.changes());
      requireAlone(open);
    } catch (DeviceException e) {
      if (e.kind() != DeviceException.Kind.LIED) {
        throw new CommitException(Kind.DEVICE, staysOpen(open) + ": " + e.getMessage(), e);
      }
      String why = restarted(record, open.begun()) + e.getMessage();
      rollbacks.begin(id, live, open.begun(), "at confirmation: " + why, actor);
      return commitLog.known(id);
    }
    settle(id, actor);
    return commitLog.known(id);
  }

  /** Names the first device that has started again since, with what it came up with. */
  private String restarted(CommitRecord record, List<Change> begun) {
    Map<Target, Incarnation> starts = record.begun().orElseThrow().incarnations();
    return begun.stream()
        .map(Change::target)
        .distinct()
        .filter(target -> Restarts.since(starts, target, runner))
        .findFirst()
        .map(target -> target.text() + " was started again after it was written; ")
        .orElse("");
  }

  private static String staysOpen(Commit.AwaitingConfirm open) {
    return "not confirmed, the window stays open until " + open.deadline();
  }

  /** Refuses a confirm where another agent holds a setting; an operator must decide about it. */
  private void requireAlone(Commit.AwaitingConfirm open) {
    SecondWriter.of(open.changes(), runner)
        .ifPresent(why -> {
          throw new CommitException(
              Kind.STATE, staysOpen(open) + ": " + why + "; an undo leaves that as it is");
        });
  }

  /** Refuses a confirm while writes are frozen and devices must still be asked to keep it. */
  private void requireKeeping(CommitRecord record, boolean doubtful) {
    if (!record.timers().isEmpty() && !doubtful && !dependencies.writePolicy().mayWrite()) {
      throw new CommitException(
          Kind.FROZEN,
          "%s must be told to keep commit %s; %s"
              .formatted(
                  record.timers().keySet(), record.id(), dependencies.writePolicy().reason()));
    }
  }

  /** The silence of a guard that has judged nothing is no yes: it is waited for, within limits. */
  void endRepair(String id, Live live, String undecided) {
    Commit open = commitLog.known(id);
    Optional<String> other = SecondWriter.known(open.changes(), runner);
    if (other.isPresent()) {
      rollbacks.begin(id, live, open.begun(), other.get(), AuditEvent.DAEMON);
    } else if (!undecided.isEmpty()) {
      live.next = dependencies.time().in(AGAIN);
    } else {
      guards
          .undecided(id)
          .ifPresent(why -> LOG.warn("repair {} is kept without a judgement: {}", id, why));
      settleRepair(id, live);
    }
  }

  /** A full disk must not keep a repair open for ever. */
  private void settleRepair(String id, Live live) {
    try {
      settle(id, AuditEvent.DAEMON);
    } catch (StoreException e) {
      LOG.error("repair {} is not ended yet: {}", id, e.getMessage());
      live.next = dependencies.time().in(AGAIN);
    }
  }

  /**
   * Takes up a window that an earlier process has opened: it goes on for the rest of its time, or
   * is rolled back when that is over, when the host was rebooted since, or when the devices no
   * longer have it: then its rollback was broken off.
   */
  void resume(String id, Live live) {
    Commit.AwaitingConfirm open = steady(id);
    CommitRecord record = commitLog.record(id).orElseThrow();
    boolean over = record.deadline().filter(end -> isPast(end)).isPresent();
    if (open.repair()) {
      if (over) {
        settleRepair(id, live);
      } else {
        goOn(open, live);
      }
      return;
    }
    Entry.Begun begun = record.begun().orElseThrow();
    if (!begun.boot().equals(dependencies.settings().boot())) {
      undo(open, live, "the host was rebooted during the confirm window");
    } else if (over) {
      undo(open, live, open.overdue());
    } else {
      runner
          .contradiction(open.run().plan())
          .ifPresentOrElse(
              what -> undo(open, live, "at the restart: " + what), () -> goOn(open, live));
    }
  }

  private boolean isPast(Due end) {
    return dependencies.time().left(end).isNegative();
  }

  private void undo(Commit.AwaitingConfirm open, Live live, String why) {
    rollbacks.begin(open.id(), live, open.begun(), why, AuditEvent.DAEMON);
  }

  private void goOn(Commit.AwaitingConfirm open, Live live) {
    guards.begin(open.id(), open.run().plan());
    guards.applied(open.id());
    live.ours = true;
  }

  /** The end of the window by the clock of the wall as it is now, where that was set since. */
  private Commit.AwaitingConfirm steady(String id) {
    CommitRecord record = commitLog.record(id).orElseThrow();
    Commit.AwaitingConfirm open = requireOpen(id);
    Due end = record.deadline().orElseGet(() -> Due.at(open.deadline()));
    Due now = dependencies.time().in(dependencies.time().left(end));
    if (Duration.between(now.at(), end.at()).abs().compareTo(CLOCK_WAS_SET) <= 0) {
      return open;
    }
    LOG.warn(
        "the host's clock was set during the window of {}: it ends at {}, by the clock before {}",
        id,
        now.at(),
        end.at());
    Instant at = dependencies.time().now();
    boolean _ = commitLog.appendOrShow(new Entry.Applied(id, now, AuditEvent.DAEMON, at));
    var _ = dependencies.tell(commitLog, id);
    return requireOpen(id);
  }

  private static List<Change> without(Set<Key> keys, List<Change> changes) {
    return changes.stream().filter(change -> !keys.contains(change.key())).toList();
  }

  private String newer(Set<Key> keys) {
    return keys.stream()
        .map(key -> key + " was changed by revision " + commitLog.version(key) + " meanwhile")
        .collect(Collectors.joining("; "));
  }

  Commit.AwaitingConfirm requireOpen(String id) {
    Commit now = commitLog.known(id);
    if (now instanceof Commit.AwaitingConfirm open) {
      return open;
    }
    throw new CommitException(
        Kind.STATE, "commit " + id + " is " + now.state() + ", expected awaiting-confirm");
  }
}
