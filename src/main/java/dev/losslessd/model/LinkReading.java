package dev.losslessd.model;

/**
 * What a port said of its link. A port that does not tell has no reading: that is not down.
 *
 * @param up whether it carries traffic: RFC 2863 up; down, testing, dormant and not present are not
 * @param shut whether it is down because its configuration says so, such as ifAdminStatus; false
 *     where that is not told
 * @param tickNanos monotonic time at which it was asked
 */
public record LinkReading(boolean up, boolean shut, long tickNanos) {
  /** A link that nobody is known to have switched off. */
  public LinkReading(boolean up, long tickNanos) {
    this(up, false, tickNanos);
  }
}
