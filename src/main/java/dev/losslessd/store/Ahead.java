package dev.losslessd.store;

import dev.losslessd.store.AuditStory.Outcome;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Ends of commits that the audit tells and the journal does not have. The audit is told after the
 * journal's record is durable, so the journal has lost its end. Nothing follows from the opposite:
 * the audit may have lost lines to a full disk, or its file.
 *
 * <p>A thaw that both have is the word of a person: what stands before it in the audit is settled.
 *
 * @param outcomes oldest first
 * @param highest number of a commit in the audit; none is given out again
 */
public record Ahead(List<Outcome> outcomes, int highest) {
  /** The audit tells nothing that the journal does not have. */
  public static final Ahead NOTHING = new Ahead(List.of(), 0);

  private static final int NAMED = 8;

  public Ahead {
    outcomes = List.copyOf(outcomes);
  }

  public static Ahead of(List<Entry> journal, AuditStory audit) {
    long settled = settled(journal, audit.thaws());
    Set<String> ends = ends(journal);
    return new Ahead(
        audit.outcomes().stream()
            .filter(one -> one.line() > settled && !ends.contains(end(one.kind(), one.commit())))
            .toList(),
        audit.highest());
  }

  public boolean isEmpty() {
    return outcomes.isEmpty();
  }

  /** Commits that the audit says were confirmed. */
  public Set<String> confirmed() {
    return outcomes.stream()
        .filter(one -> one.kind() == AuditEvent.Kind.CONFIRMED)
        .map(Outcome::commit)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Each of them with its line, or the first few. */
  public String text() {
    String named =
        outcomes.stream().limit(NAMED).map(Outcome::text).collect(Collectors.joining(", "));
    int more = outcomes.size() - NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  private static long settled(List<Entry> journal, Map<Instant, Long> thaws) {
    long last = 0;
    for (Entry entry : journal) {
      if (entry instanceof Entry.Frozen thaw && !thaw.frozen()) {
        last = Math.max(last, thaws.getOrDefault(thaw.at(), 0L));
      }
    }
    return last;
  }

  private static Set<String> ends(List<Entry> journal) {
    Set<String> ends = new HashSet<>();
    for (Entry entry : journal) {
      switch (entry) {
        case Entry.Confirmed e -> ends.add(end(AuditEvent.Kind.CONFIRMED, e.commit()));
        case Entry.RolledBack e -> ends.add(end(AuditEvent.Kind.ROLLED_BACK, e.commit()));
        case Entry.Stuck e -> ends.add(end(AuditEvent.Kind.STUCK, e.commit()));
        // earlier releases told of an undo that had to wait as stuck
        case Entry.Undoing e -> ends.add(end(AuditEvent.Kind.STUCK, e.commit()));
        case Entry.Abandoned e -> ends.add(end(AuditEvent.Kind.ABANDONED, e.commit()));
        case Entry.Staged _,
            Entry.Begun _,
            Entry.Wave _,
            Entry.Held _,
            Entry.Kept _,
            Entry.Applied _,
            Entry.Frozen _ -> {}
      }
    }
    return ends;
  }

  private static String end(AuditEvent.Kind kind, String commit) {
    return kind + " " + commit;
  }
}
