package dev.losslessd.store;

import dev.losslessd.store.AuditStory.Outcome;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Ends of commits that the audit tells and the journal does not have. The audit is told after the
 * journal's record is durable, so the journal has lost its end. Nothing follows from the opposite:
 * the audit may have lost lines to a full disk, or its file.
 *
 * <p>A thaw that both have is the word of a person: what stands before it in the audit is settled.
 * Earlier releases told of an undo that had to wait as stuck: the journal knows that as an end too.
 *
 * @param outcomes oldest first
 * @param highest number of a commit in the audit; none is given out again
 */
public record Ahead(List<Outcome> outcomes, int highest) {
  /** Stands for an audit without outcomes that the journal lacks. */
  public static final Ahead NOTHING = new Ahead(List.of(), 0);

  private static final int NAMED = 8;

  public Ahead {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * @param journal what it knows of ends, and its thaws
   */
  public static Ahead of(Ends journal, AuditStory audit) {
    return new Ahead(
        audit.missing().stream().filter(one -> !journal.has(one.kind(), one.commit())).toList(),
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
}
