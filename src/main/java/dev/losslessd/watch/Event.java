package dev.losslessd.watch;

import java.time.Instant;

/**
 * Something that happened, with its place in the stream.
 *
 * @param number from 1, without gaps, in the order in which events were published
 */
public record Event(long number, Instant at, EventData data) {}
