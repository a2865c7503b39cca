package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the lines of an audit say together: how each commit ended, and who let writing go on. */
public final class AuditStory {
  private static final Pattern ID = Pattern.compile("c-([0-9]{1,9})");

  /**
   * The end of a commit.
   *
   * @param line in the audit, from 1
   */
  public record Outcome(long line, Kind kind, String commit, Instant at, String actor) {
    /** {@code c-000007 confirmed by uid:0 at 2027-01-01T00:00:00Z (line 57)}. */
    String text() {
      return "%s %s by %s at %s (line %d)".formatted(commit, kind.word(), actor, at, line);
    }
  }

  /** Of each commit and kind the last one. */
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

  private final Map<Instant, Long> thaws = new HashMap<>();
  private final Map<String, Long> confirmed = new HashMap<>();
  private Optional<AuditVerdict.Contradiction> contradiction = Optional.empty();
  private boolean frozenByDaemon;
  private int highest;

  void take(AuditLine line) {
    AuditEvent event = line.event();
    var number = ID.matcher(event.commit());
    if (number.matches()) {
      highest = Math.max(highest, Integer.parseInt(number.group(1)));
    }
    if (event.kind().isOutcome()) {
      Outcome outcome =
          new Outcome(line.number(), event.kind(), event.commit(), event.at(), event.actor());
      outcomes.put(event.kind() + " " + event.commit(), outcome);
      compare(outcome);
    }
    switch (event.kind()) {
      case CONFIRMED -> confirmed.putIfAbsent(event.commit(), line.number());
      case SUBMIT, STAGED -> confirmed.remove(event.commit()); // the journal began anew
      case FREEZE -> frozenByDaemon = event.actor().equals(AuditEvent.DAEMON);
      case THAW -> thaw(event.at(), line.number());
      default -> {}
    }
  }

  /** Whoever thaws what the daemon froze takes the undo of what it named upon himself. */
  private void thaw(Instant at, long line) {
    thaws.put(at, line);
    if (frozenByDaemon) {
      confirmed.clear();
    }
    frozenByDaemon = false;
  }

  private void compare(Outcome outcome) {
    Long before = confirmed.get(outcome.commit());
    if (before != null && outcome.kind() != Kind.CONFIRMED && contradiction.isEmpty()) {
      contradiction =
          Optional.of(
              new AuditVerdict.Contradiction(
                  outcome.line(),
                  "says that %s is %s, and line %d that it was confirmed"
                      .formatted(outcome.commit(), outcome.kind().word(), before)));
    }
  }

  /** The first line that undoes what a line before it says was confirmed. */
  Optional<AuditVerdict.Contradiction> contradiction() {
    return contradiction;
  }

  /** The last end of each kind that each commit came to, oldest first. */
  List<Outcome> outcomes() {
    return new ArrayList<>(outcomes.values());
  }

  /** Lines of thaws, by their time. */
  Map<Instant, Long> thaws() {
    return Map.copyOf(thaws);
  }

  /** The highest number of a commit. */
  int highest() {
    return highest;
  }
}
