package dev.losslessd.model;

import java.util.Optional;

/** What a device says about one knob. Absent is never zero, and never "off". */
public sealed interface Reading {
  /** The value in force. */
  record Value(Setting setting) implements Reading {}

  /**
   * Written, but not yet in force.
   *
   * @param now the value in force
   * @param next the value after the event
   * @param until the event: {@code reset}, {@code reboot}, {@code idle}
   */
  record Staged(Setting now, Setting next, String until) implements Reading {}

  /** This device has no such knob, or not where we stand. */
  record Unsupported(String why) implements Reading {}

  /** It has one, but it could not be read now. */
  record Unread(String why) implements Reading {}

  /** The value in force, where it is known. */
  default Optional<Setting> inForce() {
    return switch (this) {
      case Value v -> Optional.of(v.setting());
      case Staged s -> Optional.of(s.now());
      case Unsupported u -> Optional.empty();
      case Unread u -> Optional.empty();
    };
  }

  /** One line for people. */
  default String text() {
    return switch (this) {
      case Value v -> v.setting().text();
      case Staged s -> s.now().text() + " (" + s.next().text() + " after " + s.until() + ")";
      case Unsupported u -> "unsupported: " + u.why();
      case Unread u -> "unread: " + u.why();
    };
  }
}
