package dev.losslessd.commit;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.store.Ahead;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Tells that the journal has lost its end, until a person lets writing go on. */
public record JournalLoss(Path journal, Ahead ahead, CommitEngine engine) {
  public Optional<Finding> finding() {
    return message().map(what -> FindingRule.JOURNAL_BEHIND.at(journal.toString(), what));
  }

  /** What is missing and commits that wait for it; empty if nothing, or settled. */
  public Optional<String> message() {
    if (ahead.isEmpty() || !engine.writePolicy().frozen()) {
      return Optional.empty();
    }
    Set<String> held = engine.heldBack();
    return Optional.of(
        "the journal has lost its end, and writing is frozen: "
            + ahead.text()
            + (held.isEmpty() ? "" : ". Held back: the undo of " + String.join(", ", held)));
  }
}
