package dev.losslessd.jobs;

/**
 * A message of NCCL in a log, with the head of its line.
 *
 * @param line number of its first line in the log, from 1
 * @param time as the line shows it, {@code 2026-03-01 10:00:00.125}; empty where it shows none
 * @param host empty where the line has no head
 * @param pid of the process; empty where the line has no head
 * @param warning whether NCCL wrote it as a warning, which is how it writes errors
 * @param message all that follows the head
 */
record LogRecord(long line, String time, String host, String pid, boolean warning, String message) {
  /** One process of the job, as the head of a line names it; empty where there is no head. */
  String process() {
    return host.isEmpty() && pid.isEmpty() ? "" : host + ":" + pid;
  }

  /** A copy with another message. */
  LogRecord with(String text) {
    return new LogRecord(line, time, host, pid, warning, text);
  }
}
