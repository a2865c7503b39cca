package dev.losslessd.model;

import java.time.Instant;

/** What a target said, and when. */
public record Observation(Observed observed, Instant at) {}
