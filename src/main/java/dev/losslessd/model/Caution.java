package dev.losslessd.model;

/**
 * A warning that comes with a value: the device carries it out, and somebody has to mend something.
 *
 * @param rule stable id of its finding: {@code dcbx-cee}
 * @param note short words for it, beside the value
 * @param message one sentence with the value and what it means
 * @param advice what would mend it
 */
public record Caution(String rule, String note, String message, String advice) {}
