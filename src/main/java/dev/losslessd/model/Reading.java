package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Value of a setting as a device reports it. Absent is never zero, and never "off". */
public sealed interface Reading {
  /** The kinds of readings, by their words in documents. */
  enum State implements Worded {
    VALUE,
    STAGED,
    UNSUPPORTED,
    UNREAD
  }

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
   * @param caution becomes a finding; the note holds its words too
   */
  record Value(Setting setting, String words, String note, boolean whole, Optional<Caution> caution)
      implements Reading {
    public Value(Setting setting, String words, String note, boolean whole) {
      this(setting, words, note, whole, Optional.empty());
    }

    /** A value with nothing to note but a caution. */
    public Value(Setting setting, String words, Optional<Caution> caution) {
      this(setting, words, caution.map(Caution::note).orElse(""), true, caution);
    }

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
   * @param now the value in force; null where the device does not tell it
   * @param next the value after the event
   * @param until what puts it in force
   * @param words the device's own words for {@code next}, as those of {@link Value}
   */
  record Staged(@Nullable Setting now, Setting next, Awaited until, String words)
      implements Reading {
    public Staged(Setting now, Setting next, Awaited until) {
      this(now, next, until, "");
    }

    /** Whether the event brings what is wanted. */
    public boolean comes(Setting wanted) {
      return wanted.kind() == next.kind() && wanted.over(next).equals(next);
    }
  }

  /** What puts a staged value in force. */
  sealed interface Awaited {
    /** One word for an event; else the other setting, in words. */
    String text();
  }

  /** An event that brings a staged value, and that only people bring about. */
  enum Event implements Awaited {
    APPLY,
    REBOOT,
    RESET,
    WRITE;

    @Override
    public String text() {
      return Worded.of(this);
    }
  }

  /** Another setting that a staged value needs, in words. */
  record OtherSetting(String text) implements Awaited {}

  /** This device has no such setting, or not where we stand. */
  record Unsupported(String why) implements Reading {}

  /**
   * The target has the setting, but it could not be read now.
   *
   * @param begins value that the setting begins with, where only a write would show the one in
   *     force and writes are off: a plan may be shown from it, and nothing is claimed by it; null
   *     where the read failed
   */
  record Unread(String why, @Nullable Setting begins) implements Reading {
    public Unread(String why) {
      this(why, null);
    }
  }

  /** The value in force, where it is known. */
  default Optional<Setting> inForce() {
    return switch (this) {
      case Value v -> Optional.of(v.setting());
      case Staged s -> Optional.ofNullable(s.now());
      case Unsupported _, Unread _ -> Optional.empty();
    };
  }

  /** Value in force if nothing more is done, where known: a staged value counts. */
  default Optional<Setting> standing() {
    return this instanceof Staged staged ? Optional.of(staged.next()) : inForce();
  }

  /** Whether the value in force, if known, describes all that the device does. */
  default boolean isWhole() {
    return !(this instanceof Value value) || value.whole();
  }

  /** The device's own words for the standing value; empty where the setting says all. */
  default String words() {
    return switch (this) {
      case Value v -> v.words();
      case Staged s -> s.words();
      case Unsupported _, Unread _ -> "";
    };
  }

  /** One line for people. */
  default String text() {
    return switch (this) {
      case Value v -> v.setting().text() + (v.note().isEmpty() ? "" : " (" + v.note() + ")");
      case Staged s -> text(s.now()) + " (" + s.next().text() + " after " + s.until().text() + ")";
      case Unsupported u -> "unsupported: " + u.why();
      case Unread u -> "unread: " + u.why();
    };
  }

  private static String text(@Nullable Setting now) {
    return now == null ? "not told" : now.text();
  }
}
