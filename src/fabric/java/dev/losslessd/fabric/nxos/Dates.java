package dev.losslessd.fabric.nxos;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The forms in which NX-OS writes a time. */
final class Dates {
  private static final DateTimeFormatter LONG = form("EEE MMM ppd HH:mm:ss yyyy");
  private static final DateTimeFormatter CLOCK = form("HH:mm:ss.SSS 'UTC' EEE MMM dd yyyy");
  private static final DateTimeFormatter CHECKPOINT = form("EEE, HH:mm:ss dd MMM yyyy");
  private static final DateTimeFormatter USERS = form("MMM ppd HH:mm");

  private Dates() {}

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  /** Time as in {@code Mon Mar 2 08:00:00 2026}. */
  static String full(Instant at) {
    return LONG.format(at);
  }

  /** Time as in {@code 08:00:00.000 UTC Mon Mar 02 2026}. */
  static String clock(Instant at) {
    return CLOCK.format(at);
  }

  /** Time as in {@code Mon, 08:00:00 02 Mar 2026}. */
  static String checkpoint(Instant at) {
    return CHECKPOINT.format(at);
  }

  /** Time of a login as in {@code Mar 2 08:00}. */
  static String users(Instant at) {
    return USERS.format(at);
  }
}
