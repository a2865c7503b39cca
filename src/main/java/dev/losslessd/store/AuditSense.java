package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Looks for two lines of an audit that cannot both be true. */
final class AuditSense {
  private final Map<String, Long> confirmed = new HashMap<>();
  private Optional<AuditVerdict.Contradiction> contradiction = Optional.empty();
  private boolean frozenByDaemon;

  void take(AuditLine line) {
    AuditEvent event = line.event();
    if (event.kind().isOutcome()) {
      compare(line.number(), event);
    }
    switch (event.kind()) {
      case CONFIRMED -> confirmed.putIfAbsent(event.commit(), line.number());
      case SUBMIT, STAGED -> confirmed.remove(event.commit()); // the journal began anew
      case FREEZE -> frozenByDaemon = event.actor().equals(AuditEvent.DAEMON);
      case THAW -> thaw();
      default -> {}
    }
  }

  /** Forgets confirmed commits: a person who thaws what the daemon froze accepts their undo. */
  private void thaw() {
    if (frozenByDaemon) {
      confirmed.clear();
    }
    frozenByDaemon = false;
  }

  private void compare(long line, AuditEvent event) {
    Long before = confirmed.get(event.commit());
    if (before != null && event.kind() != Kind.CONFIRMED && contradiction.isEmpty()) {
      contradiction =
          Optional.of(
              new AuditVerdict.Contradiction(
                  line,
                  "says that %s is %s, and line %d that it was confirmed"
                      .formatted(event.commit(), event.kind().word(), before)));
    }
  }

  /** The first line that undoes what a line before it says was confirmed. */
  Optional<AuditVerdict.Contradiction> contradiction() {
    return contradiction;
  }
}
