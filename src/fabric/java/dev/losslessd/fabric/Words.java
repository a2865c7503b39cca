package dev.losslessd.fabric;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The words of one control line, taken one by one. */
final class Words {
  private final Iterator<String> left;

  Words(String line) {
    List<String> words =
        Stream.of(line.strip().split("\\s+", -1)).filter(w -> !w.isEmpty()).toList();
    this.left = words.iterator();
  }

  boolean hasNext() {
    return left.hasNext();
  }

  String next(String expected) {
    if (!left.hasNext()) {
      throw new IllegalArgumentException("line ends: expected " + expected);
    }
    return left.next();
  }

  long number(String what, long min, long max) {
    String word = next(what);
    long number;
    try {
      number = Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + word + "': expected " + what, e);
    }
    if (number < min || number > max) {
      throw new IllegalArgumentException(
          "'%d': expected %s in %d..%d".formatted(number, what, min, max));
    }
    return number;
  }

  static int number(String word, String what) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + word + "': expected " + what, e);
    }
  }

  /** Reads the last word as a count; without one the fault lasts until it is cleared. */
  long count() {
    long count = hasNext() ? number("a count", 1, Integer.MAX_VALUE) : Long.MAX_VALUE;
    end();
    return count;
  }

  boolean onOff() {
    String word = next("on or off");
    return switch (word) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new IllegalArgumentException("'" + word + "': expected on or off");
    };
  }

  void end() {
    if (left.hasNext()) {
      throw new IllegalArgumentException("'" + left.next() + "': expected the end of the line");
    }
  }
}
