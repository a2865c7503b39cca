package dev.losslessd.watch;

import java.util.concurrent.atomic.LongAdder;

/**
 * Changes of this host by others, by how they were found.
 *
 * @param notices changes that the kernel reported
 * @param glances changes found by a cheap second look, which the kernel had not reported
 */
public record ChangesFound(LongAdder notices, LongAdder glances) {}
