package dev.losslessd.commit;

import dev.losslessd.driver.LeftShut;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.store.Ahead;
import dev.losslessd.store.AuditActor;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.AuditEvent.Step;
import dev.losslessd.store.AuditView;
import dev.losslessd.store.SideLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes down events of the audit that are no entries of the journal: the others are read from
 * there. A full disk stops nothing: what could not be written is counted, and the audit says how
 * much that was as soon as there is room.
 */
public record AuditTrail(SideLog log, InstantSource clock) implements AuditListener {
  private static final String DAEMON = AuditEvent.DAEMON;

  @Override
  public void refused(Request request, CommitException why) {
    List<String> targets =
        Stream.concat(request.goal().delta().keySet().stream(), request.goal().unset().stream())
            .map(key -> key.target().text())
            .distinct()
            .toList();
    List<Step> steps = why.plan().map(plan -> AuditView.steps(plan.changes())).orElse(List.of());
    log.add(
        new AuditEvent(
            clock.instant(),
            Kind.REFUSED,
            AuditActor.of(request.origin().actor()),
            why.getMessage(),
            "",
            targets,
            steps));
  }

  @Override
  public void unjournaled(String commit) {
    String why = "its next state is not in the journal";
    AuditActor by = AuditActor.of(DAEMON);
    log.add(
        new AuditEvent(clock.instant(), Kind.UNJOURNALED, by, why, commit, List.of(), List.of()));
  }

  /** Records that the journal has lost lines. */
  public void journalLost(Ahead ahead) {
    if (!ahead.isEmpty()) {
      write(Kind.LOST, clock.instant(), DAEMON, "journal: " + ahead.text(), List.of());
    }
  }

  @Override
  public void noted(Kind kind, String name, String actor, String what, Instant at) {
    List<String> targets = name.isEmpty() || kind == Kind.LOCKED_OUT ? List.of() : List.of(name);
    write(kind, at, actor, what, targets);
  }

  /** Records a port that an interrupted write of this agent left shut. */
  public void leftShut(LeftShut left) {
    write(Kind.LEFT_SHUT, left.at(), DAEMON, left.text(), List.of(left.port().toString()));
  }

  private void write(Kind kind, Instant at, String actor, String why, List<String> targets) {
    log.add(new AuditEvent(at, kind, AuditActor.of(actor), why, "", targets, List.of()));
  }

  /** To be called every few seconds. */
  public void tick() {
    log.tick();
  }

  /** Events that could not be written since the start. */
  public long lost() {
    return log.lost();
  }

  /** While events are lost and the audit has no room to say so. */
  public Optional<Finding> finding() {
    SideLog.Untold untold = log.untold();
    return untold.events() == 0
        ? Optional.empty()
        : Optional.of(
            FindingRule.AUDIT_LOST.at(
                "audit",
                (untold.events() == 1 ? "1 event is" : untold.events() + " events are")
                    + " not in the audit: "
                    + untold.why()));
  }
}
