package dev.losslessd.jobs;

/**
 * A variable for a job on this host.
 *
 * @param reason one sentence, from what is
 */
public record EnvLine(String name, String value, String reason) {}
