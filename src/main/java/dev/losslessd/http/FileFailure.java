package dev.losslessd.http;

import java.time.Instant;

/**
 * Files that a listener needs, changed to something that cannot be used. What they held before
 * stays in force.
 *
 * @param listener {@code http} or {@code metrics}
 * @param why with the file and what was expected
 * @param since when it was first seen
 */
public record FileFailure(String listener, String why, Instant since) {}
