package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the lines of an audit say together that the journal does not have, apart from what a person
 * has settled by a thaw that both have. Of ends that both have it keeps one bit.
 */
public final class AuditStory {
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

  private final Ends journal;

  /** Since the last thaw. */
  private final Ends told;

  /** Outcomes that the journal lacks: the last of each commit and kind. */
  private final Map<String, Outcome> missing = new LinkedHashMap<>();

  private Optional<Instant> lastThaw;
  private int highest;

  /**
   * @param journal what it knows
   */
  AuditStory(Ends journal) {
    this(journal, new Ends(), Optional.empty(), 0);
  }

  /**
   * Goes on after lines that are not read again.
   *
   * @param told by them since their last thaw
   * @param highest number of a commit in them
   */
  AuditStory(Ends journal, Ends told, Optional<Instant> lastThaw, int highest) {
    this.journal = journal;
    this.told = told;
    this.lastThaw = lastThaw;
    this.highest = highest;
  }

  void take(AuditLine line) {
    AuditEvent event = line.event();
    CommitIds.number(event.commit()).ifPresent(number -> highest = Math.max(highest, number));
    if (event.kind().isOutcome()) {
      end(line.number(), event);
    }
    if (event.kind() == Kind.THAW) {
      thaw(event.at());
    }
  }

  private void end(long line, AuditEvent event) {
    told.add(event.kind(), event.commit());
    if (!journal.has(event.kind(), event.commit())) {
      missing.put(
          event.kind() + " " + event.commit(),
          new Outcome(line, event.kind(), event.commit(), event.at(), event.actor()));
    }
  }

  private void thaw(Instant at) {
    told.clear();
    lastThaw = Optional.of(at);
    if (journal.hasThaw(at)) {
      missing.clear();
    }
  }

  /** Outcomes that the journal lacks and no person has settled, oldest first. */
  List<Outcome> missing() {
    return new ArrayList<>(missing.values());
  }

  /** Whether the lines before this one hold nothing that the journal does not have. */
  boolean isSettled() {
    return told.isWithin(journal) && lastThaw.map(journal::hasThaw).orElse(true);
  }

  /** Ends since the last thaw. */
  Ends told() {
    return told;
  }

  Optional<Instant> lastThaw() {
    return lastThaw;
  }

  /** The highest number of a commit. */
  int highest() {
    return highest;
  }
}
