package dev.losslessd.config;

import static dev.losslessd.config.Binder.text;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.ChangeWindow;
import dev.losslessd.model.Limits;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/** Checked limits and windows as records. */
final class LimitsBinder {
  private LimitsBinder() {}

  static Limits bind(Fields root) {
    Fields limits = root.section("limits");
    return new Limits(
        count(limits, "devicesPerCommit"),
        count(limits, "bouncesPerCommit"),
        root.list("windows").stream().map(window -> window((Fields) window)).toList());
  }

  private static OptionalInt count(Fields limits, String key) {
    return limits
        .number(key)
        .map(number -> OptionalInt.of(number.intValue()))
        .orElse(OptionalInt.empty());
  }

  private static ChangeWindow window(Fields window) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    window.words("days").forEach(word -> days.add(day(word)));
    return new ChangeWindow(
        days,
        LocalTime.parse(text(window, "from")),
        LocalTime.parse(text(window, "to")),
        ZoneId.of(text(window, "zone")));
  }

  private static DayOfWeek day(String word) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> day.name().toLowerCase(Locale.ROOT).startsWith(word))
        .findFirst()
        .orElseThrow();
  }
}
