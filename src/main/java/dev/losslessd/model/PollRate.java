package dev.losslessd.model;

/**
 * Interval and duration of a port's reads.
 *
 * @param reader {@code fast} or {@code full}
 * @param askedSeconds what the configuration asks for
 * @param seconds from one read to the next; longer than asked where reads are slow
 * @param readSeconds that a read takes in the median; the last one before there is one
 */
public record PollRate(
    PortId port, String reader, double askedSeconds, double seconds, double readSeconds) {
  /** Whether reads take so long that they are made less often than asked. */
  public boolean isSlowed() {
    return seconds > askedSeconds;
  }

  /** The part of the time in which the port is being read. */
  public double duty() {
    return readSeconds / seconds;
  }
}
