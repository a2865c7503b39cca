package dev.losslessd.fabric.onyx;

import java.util.ArrayList;
import java.util.List;

/** One of the eight queues of a port. */
final class TrafficClass {
  static final int COUNT = 8;

  private static final int WEIGHT = 12;

  private final int number;
  private boolean strict;
  private int weight;
  private String marks = "";

  TrafficClass(int number) {
    this.number = number;
    this.weight = usualWeight(number);
  }

  /** All of them have a hundred together. */
  private static int usualWeight(int number) {
    return WEIGHT + number % 2;
  }

  boolean strict() {
    return strict;
  }

  int weight() {
    return weight;
  }

  /** Words of {@code congestion-control}: {@code ecn minimum-absolute 150 ...}; empty for none. */
  String marks() {
    return marks;
  }

  boolean ecn() {
    return marks.startsWith("ecn ") || marks.startsWith("both ");
  }

  void beStrict() {
    strict = true;
  }

  void weigh(int share) {
    strict = false;
    weight = share;
  }

  void mark(String words) {
    marks = words;
  }

  /** Configuration lines of the class, without their {@code traffic-class N}. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (strict) {
      lines.add("dcb ets strict");
    } else if (weight != usualWeight(number)) {
      lines.add("dcb ets wrr " + weight);
    }
    if (!marks.isEmpty()) {
      lines.add("congestion-control " + marks);
    }
    return lines;
  }
}
