package dev.losslessd.model;

/**
 * A warning that comes with a value: the device carries it out, and somebody has to mend something.
 *
 * @param rule of its finding, which says what would mend it
 * @param note short words for it, beside the value
 * @param message one sentence with the value and what it means
 */
public record Caution(FindingRule rule, String note, String message) {}
