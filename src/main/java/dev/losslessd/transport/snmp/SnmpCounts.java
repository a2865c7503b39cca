package dev.losslessd.transport.snmp;

/**
 * Cost of talking to one target, since its client was made.
 *
 * @param pdus packets sent, everything included: retries, engine discovery, time synchronisation
 * @param retries requests sent again after silence
 * @param timeouts requests given up
 * @param unreadable packets from the target that are no SNMP
 */
public record SnmpCounts(long pdus, long retries, long timeouts, long unreadable) {}
