package dev.losslessd.transport;

import java.time.Duration;

/**
 * How much devices may send, and for how long. The name of each in the config file stands below
 * {@code input}; an error that one of them is hit names it.
 *
 * @param total bytes that are held of all devices at once
 * @param command bytes of the output of one command
 * @param line bytes of one line of it
 * @param banner bytes before a login is done, and again before the first prompt
 * @param dialogue lines and time of one command
 */
public record InputLimits(
    long total, int command, int line, int banner, Dialogue dialogue, Snmp snmp, Lldp lldp) {

  /** Limits of an installation whose config names none. */
  public static final InputLimits DEFAULT =
      new InputLimits(
          10 << 20,
          8 << 20,
          4 << 20,
          64 << 10,
          new Dialogue(100_000, Duration.ofSeconds(60)),
          new Snmp(4096, 64, 4 << 10, Duration.ofSeconds(120)),
          new Lldp(1600, 32, 100, Duration.ofDays(30)));

  /**
   * Limits of one command: lines of output, and time.
   *
   * @param time unless the command brings a deadline of its own
   */
  public record Dialogue(int lines, Duration time) {}

  /**
   * One walk of an agent's table.
   *
   * @param rows of a column, where no port is known
   * @param rowsPerPort more of them for each port that is known
   * @param value bytes of one value
   * @param walkTime from the first request to the last answer
   */
  public record Snmp(int rows, int rowsPerPort, int value, Duration walkTime) {
    /** Rows of a column of a device with so many known ports. */
    public long rowsOf(int ports) {
      return rows + (long) rowsPerPort * ports;
    }
  }

  /**
   * Limits of what is received by LLDP.
   *
   * @param frame bytes of one frame
   * @param neighbours at one port
   * @param framesPerSecond at all NICs of this host
   * @param silent how long a neighbor that is not heard any more is kept
   */
  public record Lldp(int frame, int neighbours, int framesPerSecond, Duration silent) {}

  /** A size as the config file has it: {@code 8 MiB}. */
  public static String size(long bytes) {
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + " MiB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " bytes";
  }
}
