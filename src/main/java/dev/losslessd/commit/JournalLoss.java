package dev.losslessd.commit;

import dev.losslessd.model.Finding;
import dev.losslessd.store.Ahead;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Tells that the journal has lost its end, until a person lets writing go on. */
public record JournalLoss(Path journal, Ahead ahead, CommitEngine engine) {
  public Optional<Finding> finding(Instant now) {
    return message()
        .map(message ->
            new Finding(
                "journal-behind",
                Finding.Severity.CRITICAL,
                journal.toString(),
                message,
                "restore the journal and start again; or 'losslessd confirm ID' for what is to"
                    + " stay, then 'losslessd thaw', which lets the other undos begin",
                now));
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
