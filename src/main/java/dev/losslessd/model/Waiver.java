package dev.losslessd.model;

/**
 * A refusal that the operator took upon himself: the plan runs all the same.
 *
 * @param because his reason, one line
 */
public record Waiver(Refusal refusal, String because) {
  /** {@code the refusal; waived: the reason}. */
  public String text() {
    return refusal.text() + "; waived: " + because;
  }
}
