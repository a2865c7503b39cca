package dev.losslessd.config;

import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.model.ChangeWindow;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;

/** A time of the week at which changes may begin. */
public record Window(
    @Reload("days on which it opens") @Usual("[mon, tue, wed, thu, fri, sat, sun]")
        List<DayOfWeek> days,
    @Reload("when it opens") LocalTime from,
    @Reload("when it closes; not after from means on the next day") LocalTime to,
    @Reload("whose wall clock: UTC, Europe/Berlin") ZoneId zone) {
  ChangeWindow window() {
    return new ChangeWindow(EnumSet.copyOf(days), from, to, zone);
  }
}
