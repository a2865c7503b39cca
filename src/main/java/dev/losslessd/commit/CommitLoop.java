package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.store.Ahead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one loop of the engine: each second, at each deadline and after each event, it looks at every
 * unfinished commit and takes the {@link Step} that is due, under the commit's lock. Whatever a
 * step throws is reported, and the commit is looked at again at the next turn; a broken virtual
 * machine ends the process, and the next start takes the commit up.
 */
final class CommitLoop {
  private static final Logger LOG = LoggerFactory.getLogger(CommitLoop.class);

  /** What an operator must decide is found again at each start: nothing of that is journaled. */
  private static final String DOUBT = "the journal has lost its end, and has no confirmation of it";

  /** Takes a step that is due; it runs with the commit's lock. */
  @FunctionalInterface
  interface Taker {
    void take(String id, Live live, Step step);
  }

  private final EngineDependencies dependencies;
  private final CommitLog commitLog;
  private final Guards guards;
  private final Taker taker;
  private final Map<String, Live> lives = new ConcurrentHashMap<>();
  private volatile Set<String> doubtful = Set.of();

  CommitLoop(EngineDependencies dependencies, CommitLog commitLog, Guards guards, Taker taker) {
    this.dependencies = dependencies;
    this.commitLog = commitLog;
    this.guards = guards;
    this.taker = taker;
  }

  /** Looks at every unfinished commit. Waits for none, and throws nothing. */
  void turn() {
    boolean begins = false; // staged commits begin one at a time: the next may have to give way
    for (CommitRecord record : commitLog.read(History::records).reversed()) {
      if (record.done()) {
        lives.remove(record.id());
      } else if (!begins || !(record.state() instanceof Commit.Staged)) {
        begins |= look(record) instanceof Step.Begin;
      }
    }
  }

  /** Time until the next deadline of an open commit, at most as long as given. */
  Duration untilDeadline(Duration most) {
    Moment now = dependencies.time().moment();
    return commitLog.read(History::records).stream()
        .filter(record -> record.state() instanceof Commit.AwaitingConfirm)
        .flatMap(record -> record.deadline().stream())
        .map(now::left)
        .filter(left -> left.isPositive() && left.compareTo(most) < 0)
        .min(Comparator.naturalOrder())
        .orElse(most);
  }

  /** Begins the step that is due; returns it. */
  private Step look(CommitRecord record) {
    try {
      Opinion opinion = opinion(record);
      Step step = due(record, opinion);
      if (!(step instanceof Step.Nothing)) {
        begin(record.id(), opinion);
      }
      return step;
    } catch (RuntimeException | AssertionError e) {
      LOG.error("commit {} could not be looked at, and is looked at again", record.id(), e);
      return new Step.Nothing();
    }
  }

  /** A guard is asked only where a step may depend on it. */
  private Opinion opinion(CommitRecord record) {
    return switch (record.state()) {
      case Commit.Applying _, Commit.AwaitingConfirm _ -> guards.opinion(record.id());
      case Commit.Staged _, Commit.Confirmed _, Commit.Undoing _ -> Opinion.NONE;
      case Commit.RolledBack _, Commit.Stuck _, Commit.Abandoned _ -> Opinion.NONE;
    };
  }

  private Step due(CommitRecord record, Opinion opinion) {
    WritePolicy policy = dependencies.writePolicy();
    NextStep.Situation now =
        new NextStep.Situation(
            dependencies.time().moment(),
            policy.mayWrite() ? Optional.empty() : Optional.of(policy.reason()),
            dependencies.settings().confirmWithin());
    return NextStep.of(record, live(record.id()).facts(isDoubtful(record.state())), opinion, now);
  }

  /** Takes what is due of a commit soon, on a thread of the engine's. */
  void soon(String id) {
    begin(id, Opinion.NONE);
  }

  private void begin(String id, Opinion opinion) {
    Live live = live(id);
    if (!live.looked.compareAndSet(false, true)) {
      return;
    }
    dependencies.time().threads().step(() -> advance(id, opinion), () -> live.looked.set(false));
  }

  /** Takes what is due of a commit now; returns when it was tried. */
  void advance(String id) {
    advance(id, Opinion.NONE);
  }

