package dev.losslessd.model;

/**
 * Why a plan may not run.
 *
 * @param rule stable id, lower case with dashes: {@code unsupported}, {@code busy}
 * @param subject the target or setting that it is about
 * @param reason one sentence with the values and what would be accepted
 */
public record Refusal(String rule, String subject, String reason) {
  /** Whether it is a refusal by this rule. */
  public boolean isBy(PlanRule one) {
    return one.id().equals(rule);
  }

  public String text() {
    return subject + ": " + reason + " [" + rule + "]";
  }
}
