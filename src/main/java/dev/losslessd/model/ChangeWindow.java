package dev.losslessd.model;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Set;

/**
 * A time of the week at which changes may run. It opens and closes once on each of its days: where
 * clocks go back, at the first time that they show its hour; where they go forward over its hour,
 * at the jump.
 *
 * @param days on which it opens; one that passes midnight closes on the next
 * @param from wall clock
 * @param to wall clock, not included; not after {@code from} means on the next day
 * @param zone whose wall clock
 */
public record ChangeWindow(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {
  /** A window of one day a week, that a jump of the clock swallows once, opens again by then. */
  private static final int DAYS_AHEAD = 15;

  public ChangeWindow {
    days = Set.copyOf(days);
    if (days.isEmpty()) {
      throw new IllegalArgumentException("a window without days");
    }
  }

  /** Whether changes may begin at this time. */
  public boolean open(Instant at) {
    LocalDate today = at.atZone(zone).toLocalDate();
    return List.of(today, today.minusDays(1)).stream()
        .filter(day -> days.contains(day.getDayOfWeek()))
        .anyMatch(day -> !at.isBefore(opens(day)) && at.isBefore(closes(day)));
  }

  /** The first time after this one at which it opens. */
  public ZonedDateTime next(Instant after) {
    LocalDate first = after.atZone(zone).toLocalDate();
    for (int ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
      LocalDate day = first.plusDays(ahead);
      Instant opens = opens(day);
      if (days.contains(day.getDayOfWeek())
          && opens.isAfter(after)
          && opens.isBefore(closes(day))) {
        return opens.atZone(zone);
      }
    }
    throw new IllegalStateException(this + " does not open within " + DAYS_AHEAD + " days");
  }

  private Instant opens(LocalDate day) {
    return instant(day.atTime(from));
  }

  private Instant closes(LocalDate day) {
    return instant((to.isAfter(from) ? day : day.plusDays(1)).atTime(to));
  }

  private Instant instant(LocalDateTime wall) {
    ZoneOffsetTransition jump = zone.getRules().getTransition(wall);
    return jump != null && jump.isGap() ? jump.getInstant() : wall.atZone(zone).toInstant();
  }
}
