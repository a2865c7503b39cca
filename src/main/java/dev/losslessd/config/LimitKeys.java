package dev.losslessd.config;

import static dev.losslessd.config.Declaration.count;
import static dev.losslessd.config.Declaration.section;
import static dev.losslessd.config.Shape.choice;
import static dev.losslessd.config.Shape.key;
import static dev.losslessd.config.Shape.required;

import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.Words;

/** Keys of {@code limits} and {@code windows}: how much may change at once, and when. */
final class LimitKeys {
  private static final Shape CLOCK =
      new Words("([01][0-9]|2[0-3]):[0-5][0-9]", "a time of day like 02:30");
  private static final Shape ZONE =
      new Words("[A-Za-z0-9_+/-]{1,64}", "a time zone like UTC or Europe/Berlin");

  private LimitKeys() {}

  static Shape limits() {
    return section(
        key("devicesPerCommit", count(1, 100_000), "", "most devices that one commit may write"),
        key(
            "bouncesPerCommit",
            count(0, 100_000),
            "",
            "most ports whose link one commit may take down"));
  }

  static Shape window() {
    return section(
        key(
            "days",
            new Many(choice("mon", "tue", "wed", "thu", "fri", "sat", "sun")),
            "[mon, tue, wed, thu, fri, sat, sun]",
            "days on which it opens"),
        required("from", CLOCK, "when it opens"),
        required("to", CLOCK, "when it closes; not after from means on the next day"),
        required("zone", ZONE, "whose wall clock: UTC, Europe/Berlin"));
  }
}
