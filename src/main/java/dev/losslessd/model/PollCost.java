package dev.losslessd.model;

import java.util.OptionalDouble;

/**
 * Cost of polling one device since the start.
 *
 * @param source which of the device's readers; empty for the main one
 * @param seconds that the last sweep of all its ports took; empty before the first
 * @param missed periods in which no sweep began, because the one before took too long
 * @param pdus packets sent, retries and all
 * @param retries requests sent again after silence
 * @param timeouts requests given up
 * @param restarts of the device's agent, by its own clock and boot count
 */
public record PollCost(
    DeviceId device,
    String source,
    OptionalDouble seconds,
    long missed,
    long pdus,
    long retries,
    long timeouts,
    long restarts) {}
