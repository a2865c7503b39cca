package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Risk;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StagedWish;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits that wait until their ports are idle. They hold nothing meanwhile: when their time comes
 * they are planned anew, and end where that is refused for another reason than before.
 */
record IdleQueue(EngineDependencies dependencies, CommitLog commitLog, Begin begin) {
  private static final Logger LOG = LoggerFactory.getLogger(IdleQueue.class);

  /** Rules that refuse only for a time. */
  private static final Set<PlanRule> LATER =
      Set.of(PlanRule.BUSY, PlanRule.WINDOW, PlanRule.MAINTENANCE);

  /** Takes a staged wish as its own commit. */
  @FunctionalInterface
  interface Begin {
    /**
     * @throws CommitException not now, or not at all
     */
    void begin(String id, Live live, Request request);
  }

  /** Whether nothing else is wrong with it. */
  static boolean onlyBusy(Plan plan) {
    return plan.refused() && plan.refusals().stream().allMatch(one -> one.isBy(PlanRule.BUSY));
  }

  /** Whether time alone will mend it: traffic or maintenance ends, a window opens. */
  private static boolean onlyLater(Plan plan) {
    return plan.refused()
        && plan.refusals().stream().allMatch(one -> LATER.stream().anyMatch(one::isBy));
  }

  /**
   * Durable when this returns.
   *
   * @param plan what would be done now
   */
  Commit stage(String id, Request request, Plan plan) {
    ScopePermit.requireStageable(request);
    commitLog.append(
        new Entry.Staged(
            id,
            plan,
            wish(request),
            request.origin().actor(),
            request.origin().reason(),
            dependencies.time().now(),
            request.origin().key()));
    return dependencies.tell(commitLog, id);
  }

  /** Ends a staged commit; empty where it is not staged. */
  Optional<Commit> cancel(String id, String why, String actor) {
    return commitLog
        .commit(id)
        .filter(Commit.Staged.class::isInstance)
        .map(staged -> end(id, why, actor));
  }

  /**
   * Notes since when the ports of staged commits have been idle; nothing while writes may not be.
   */
  void look(Function<String, Live> lives) {
    List<Commit.Staged> waiting = waiting();
    if (waiting.isEmpty()) {
      return;
    }
    boolean open = dependencies.writePolicy().mayWrite();
    Set<PortId> busy = open ? dependencies.surroundings().busy() : Set.of();
    for (Commit.Staged one : waiting) {
      Live live = lives.apply(one.id());
      if (!open || disturbed(one.run().plan()).stream().anyMatch(busy::contains)) {
        live.idleSince = null;
      } else if (live.idleSince == null) {
        live.idleSince = dependencies.time().in(Duration.ZERO);
      }
    }
  }

  /** Ports, and those they are wired to, whose traffic the plan would disturb. */
  private Set<PortId> disturbed(Plan plan) {
    Neighbourhood around = dependencies.surroundings().around();
    Set<PortId> ports = new HashSet<>();
    for (Change change : plan.changes()) {
      if (change.risks().contains(Risk.LINK_BOUNCE)
          || change.risks().contains(Risk.BUFFER_RECARVE)
          || change.risks().contains(Risk.PAIRS_KEEP_MTU)) {
        ports.addAll(change.touches());
        change.touches().forEach(port -> around.peer(port).ifPresent(ports::add));
      }
    }
    return ports;
  }

  /** Plans it again, and begins it where that is not refused. */
  void attempt(String id, Live live) {
    live.idleSince = null;
    Entry.Staged entry = commitLog.record(id).flatMap(CommitRecord::staged).orElseThrow();
    try {
      begin.begin(id, live, request(entry));
    } catch (CommitException e) {
      if (goesOver(e)) {
        if (!live.waitsFor.equals(e.getMessage())) {
          live.waitsFor = e.getMessage();
          LOG.info("commit {} stays staged: {}", id, e.getMessage());
        }
      } else {
        end(id, "not begun when its ports were idle: " + e.getMessage(), AuditEvent.DAEMON);
      }
    }
  }

  private static boolean goesOver(CommitException e) {
    return switch (e.kind()) {
      case IN_PROGRESS, DEVICE, BUSY, STORE, FROZEN, MODE -> true;
      case REFUSED -> e.plan().map(IdleQueue::onlyLater).orElse(false);
      case STALE, VERSION, UNKNOWN, STATE, FOREIGN, SCOPE -> false;
    };
  }

  private Commit end(String id, String why, String actor) {
    commitLog.journal(new Entry.RolledBack(id, why, actor, dependencies.time().now()));
    return dependencies.tell(commitLog, id);
  }

  private List<Commit.Staged> waiting() {
    return commitLog.read(History::commits).stream()
        .filter(Commit.Staged.class::isInstance)
        .map(Commit.Staged.class::cast)
        .toList()
        .reversed();
  }

  private StagedWish wish(Request request) {
    Request.Goal goal = request.goal();
    Map<Key, Long> versions = new HashMap<>();
    goal.delta().keySet().forEach(key -> versions.put(key, commitLog.version(key)));
    goal.unset().forEach(key -> versions.put(key, commitLog.version(key)));
    return new StagedWish(
        goal.delta(),
        goal.all(),
        goal.repairs(),
        versions,
        request.terms().confirmWithin(),
        goal.exact(),
        goal.words(),
        request.terms().accepted(),
        goal.unset());
  }

  /** The situation may be another one by then, but not the version of what is changed. */
  private static Request request(Entry.Staged entry) {
    StagedWish wish = entry.wish();
    return new Request(
        new Request.Goal(
            wish.delta(),
            wish.all(),
            wish.exact(),
            wish.words(),
            wish.mends(),
            wish.unset(),
            Set.of()),
        new Request.Expected(wish.versions(), Optional.empty()),
        new Request.Origin(entry.actor(), entry.reason()),
        new Request.Terms(wish.accepted(), wish.confirmWithin(), false, Optional.empty()));
  }
}
