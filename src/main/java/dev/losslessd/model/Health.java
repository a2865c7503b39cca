package dev.losslessd.model;

import java.time.Instant;
import java.util.Optional;

/**
 * How well a port or device can be read.
 *
 * @param lastSuccess of a whole sweep; empty if there never was one
 * @param reason why it is down, empty while it is up
 * @param failures since start
 */
public record Health(
    PortId port, boolean up, Optional<Instant> lastSuccess, String reason, long failures) {}
