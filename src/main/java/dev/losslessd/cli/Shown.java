package dev.losslessd.cli;

import dev.losslessd.text.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/**
 * Words and times as a terminal may show them. What a daemon, a device or an operator wrote may
 * hold escape sequences; a terminal obeys those, so they are made visible instead.
 */
final class Shown {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

  private Shown() {}

  /** A text, or a dash where there is none. */
  static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  /** One line without control characters. */
  static String text(String raw) {
    return PrintableText.of(raw);
  }

  /** A time of the daemon's documents, to the second; anything else as it is. */
  static String time(String iso) {
    try {
      return SECONDS.format(Instant.parse(iso));
    } catch (DateTimeParseException e) {
      return text(iso);
    }
  }

  /** {@code 2h13m}, {@code 9m58s}, {@code 4s}: the two largest units. */
  static String span(Duration span) {
    if (span.toDays() > 0) {
      return span.toDays() + "d" + span.toHoursPart() + "h";
    }
    if (span.toHours() > 0) {
      return span.toHours() + "h" + span.toMinutesPart() + "m";
    }
    return span.toMinutes() > 0
        ? span.toMinutes() + "m" + span.toSecondsPart() + "s"
        : Math.max(0, span.toSeconds()) + "s";
  }
}
