package dev.losslessd.watch;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Waiver;
import dev.losslessd.watch.DriftBook.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which differences the daemon mends by itself, and when. What was never in force is not mended:
 * the first time is a person's. Attempts are counted from the commits, so that a restart forgets
 * none; three in five minutes, or three that the device did not hold, are the last until a person
 * has confirmed a change there. Safe for threads; has no clock.
 */
public final class Repairs {
  /** Somebody else writes it as often as we do. */
  static final int MOST = 3;

  static final Duration WITHIN = Duration.ofMinutes(5);

  /** After the first repair; doubled after each further one. */
  static final Duration PAUSE = Duration.ofSeconds(5);

  private record Refused(int times, Instant until) {}

  /**
   * @param due resources to bring back now
   * @param findings those that are given up
   */
  public record Decision(SortedSet<Key> due, List<Finding> findings) {}

  private final Predicate<SettingKind> repaired;
  private final Predicate<DeviceId> ours;
  private final Map<Key, Refused> refused = new HashMap<>();
  private final Map<Key, Setting> held = new HashMap<>();

  /**
   * @param repaired whether the config wants this setting repaired
   * @param ours whether this agent is the one that writes the device
   */
  public Repairs(Predicate<SettingKind> repaired, Predicate<DeviceId> ours) {
    this.repaired = repaired;
    this.ours = ours;
  }

  /** These were seen in force as they are wanted. */
  public synchronized void holds(Map<Key, Setting> wanted) {
    held.putAll(wanted);
    refused.keySet().removeAll(wanted.keySet());
  }

  /** An attempt was not taken. */
  public synchronized void refused(Collection<Key> keys, Instant now) {
    for (Key key : keys) {
      Refused before = refused.get(key);
      int times = before == null ? 1 : before.times() + 1;
      refused.put(key, new Refused(times, now.plus(pause(times))));
    }
  }

  /**
   * @param facts what differs now on targets that no commit holds
   * @param commits newest first
   */
  public synchronized Decision decide(
      Intent intent, List<Fact> facts, Collection<Commit> commits, Instant now) {
    SortedSet<Key> due = new TreeSet<>();
    List<Finding> findings = new ArrayList<>();
    for (Fact fact : facts) {
      Key key = fact.key();
      if (!mayMend(fact, intent, commits)) {
        continue;
      }
      List<Commit> attempts = attempts(key, commits);
      if (givenUp(attempts)) {
        findings.add(stopped(fact, attempts));
      } else if (!waits(key, attempts, now)) {
        due.add(key);
      }
    }
    return new Decision(due, List.copyOf(findings));
  }

  private boolean mayMend(Fact fact, Intent intent, Collection<Commit> commits) {
    Key key = fact.key();
    return repaired.test(key.kind())
        && ours.test(key.target().device())
        && fact.difference().observed().standing().isPresent()
        && wasInForce(key, intent, commits)
        && !isStaged(key, commits)
        && !isLeft(key.target(), commits);
  }

  /** Confirmed by a person, or seen as it should be. */
  private boolean wasInForce(Key key, Intent intent, Collection<Commit> commits) {
    Setting wanted = intent.wanted(key).orElse(null);
    if (wanted == null) {
      return false;
    }
    return intent.rest().containsKey(key)
        || wasConfirmed(key, wanted, commits)
        || (wanted.equals(held.get(key)) && !wasTakenBack(key, commits));
  }

  private static boolean wasConfirmed(Key key, Setting wanted, Collection<Commit> commits) {
    return commits.stream()
        .filter(Commit.Confirmed.class::isInstance)
        .flatMap(commit -> commit.changes().stream())
        .filter(change -> change.key().equals(key))
        .findFirst()
        .map(change -> wanted.over(change.after()).equals(change.after()))
        .orElse(false);
  }

