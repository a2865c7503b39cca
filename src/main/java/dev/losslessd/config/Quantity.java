package dev.losslessd.config;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Kinds of numbers that carry a unit. A number without one is a mistake, not a guess. */
enum Quantity {
  /** A time, in microseconds. */
  TIME(
      "a time like 4us, 200ms, 10s, 5m or 1h",
      units("us", 1, "ms", 1_000, "s", 1_000_000, "m", 60_000_000, "h", 3_600_000_000L)),
  /** A long time, in microseconds. */
  AGE("an age like 12h or 90d", units("h", 3_600_000_000L, "d", 86_400_000_000L)),
  /** In bytes; KB is 1000. */
  SIZE(
      "a size like 1500B, 400KB, 2MB, 512KiB or 2MiB",
      units("B", 1, "KB", 1_000, "MB", 1_000_000, "KiB", 1_024, "MiB", 1_048_576)),
  /** A share, in whole percent. */
  SHARE("a percentage like 50%", units("%", 1)),
  /** A length, in metres. */
  LENGTH("a length like 5m", units("m", 1)),
  /** A data rate, in megabits per second. */
  RATE("a rate like 5Mbps or 100Gbps", units("Mbps", 1, "Gbps", 1_000)),
  /** A whole number without a unit. */
  COUNT("a whole number", units("", 1));

  private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([A-Za-z%]*)");

  private final String expected;

  @SuppressWarnings("Immutable") // filled once, by units()
  private final Map<String, Long> units;

  Quantity(String expected, Map<String, Long> units) {
    this.expected = expected;
    this.units = units;
  }

  String expected() {
    return expected;
  }

  boolean isTime() {
    return this == TIME || this == AGE;
  }

  /** Whether a number of the code has one of its units. */
  boolean measures(String text) {
    return units.containsKey(unit(text));
  }

  /** A whole number of the code, in the base unit. */
  long of(String text) {
    String unit = unit(text);
    String digits = text.substring(0, text.length() - unit.length());
    return Long.parseLong(digits) * Objects.requireNonNull(units.get(unit));
  }

  private static String unit(String text) {
    return text.substring((int) text.chars().takeWhile(Character::isDigit).count());
  }

  /** The value in the base unit, or nothing if the text is not of this kind. */
  Optional<Long> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches() || matcher.group(1).length() > 18) {
      return Optional.empty();
    }
    Long factor = units.get(matcher.group(2));
    if (factor == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor)).longValueExact());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** With the largest unit that keeps it whole. */
  String text(long value) {
    String best = units.keySet().iterator().next();
    for (var unit : units.entrySet()) {
      boolean larger = unit.getValue() > Objects.requireNonNull(units.get(best));
      if (larger && value != 0 && value % unit.getValue() == 0) {
        best = unit.getKey();
      }
    }
    return value / Objects.requireNonNull(units.get(best)) + best;
  }

  /** For the JSON schema. */
  String regex() {
    String words = units.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return "^[0-9]+(\\.[0-9]+)? ?(" + words.replace("\\Q", "").replace("\\E", "") + ")$";
  }

  private static Map<String, Long> units(Object... pairs) {
    Map<String, Long> units = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      units.put((String) pairs[i], ((Number) pairs[i + 1]).longValue());
    }
    return units;
  }
}
