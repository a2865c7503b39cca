package dev.losslessd.model;

import java.util.Optional;

/** What a device says about one knob. Absent is never zero, and never "off". */
public sealed interface Reading {
  /**
   * The value in force.
   *
   * @param words the device's own words for it, where restoring needs more than the setting tells:
   *     on NX-OS the PFC mode {@code auto}, {@code on send-tlv}; empty otherwise
   * @param note for people: how the device carries the value out where that is not the same number,
   *     such as thresholds in whole steps of its memory; empty otherwise
   * @param whole whether the setting tells all that the device does. Where it does not, because
   *     words beside it make the device act otherwise, the note names them, and a wish for this
   *     very value is not met
   */
  record Value(Setting setting, String words, String note, boolean whole) implements Reading {
    public Value(Setting setting, String words, String note) {
      this(setting, words, note, true);
    }

    public Value(Setting setting, String words) {
      this(setting, words, "");
    }

    public Value(Setting setting) {
      this(setting, "", "");
    }
  }

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

  /** Whether the value in force, where it is known, tells all that the device does. */
  default boolean isWhole() {
    return !(this instanceof Value value) || value.whole();
  }

  /** The device's own words for the value in force; empty where the setting tells all. */
  default String words() {
    return this instanceof Value value ? value.words() : "";
  }

  /** One line for people. */
  default String text() {
    return switch (this) {
      case Value v -> v.setting().text() + (v.note().isEmpty() ? "" : " (" + v.note() + ")");
      case Staged s -> s.now().text() + " (" + s.next().text() + " after " + s.until() + ")";
      case Unsupported u -> "unsupported: " + u.why();
      case Unread u -> "unread: " + u.why();
    };
  }
}
