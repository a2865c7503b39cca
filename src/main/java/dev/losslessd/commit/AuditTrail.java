package dev.losslessd.commit;

import dev.losslessd.driver.LeftShut;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Release;
import dev.losslessd.model.Target;
import dev.losslessd.store.Audit;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.AuditEvent.Step;
import dev.losslessd.store.AuditStory;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what happens to commits, and who wanted it. A full disk stops no undo: what could not
 * be written is counted, and the audit says how much that was as soon as there is room.
 */
public final class AuditTrail implements AuditListener {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final String DAEMON = AuditEvent.DAEMON;

  private final Audit audit;
  private final InstantSource clock;
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();
  private final Set<String> unjournaled = ConcurrentHashMap.newKeySet();
  private final ReentrantLock turn = new ReentrantLock();

  /** Number of lost events that the audit does not mention yet. */
  private long untold;

  private String reason = "";
  private final AtomicLong lost = new AtomicLong();

  public AuditTrail(Audit audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
  }

  /** A commit that waited already before this process was started. */
  public void knows(Commit.AwaitingConfirm commit) {
    waiting.add(commit.id());
  }

  @Override
  public void became(Commit commit, String actor) {
    switch (commit) {
      case Commit.Staged c -> write(Kind.STAGED, c.run().actor(), why(c.run()), c);
      case Commit.Applying c ->
          c.wave()
              .ifPresentOrElse(
                  wave -> onCommit(wave, c),
                  () -> write(Kind.SUBMIT, c.run().actor(), why(c.run()), c));
      case Commit.AwaitingConfirm c -> {
        boolean again = !waiting.add(c.id());
        write(again ? Kind.EXTENDED : Kind.APPLIED, actor, "until " + c.deadline(), c);
      }
      case Commit.Confirmed c -> write(Kind.CONFIRMED, actor, "revision " + c.revision(), c);
      case Commit.RolledBack c -> write(Kind.ROLLED_BACK, actor, c.why(), c);
      case Commit.Undoing c -> write(Kind.UNDOING, actor, why(c), c);
      case Commit.Stuck c -> write(Kind.STUCK, actor, c.why(), c);
      case Commit.Abandoned c -> write(Kind.ABANDONED, actor, c.why(), c);
    }
    if (!commit.open()) {
      waiting.remove(commit.id());
    }
  }

  private static String why(Commit.Undoing undoing) {
    return undoing.why() + (undoing.waits().isEmpty() ? "" : "; waits: " + undoing.waits());
  }

  /** Once for each wave, as it begins. */
  private void onCommit(Progress wave, Commit commit) {
    if (wave.soakUntil().isEmpty()) {
      write(Kind.WAVE, DAEMON, wave.wave() + " of " + wave.of(), commit);
    }
  }

  /** The reason of the commit, what else it accepts, each waiver, and what loses its override. */
  private static String why(Commit.Run run) {
    List<String> all = new ArrayList<>(List.of(run.reason()));
    if (run.acceptIdle()) {
      all.add("accepts idle ports");
    }
    run.plan().waived().forEach(waiver -> all.add(waiver.text()));
    run.plan().unset().forEach(one -> all.add(one.text()));
    return String.join("; ", all.stream().filter(text -> !text.isEmpty()).toList());
  }

  @Override
  public void refused(Request request, CommitException why) {
    List<String> targets =
        Stream.concat(request.goal().delta().keySet().stream(), request.goal().unset().stream())
            .map(key -> key.target().text())
            .distinct()
            .toList();
    List<Step> steps = why.plan().map(plan -> steps(plan.changes())).orElse(List.of());
    AuditActor by = AuditActor.of(request.origin().actor());
    write(
        new AuditEvent(
            Kind.REFUSED,
            clock.instant(),
            by.who(),
            by.from(),
            why.getMessage(),
            "",
            targets,
            steps));
  }

  @Override
  public void unjournaled(String commit) {
    unjournaled.add(commit);
  }

  @Override
  public void frozen(boolean on, String actor, String why, Instant at) {
    Kind kind = on ? Kind.FREEZE : Kind.THAW;
    write(kind, at, actor, why, List.of());
  }

  @Override
  public void saved(DeviceId device, String actor, List<String> foreign, Instant at) {
    String why = foreign.isEmpty() ? "" : "with what was not ours: " + String.join("; ", foreign);
    List<String> targets = List.of(device.name());
    write(Kind.SAVED, at, actor, why, targets);
  }

  @Override
  public void maintenance(Maintenance maintenance, boolean on, String actor, Instant at) {
    Kind kind = on ? Kind.MAINTENANCE : Kind.MAINTENANCE_ENDED;
    String why = on ? "until " + maintenance.until().at() + ": " + maintenance.reason() : "";
    List<String> targets = List.of(maintenance.target().text());
    write(kind, at, actor, why, targets);
  }

  @Override
  public void accepted(Entry.Accepted accepted, Identities before) {
    String why =
        accepted.reason()
            + "; was "
            + (before.isNone() ? "not known" : String.join("; ", before.texts()))
            + ", is "
            + String.join("; ", accepted.found().texts());
    List<String> targets = List.of(accepted.device().name());
    write(Kind.ACCEPTED, accepted.at(), accepted.actor(), why, targets);
  }

