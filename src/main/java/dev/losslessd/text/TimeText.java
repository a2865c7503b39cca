package dev.losslessd.text;

import java.time.Duration;
import java.util.Optional;

/** A time as people give it to REST and the command line: {@code 100ms}, {@code 600s}, 1h. */
public final class TimeText {
  private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})(ms|s|m|h)");

  private TimeText() {}

  /** Empty for what is no whole number with a unit. */
  public static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            form.group(2).equals("ms")
                ? Duration.ofMillis(Long.parseLong(form.group(1)))
                : Duration.parse("PT" + text))
        : Optional.empty();
  }

  /** Empty also for one that is out of a range. */
  public static Optional<Duration> parse(String text, Duration least, Duration most) {
    return parse(text).filter(one -> one.compareTo(least) >= 0 && one.compareTo(most) <= 0);
  }
}
