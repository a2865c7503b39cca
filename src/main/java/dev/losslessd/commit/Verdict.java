package dev.losslessd.commit;

import dev.losslessd.model.Change;
import java.util.List;

/**
 * How a commit ended. Whatever is kept about commits switches over it without {@code default}, so
 * that no way out can be forgotten.
 */
sealed interface Verdict {
  /**
   * It was confirmed, and stays.
   *
   * @param revision of the intent that it became
   */
  record Kept(long revision) implements Verdict {}

  /** It was rolled back and read back, or nothing of it was ever written. */
  record RolledBack() implements Verdict {}

  /**
   * Its rollback was given up.
   *
   * @param left steps of the rollback that were not run: what they would restore is not restored
   */
  record Left(List<Change> left) implements Verdict {
    public Left {
      left = List.copyOf(left);
    }
  }
}
