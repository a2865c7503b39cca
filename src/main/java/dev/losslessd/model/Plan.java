package dev.losslessd.model;

import java.util.List;

/**
 * Ordered changes, or the reasons why there may be none. Every prefix of the changes is safe.
 *
 * @param id made of the content: the same situation gives the same id
 * @param digest of everything that was observed; a commit refuses a plan whose digest is stale
 * @param changes in the order of application; empty when nothing differs
 * @param refusals if there is one, nothing is applied
 */
public record Plan(String id, String digest, List<Change> changes, List<Refusal> refusals) {
  public Plan {
    changes = List.copyOf(changes);
    refusals = List.copyOf(refusals);
  }

  public boolean refused() {
    return !refusals.isEmpty();
  }

  /** The steps back, last first. */
  public List<Change> inverse() {
    return changes.reversed().stream().map(Change::inverse).toList();
  }
}