  private void advance(String id, Opinion opinion) {
    Live live = live(id);
    live.lock.lock();
    try {
      commitLog
          .record(id)
          .map(record -> due(record, opinion))
          .filter(step -> !(step instanceof Step.Nothing))
          .ifPresent(step -> {
            taker.take(id, live, step);
            followUp(id, live);
          });
    } catch (VirtualMachineError e) {
      dependencies.time().broken().accept(e);
    } catch (RuntimeException | Error e) {
      LOG.error("a step of commit {} failed, and is taken again", id, e);
    } finally {
      live.lock.unlock();
    }
  }

  /** What needs no judgement and does not have to wait for the next turn. */
  void followUp(String id, Live live) {
    while (true) {
      Step step =
          commitLog.record(id).map(record -> due(record, Opinion.NONE)).orElse(new Step.Nothing());
      switch (step) {
        case Step.Write _, Step.Attempt _, Step.Wait _, Step.Keep _ -> taker.take(id, live, step);
        case Step.Nothing _, Step.Begin _, Step.SoakOn _, Step.Open _, Step.Resume _ -> {
          return;
        }
        case Step.EndRepair _, Step.RollBack _ -> {
          return;
        }
      }
    }
  }

  /** Decides about a commit while no other decision is made about it, and does what follows. */
  Commit decide(String id, Supplier<Commit> decision) {
    Live live = live(id);
    live.lock.lock();
    try {
      Commit _ = decision.get();
      followUp(id, live);
      return commitLog.known(id);
    } finally {
      live.lock.unlock();
    }
  }

  Live live(String id) {
    return lives.computeIfAbsent(id, _ -> new Live());
  }

  /** Lets nothing wait for its next attempt: what kept it back may be over. */
  void hurry() {
    lives.values().forEach(live -> live.next = null);
    turn();
  }

  /**
   * Claims what an earlier process left unfinished; returns the commits that are to be looked at.
   */
  List<String> takeUp() {
    List<String> ids = new ArrayList<>();
    for (String id : commitLog.reclaim()) {
      Commit commit = commitLog.known(id);
      if (!isDoubtful(commit)) {
        ids.add(id);
      } else if (commit instanceof Commit.Applying) {
        commitLog.show(new Commit.AwaitingConfirm(commit.run(), dependencies.time().now()));
      }
    }
    return ids;
  }

  /**
   * An operator must say how these end: a confirmation keeps one, a thaw lets its rollback begin.
   *
   * @param ahead what the journal has lost: where that is not known, any confirmation may be in it
   */
  void doubt(Ahead ahead) {
    doubtful = ahead.complete() ? ahead.confirmed() : undecided();
  }

  private Set<String> undecided() {
    return commitLog.read(History::commits).stream()
        .filter(CommitLoop::isUndecided)
        .map(Commit::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A confirmation may still come, or have come. */
  private static boolean isUndecided(Commit commit) {
    return commit instanceof Commit.Applying || commit instanceof Commit.AwaitingConfirm;
  }

  /** Writing is allowed again: what is still doubtful is rolled back. */
  void endDoubt() {
    Set<String> all = doubtful;
    for (String id : all) {
      if (commitLog.commit(id).filter(this::isDoubtful).isPresent()) {
        live(id).ordered = DOUBT;
      }
    }
    doubtful = Set.of();
  }

  boolean isDoubtful(String id) {
    return doubtful.contains(id);
  }

  /** A repair that was applied is not rolled back anyway. */
  private boolean isDoubtful(Commit commit) {
    boolean kept = commit.repair() && commit instanceof Commit.AwaitingConfirm;
    return isUndecided(commit) && isDoubtful(commit.id()) && !kept;
  }

  /** Commits whose rollback waits until writing is allowed, or until an operator decides. */
  Set<String> heldBack() {
    Set<String> all = new TreeSet<>();
    boolean closed = !dependencies.writePolicy().mayWrite();
    for (Commit commit : commitLog.read(History::commits)) {
      if (isDoubtful(commit) || (closed && commit instanceof Commit.Undoing)) {
        all.add(commit.id());
      }
    }
    return all;
  }
}
