package dev.losslessd.model;

import java.time.Instant;
import java.util.Optional;

/**
 * Readability of a port or device.
 *
 * @param source which of the port's readers; empty for the main one
 * @param lastSuccess of a whole sweep; empty if there never was one
 * @param reason why it is down, empty while it is up
 * @param failures since start
 * @param stalled no read came to its end for long, neither well nor badly: the reader itself hangs
 *     or is gone
 */
public record Health(
    PortId port,
    String source,
    boolean up,
    Optional<Instant> lastSuccess,
    String reason,
    long failures,
    boolean stalled) {}
