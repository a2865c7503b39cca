package dev.losslessd.bench;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Values of one series of a fabric at work over time: most counters stand still, traffic flows
 * everywhere, marks come at one port in three, pause at one in twenty, drops at one in two
 * thousand. The same seed gives the same values.
 */
interface FleetValues {
  /**
   * Returns a value as text.
   *
   * @param now Unix time
   * @param passed seconds since the first sample
   */
  String at(long now, long passed);

  /**
   * How a counter grows.
   *
   * @param oneIn of so many series
   * @param rate of these, per second, at most
   */
  record Growth(int oneIn, double rate) {}

  /** The first that is found in the name is taken. */
  List<Map.Entry<Pattern, Growth>> GROWTHS =
      List.of(
          Map.entry(
              Pattern.compile("discards|errors|out_of|timeouts|naks|retransmits"),
              new Growth(2000, 2)),
          Map.entry(Pattern.compile("pause_seconds"), new Growth(20, 0.02)),
          Map.entry(Pattern.compile("pause_(frames|transitions)"), new Growth(20, 500)),
          Map.entry(Pattern.compile("cnp_ignored"), new Growth(3, 1.2)),
          Map.entry(Pattern.compile("ecn|cnp|marked"), new Growth(3, 440)),
          Map.entry(Pattern.compile("bytes_total"), new Growth(1, 4e10)),
          Map.entry(Pattern.compile("packets_total"), new Growth(1, 1e7)));

  /**
   * @param value that the page has
   * @param seed of the series
   */
  static FleetValues of(String family, double value, long seed) {
    if (family.endsWith("_timestamp_seconds")) {
      return (now, _) -> Long.toString(now - 3);
    }
    if (family.equals("process_uptime_seconds")) {
      return (_, passed) -> Double.toString(value + passed);
    }
    if (family.matches(".*_(bucket|count|sum)")) {
      return (_, passed) -> Double.toString(value * (1 + passed / 600.0));
    }
    return family.endsWith("_total") ? counter(family, value, seed) : constant(value);
  }

  private static FleetValues counter(String family, double value, long seed) {
    SplittableRandom chance = new SplittableRandom(seed);
    Growth growth =
        GROWTHS.stream()
            .filter(one -> one.getKey().matcher(family).find())
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(new Growth(Integer.MAX_VALUE, 0));
    double start = value + chance.nextInt(1_000_000);
    if (chance.nextInt(growth.oneIn()) != 0) {
      return constant(start);
    }
    double rate = growth.rate() * (0.2 + 0.8 * chance.nextDouble());
    boolean whole = !family.contains("seconds");
    // an hour of load that swells and ebbs, and never runs backwards
    return (_, passed) -> {
      double now = start + rate * (passed + 300 * Math.sin(passed / 400.0));
      return whole ? Long.toString((long) now) : text(Math.rint(now * 1000) / 1000);
    };
  }

  private static FleetValues constant(double value) {
    String text = text(value);
    return (_, _) -> text;
  }

  private static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
