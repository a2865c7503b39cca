package dev.losslessd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Berlin's clocks went from 02:00 to 03:00 on 2026-03-29 and from 03:00 to 02:00 on 2026-10-25. */
class ChangeWindowTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Set<DayOfWeek> DAILY = EnumSet.allOf(DayOfWeek.class);

  @Test
  void itIsOpenFromItsFirstMinuteUntilBeforeItsLast() {
    ChangeWindow window = window(DAILY, "22:00", "23:30");

    assertThat(window.open(at("2026-11-20T20:59:59Z"))).isFalse();
    assertThat(window.open(at("2026-11-20T21:00:00Z"))).isTrue();
    assertThat(window.open(at("2026-11-20T22:29:59Z"))).isTrue();
    assertThat(window.open(at("2026-11-20T22:30:00Z"))).isFalse();
    assertThat(window.next(at("2026-11-20T22:30:00Z")))
        .hasToString("2026-11-21T22:00+01:00[Europe/Berlin]");
  }

  @Test
  void oneThatPassesMidnightBelongsToTheDayOnWhichItOpens() {
    ChangeWindow saturday = window(EnumSet.of(DayOfWeek.SATURDAY), "22:00", "04:00");

    assertThat(saturday.open(at("2026-11-21T22:00:00Z"))).as("Saturday 23:00").isTrue();
    assertThat(saturday.open(at("2026-11-22T02:59:59Z"))).as("Sunday 03:59").isTrue();
    assertThat(saturday.open(at("2026-11-22T03:00:00Z"))).as("Sunday 04:00").isFalse();
    assertThat(saturday.open(at("2026-11-22T22:00:00Z"))).as("Sunday 23:00").isFalse();
    assertThat(saturday.open(at("2026-11-21T01:00:00Z"))).as("Saturday 02:00").isFalse();
    assertThat(saturday.next(at("2026-11-21T22:00:00Z")))
        .hasToString("2026-11-28T22:00+01:00[Europe/Berlin]");
  }

  @Test
  void sameTimesMeanAWholeDay() {
    ChangeWindow sunday = window(EnumSet.of(DayOfWeek.SUNDAY), "00:00", "00:00");

    assertThat(sunday.open(at("2026-11-21T22:59:59Z"))).isFalse();
    assertThat(sunday.open(at("2026-11-21T23:00:00Z"))).isTrue();
    assertThat(sunday.open(at("2026-11-22T22:59:59Z"))).isTrue();
    assertThat(sunday.open(at("2026-11-22T23:00:00Z"))).isFalse();
  }

  @Test
  void aWindowThatBeginsInTheHourThatIsMissingOpensAtTheJump() {
    ChangeWindow window = window(DAILY, "02:30", "04:00");

    assertThat(window.open(at("2026-03-29T00:59:59Z"))).isFalse();
    assertThat(window.open(at("2026-03-29T01:00:00Z"))).as("03:00, the jump").isTrue();
    assertThat(window.open(at("2026-03-29T02:00:00Z"))).as("04:00").isFalse();
    assertThat(window.next(at("2026-03-28T12:00:00Z")))
        .hasToString("2026-03-29T03:00+02:00[Europe/Berlin]");
  }

  @Test
  void aWindowThatLiesInTheHourThatIsMissingDoesNotOpenThatDay() {
    ChangeWindow sundays = window(EnumSet.of(DayOfWeek.SUNDAY), "02:10", "02:50");

    for (int minute = 0; minute < 180; minute++) {
      Instant night = at("2026-03-29T00:00:00Z").plus(Duration.ofMinutes(minute));
      assertThat(sundays.open(night)).as(night.toString()).isFalse();
    }
    assertThat(sundays.next(at("2026-03-28T12:00:00Z")))
        .hasToString("2026-04-05T02:10+02:00[Europe/Berlin]");
  }

  @Test
  void aWindowInTheHourThatComesTwiceOpensOnce() {
    ChangeWindow window = window(DAILY, "02:15", "02:45");

    assertThat(window.open(at("2026-10-25T00:15:00Z"))).as("02:15 summer time").isTrue();
    assertThat(window.open(at("2026-10-25T00:45:00Z"))).as("02:45 summer time").isFalse();
    assertThat(window.open(at("2026-10-25T01:15:00Z"))).as("02:15 winter time").isFalse();
  }

  @Test
  void aWindowOverTheHourThatComesTwiceIsAnHourLonger() {
    ChangeWindow window = window(DAILY, "01:00", "04:00");

    assertThat(openMinutes(window, "2026-10-24T12:00:00Z")).isEqualTo(4 * 60);
    assertThat(openMinutes(window, "2026-03-28T12:00:00Z")).isEqualTo(2 * 60);
    assertThat(openMinutes(window, "2026-11-20T12:00:00Z")).isEqualTo(3 * 60);
  }

  @Test
  void theNextOpeningIsTheFirstOpenMinute() {
    List<ChangeWindow> windows =
        List.of(
            window(DAILY, "02:30", "04:00"),
            window(EnumSet.of(DayOfWeek.SUNDAY), "01:59", "02:01"),
            window(EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.MONDAY), "23:50", "03:00"));
    for (ChangeWindow window : windows) {
      for (String night : List.of("2026-03-28T20:00:00Z", "2026-10-24T20:00:00Z")) {
        boolean was = window.open(at(night));
        for (int minute = 1; minute < 3 * 24 * 60; minute++) {
          Instant now = at(night).plus(Duration.ofMinutes(minute));
          boolean is = window.open(now);
          if (is && !was) {
            assertThat(window.next(now.minusSeconds(60)).toInstant()).isEqualTo(now);
          }
          was = is;
        }
      }
    }
  }

  @Test
  void severalWindowsAreOpenWhenOneIsAndNoneMeansAlways() {
    Limits limits =
        new Limits(
            OptionalInt.empty(),
            OptionalInt.empty(),
            List.of(window(DAILY, "22:00", "23:00"), window(DAILY, "03:00", "04:00")));

    assertThat(limits.open(at("2026-11-20T21:30:00Z"))).isTrue();
    assertThat(limits.open(at("2026-11-20T22:30:00Z"))).isFalse();
    assertThat(limits.next(at("2026-11-20T22:30:00Z")).orElseThrow())
        .hasToString("2026-11-21T03:00+01:00[Europe/Berlin]");
    assertThat(Limits.NONE.open(at("2026-11-20T22:30:00Z"))).isTrue();
    assertThat(Limits.NONE.next(at("2026-11-20T22:30:00Z"))).isEmpty();
    assertThatThrownBy(() -> window(Set.of(), "22:00", "23:00"))
        .hasMessageContaining("without days");
  }

  private static int openMinutes(ChangeWindow window, String from) {
    int open = 0;
    for (int minute = 0; minute < 24 * 60; minute++) {
      open += window.open(at(from).plus(Duration.ofMinutes(minute))) ? 1 : 0;
    }
    return open;
  }

  private static ChangeWindow window(Set<DayOfWeek> days, String from, String to) {
    return new ChangeWindow(days, LocalTime.parse(from), LocalTime.parse(to), BERLIN);
  }

  private static Instant at(String text) {
    return Instant.parse(text);
  }
}
