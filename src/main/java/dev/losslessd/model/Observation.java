package dev.losslessd.model;

import java.time.Instant;

/** Settings of a target as read, with the time of the read. */
public record Observation(Observed observed, Instant at) {}
