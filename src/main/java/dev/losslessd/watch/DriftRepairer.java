package dev.losslessd.watch;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.Request;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Key;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Target;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.text.Some;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings back what drifted, as commits of the daemon's own; one round at a time. */
record DriftRepairer(
    Repairs repairs,
    HealthEvaluator healthEvaluator,
    Inventory inventory,
    SystemScheduler systemScheduler,
    InstantSource clock,
    AtomicBoolean working) {
  private static final Logger LOG = LoggerFactory.getLogger(DriftRepairer.class);

  /** Characters of a reason. */
  private static final int LONGEST = 256;

  /** Settings that a reason names, so that it is no longer. */
  private static final int NAMED = 3;

  /** Begins what is due, where writing is allowed; returns at once. */
  void repair(CommitEngine engine, Set<Key> due) {
    if (!due.isEmpty() && engine.writePolicy().mayWrite() && working.compareAndSet(false, true)) {
      systemScheduler.soon(() -> {
        try {
          together(engine, due);
        } finally {
          working.set(false);
        }
      });
    }
  }

  /**
   * Both ends of a link in one plan; where one must wait, each by itself. What was confirmed at one
   * end alone is so again, and is a plan of its own: a waiver reaches no further than it did.
   */
  private void together(CommitEngine engine, Set<Key> due) {
    Set<Key> waived = new TreeSet<>(due);
    waived.removeIf(key -> !Repairs.wasWaived(PlanRule.ONE_END, key, engine.commits()));
    parts(waived).values().forEach(part -> alone(engine, part, Set.of(PlanRule.ONE_END)));
    Set<Key> others = new TreeSet<>(due);
    others.removeAll(waived);
    Map<String, Set<Key>> parts = parts(others);
    if (parts.size() > 1 && taken(engine, others, Set.of(), false)) {
      return;
    }
    parts.values().forEach(part -> alone(engine, part, Set.of()));
  }

  private void alone(CommitEngine engine, Set<Key> part, Set<PlanRule> waived) {
    if (!taken(engine, part, waived, true)) {
      repairs.refused(part, clock.instant());
    }
  }

  private boolean taken(
      CommitEngine engine, Set<Key> keys, Set<PlanRule> waived, boolean whenIdle) {
    try {
      engine.submit(Request.repair(keys, reason(keys), waived).whenIdle(whenIdle));
      return true;
    } catch (CommitException e) {
      LOG.info("not repaired now: {}", e.getMessage());
      return false;
    }
  }

  private String reason(Set<Key> keys) {
    List<String> writers =
        keys.stream()
            .flatMap(key -> healthEvaluator.drift(key).stream())
            .map(DriftBook.Fact::writer)
            .distinct()
            .toList();
    String text = "drift of " + Some.of(keys, NAMED);
    String by = writers.size() == 1 ? ", by " + writers.getFirst() : "";
    boolean isTold = !writers.contains(DriftBook.UNKNOWN) && text.length() + by.length() <= LONGEST;
    return isTold ? text + by : text;
  }

  /** A switch is one part: its ports share what the box has. A NIC is one for itself. */
  private Map<String, Set<Key>> parts(Set<Key> due) {
    Map<String, Set<Key>> parts = new TreeMap<>();
    for (Key key : due) {
      Target target = key.target();
      String part =
          inventory.switchRegistry().has(target.device()) ? target.device().name() : target.text();
      parts.computeIfAbsent(part, name -> new TreeSet<>()).add(key);
    }
    return parts;
  }
}