  /**
   * Whether a rule about ports was waived for this when it was last confirmed: its repair would be
   * refused by the same rule, again and again.
   *
   * @param commits newest first
   */
  static boolean wasWaived(PlanRule rule, Key key, Collection<Commit> commits) {
    return commits.stream()
        .filter(Commit.Confirmed.class::isInstance)
        .filter(commit -> changes(commit, key))
        .findFirst()
        .filter(commit -> {
          Set<String> ports =
              commit.changes().stream()
                  .filter(change -> change.key().equals(key))
                  .flatMap(change -> change.touches().stream())
                  .map(PortId::toString)
                  .collect(Collectors.toSet());
          return commit.run().plan().waived().stream()
              .map(Waiver::refusal)
              .anyMatch(one -> one.isBy(rule) && ports.contains(one.subject().split(" ", 2)[0]));
        })
        .isPresent();
  }

  /** Whether a value was undone: it was in force without a confirm and is not brought back. */
  private static boolean wasTakenBack(Key key, Collection<Commit> commits) {
    return commits.stream()
        .filter(commit -> !commit.repair() && changes(commit, key))
        .anyMatch(commit -> commit instanceof Commit.RolledBack || isLeft(commit));
  }

  private static boolean isStaged(Key key, Collection<Commit> commits) {
    return commits.stream()
        .filter(Commit.Staged.class::isInstance)
        .filter(Commit::repair)
        .anyMatch(commit -> changes(commit, key));
  }

  /** What could not be undone is left for a person. */
  private static boolean isLeft(Target target, Collection<Commit> commits) {
    return commits.stream()
        .filter(commit -> changes(commit, target))
        .filter(commit -> !(commit instanceof Commit.Staged))
        .findFirst()
        .map(Repairs::isLeft)
        .orElse(false);
  }

  private static boolean isLeft(Commit commit) {
    return commit instanceof Commit.Undoing
        || commit instanceof Commit.Stuck
        || commit instanceof Commit.Abandoned;
  }

  /** Repairs of a resource since a person last confirmed a change there; newest first. */
  private static List<Commit> attempts(Key key, Collection<Commit> commits) {
    List<Commit> attempts = new ArrayList<>();
    for (Commit commit : commits) {
      if (!commit.repair() && commit instanceof Commit.Confirmed && changes(commit, key.target())) {
        break;
      }
      if (commit.repair() && !(commit instanceof Commit.Staged) && changes(commit, key)) {
        attempts.add(commit);
      }
    }
    return attempts;
  }

  private static boolean givenUp(List<Commit> attempts) {
    boolean failed =
        attempts.size() >= MOST
            && attempts.subList(0, MOST).stream().noneMatch(Commit.Confirmed.class::isInstance);
    for (int i = 0; i + MOST <= attempts.size() && !failed; i++) {
      Instant first = started(attempts.get(i + MOST - 1));
      failed = !started(attempts.get(i)).isAfter(first.plus(WITHIN));
    }
    return failed;
  }

  private boolean waits(Key key, List<Commit> attempts, Instant now) {
    Refused no = refused.get(key);
    if (no != null && now.isBefore(no.until())) {
      return true;
    }
    int recent =
        (int) attempts.stream().filter(one -> started(one).isAfter(now.minus(WITHIN))).count();
    return recent > 0 && now.isBefore(started(attempts.getFirst()).plus(pause(recent)));
  }

  private static Duration pause(int times) {
    Duration doubled = PAUSE.multipliedBy(1L << Math.min(times - 1, 10));
    return doubled.compareTo(WITHIN) > 0 ? WITHIN : doubled;
  }

  private static Finding stopped(Fact fact, List<Commit> attempts) {
    String after =
        attempts.getFirst() instanceof Commit.RolledBack back
            ? "the last was taken back: " + back.why()
            : "it was changed again, by " + fact.writer();
    return FindingRule.REPAIR_STOPPED.at(
        fact.key().toString(),
        "%s; repaired %s times, %s; it is not repaired any more"
            .formatted(fact.difference().message(), attempts.size(), after));
  }

  private static Instant started(Commit commit) {
    return commit.run().started();
  }

  private static boolean changes(Commit commit, Key key) {
    return commit.changes().stream().anyMatch(change -> change.key().equals(key));
  }

  private static boolean changes(Commit commit, Target target) {
    return commit.changes().stream().anyMatch(c -> c.target().equals(target));
  }
}