  @Override
  public void released(Release release, boolean leaves, String actor, Instant at) {
    List<String> words = new ArrayList<>();
    words.add(release.how().word());
    if (!release.reason().isEmpty()) {
      words.add(release.reason());
    }
    if (!release.names().isEmpty()) {
      words.add("left there: " + String.join(", ", release.names()));
    }
    String why = leaves ? String.join("; ", words) : "";
    List<String> targets = List.of(release.device().name());
    write(leaves ? Kind.RELEASED : Kind.RETURNED, at, actor, why, targets);
  }

  @Override
  public void token(boolean made, String actor, String what, Instant at) {
    write(made ? Kind.TOKEN_MADE : Kind.TOKEN_REVOKED, at, actor, what, List.of());
  }

  @Override
  public void reloaded(boolean taken, String actor, String what, Instant at) {
    write(taken ? Kind.RELOADED : Kind.RELOAD_REFUSED, at, actor, what, List.of());
  }

  @Override
  public void lockedOut(String source, String why, Instant at) {
    write(Kind.LOCKED_OUT, at, "anyone@" + source, why, List.of());
  }

  @Override
  public void denied(String actor, String what, Instant at) {
    write(Kind.REFUSED, at, actor, what, List.of());
  }

  @Override
  public void trusted(String name, String actor, String what, Instant at) {
    List<String> targets = List.of(name);
    write(Kind.TRUSTED, at, actor, what, targets);
  }

  @Override
  public void notTrusted(String name, String actor, String why, Instant at) {
    List<String> targets = List.of(name);
    String what = "host key not trusted: " + why;
    write(Kind.REFUSED, at, actor, what, targets);
  }

  /** Records a port that an interrupted write of this agent left shut. */
  public void leftShut(LeftShut left) {
    List<String> targets = List.of(left.port().toString());
    write(Kind.LEFT_SHUT, left.at(), DAEMON, left.text(), targets);
  }

  private void write(Kind kind, String actor, String why, Commit commit) {
    if (unjournaled.remove(commit.id()) && kind.isOutcome()) {
      write(Kind.UNJOURNALED, actor, kind.word() + ": " + why, commit);
      return;
    }
    List<Change> changes = commit.run().plan().changes();
    AuditActor by = AuditActor.of(actor);
    write(
        new AuditEvent(
            kind,
            clock.instant(),
            by.who(),
            by.from(),
            why,
            commit.id(),
            targets(commit),
            steps(changes)));
  }

  /** An event of no commit. */
  private void write(Kind kind, Instant at, String actor, String why, List<String> targets) {
    AuditActor by = AuditActor.of(actor);
    write(new AuditEvent(kind, at, by.who(), by.from(), why, "", targets, List.of()));
  }

  private void write(AuditEvent event) {
    turn.lock();
    try {
      if (!tellLost() || !append(event)) {
        untold++;
        lost.incrementAndGet();
        LOG.error("not in the audit: {} {}: {}", event.kind().word(), event.commit(), reason);
      }
    } finally {
      turn.unlock();
    }
  }

  /** Says how much was lost, if there is room for it now. */
  public void retry() {
    turn.lock();
    try {
      boolean _ = tellLost();
    } finally {
      turn.unlock();
    }
  }

  /**
   * @return whether no lost event is left to report
   */
  private boolean tellLost() {
    if (untold == 0) {
      return true;
    }
    String why = count("", "").strip() + " lost: " + reason;
    Instant now = clock.instant();
    boolean told =
        append(new AuditEvent(Kind.LOST, now, DAEMON, DAEMON, why, "", List.of(), List.of()));
    untold = told ? 0 : untold;
    return told;
  }

  private String count(String one, String many) {
    return untold == 1 ? "1 event " + one : untold + " events " + many;
  }

  private boolean append(AuditEvent event) {
    long before = audit.lines();
    try {
      audit.append(event);
      return true;
    } catch (StoreException e) {
      reason = e.getMessage();
      return audit.lines() > before; // then the line is durable, and its head alone is behind
    }
  }

  /** Events that could not be written since the start. */
  public long lost() {
    return lost.get();
  }

  /** While events are lost and the audit has no room to say so. */
  public Optional<Finding> finding(Instant now) {
    turn.lock();
    try {
      return untold == 0
          ? Optional.empty()
          : Optional.of(
              new Finding(
                  "audit-lost",
                  Finding.Severity.CRITICAL,
                  "audit",
                  count("is", "are") + " not in the audit: " + reason,
                  "make room for the state folder; what happened meanwhile is in the log",
                  now));
    } finally {
      turn.unlock();
    }
  }

  /** Outcomes that the audit held when it was opened. */
  public AuditStory story() {
    return audit.story();
  }

  /** Also where an override goes and the device stays as it is. */
  private static List<String> targets(Commit commit) {
    Plan plan = commit.run().plan();
    return Stream.concat(
            plan.changes().stream().map(Change::target),
            plan.unset().stream().map(one -> one.key().target()))
        .map(Target::text)
        .distinct()
        .toList();
  }

  private static List<Step> steps(List<Change> changes) {
    return changes.stream().map(Step::of).toList();
  }
}
