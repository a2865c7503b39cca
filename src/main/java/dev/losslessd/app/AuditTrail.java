package dev.losslessd.app;

import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.Request;
import dev.losslessd.commit.Witness;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Progress;
import dev.losslessd.store.Audit;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.AuditEvent.Step;
import dev.losslessd.store.StoreException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what happens to commits, and who wanted it. A full disk stops no undo. */
final class AuditTrail implements Witness {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final String DAEMON = "daemon";

  private final Audit audit;
  private final InstantSource clock;
  private final Map<String, String> deciders = new ConcurrentHashMap<>();
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();

  AuditTrail(Audit audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
  }

  /** A commit that waited already before this process was started. */
  void knows(Commit.AwaitingConfirm commit) {
    waiting.add(commit.id());
  }

  /** Every new state of a commit. */
  void told(Commit commit) {
    String decider = deciders.remove(commit.id());
    String actor = decider == null ? DAEMON : decider;
    switch (commit) {
      case Commit.Staged c -> write(Kind.STAGED, c.run().actor(), why(c.run()), c);
      case Commit.Applying c ->
          c.wave()
              .ifPresentOrElse(
                  wave -> told(wave, c),
                  () -> write(Kind.SUBMIT, c.run().actor(), why(c.run()), c));
      case Commit.AwaitingConfirm c -> {
        boolean again = !waiting.add(c.id());
        write(again ? Kind.EXTENDED : Kind.APPLIED, actor, "until " + c.deadline(), c);
      }
      case Commit.Confirmed c -> write(Kind.CONFIRMED, actor, "revision " + c.revision(), c);
      case Commit.RolledBack c -> write(Kind.ROLLED_BACK, actor, c.why(), c);
      case Commit.Stuck c -> write(Kind.STUCK, actor, c.why(), c);
    }
  }

  /** Once for each wave, as it begins. */
  private void told(Progress wave, Commit commit) {
    if (wave.soakUntil().isEmpty()) {
      write(Kind.WAVE, DAEMON, wave.wave() + " of " + wave.of(), commit);
    }
  }

  /** The reason of the commit, and of each waiver. */
  private static String why(Commit.Run run) {
    List<String> all = new ArrayList<>(List.of(run.reason()));
    run.plan().waived().forEach(waiver -> all.add(waiver.text()));
    return String.join("; ", all.stream().filter(text -> !text.isEmpty()).toList());
  }

  @Override
  public void decides(String commit, String actor) {
    deciders.put(commit, actor);
  }

  @Override
  public void refused(Request request, CommitException why) {
    List<String> targets =
        request.delta().keySet().stream().map(key -> key.target().text()).distinct().toList();
    List<Step> steps = why.plan().map(plan -> steps(plan.changes())).orElse(List.of());
    write(
        new AuditEvent(
            Kind.REFUSED,
            clock.instant(),
            request.actor(),
            from(request.actor()),
            why.getMessage(),
            "",
            targets,
            steps));
  }

  @Override
  public void frozen(boolean on, String actor) {
    write(
        new AuditEvent(
            on ? Kind.FREEZE : Kind.THAW,
            clock.instant(),
            actor,
            from(actor),
            "",
            "",
            List.of(),
            List.of()));
  }

  private void write(Kind kind, String actor, String why, Commit commit) {
    List<Change> changes = commit.run().plan().changes();
    write(
        new AuditEvent(
            kind,
            clock.instant(),
            actor,
            from(actor),
            why,
            commit.id(),
            changes.stream().map(change -> change.target().text()).distinct().toList(),
            steps(changes)));
  }

  private void write(AuditEvent event) {
    try {
      audit.append(event);
    } catch (StoreException e) {
      LOG.error("not in the audit: {} {}: {}", event.kind().word(), event.commit(), e.getMessage());
    }
  }

  private static List<Step> steps(List<Change> changes) {
    return changes.stream().map(Step::of).toList();
  }

  /** The peer of the Unix socket is a user; over HTTP there is a token. */
  private static String from(String actor) {
    if (actor.equals(DAEMON) || actor.equals(Commit.REPAIR)) {
      return DAEMON;
    }
    return actor.startsWith("uid:") ? "socket" : "http";
  }
}
