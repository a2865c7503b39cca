package dev.losslessd.transport.ssh;

/**
 * Result of a command run by exec.
 *
 * @param status exit status, 0..255. It is judged by the driver: some systems say 0 to a failure
 */
public record ExecResult(String output, String errors, int status) {}
