package dev.losslessd.model;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * A fact that a device or port reports and that changes when it starts again. Two of different
 * kinds say nothing about each other.
 *
 * @param value one word, printable
 */
public record Incarnation(Kind kind, String value) {
  /** Clocks are set, and some systems work out the time of the boot anew for each answer. */
  private static final Duration TOLERANCE = Duration.ofMinutes(2);

  /** The fact that tells one start from another. */
  public enum Kind implements Worded {
    /** Index of a NIC port's netdev: another one after each registration, within a host's boot. */
    IFINDEX,
    /** Random UUID of a Linux boot, random(4). */
    BOOT_ID,
    /** Time of the boot, RFC 3339; a boot takes longer than the tolerance of two minutes. */
    BOOTED,
    /** Starts of the SNMP engine (RFC 3411): also grows when the agent alone is started again. */
    SNMP_ENGINE_BOOTS;
  }

  public Incarnation {
    if (!Pattern.matches("[!-~]{1,64}", value)) {
      throw new IllegalArgumentException(kind.word() + ": expected a word of at most 64");
    }
    if (kind == Kind.BOOTED) {
      Instant _ = Instant.parse(value);
    }
  }

  /** Returns the incarnation of a device that was booted at a time by its own clock. */
  public static Incarnation booted(Instant at) {
    return new Incarnation(Kind.BOOTED, at.toString());
  }

  /**
   * Parses what {@link #text} returned; empty for a kind of another version.
   *
   * @param text {@code boot-id 0b1e...}
   */
  public static Optional<Incarnation> parse(String text) {
    String[] words = text.split(" ", -1);
    try {
      return Worded.find(Kind.class, words[0])
          .filter(_ -> words.length == 2)
          .map(kind -> new Incarnation(kind, words[1]));
    } catch (IllegalArgumentException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Whether the device was started again between this answer and a later one. */
  public boolean isOther(Incarnation later) {
    if (kind != later.kind) {
      return false;
    }
    return kind == Kind.BOOTED
        ? Duration.between(Instant.parse(value), Instant.parse(later.value))
                .abs()
                .compareTo(TOLERANCE)
            > 0
        : !value.equals(later.value);
  }

  /** The fact in words, which {@link #parse} reads: {@code ifindex 7}. */
  public String text() {
    return kind.word() + " " + value;
  }
}
