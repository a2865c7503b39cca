package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How fast counters grow between two looks, by the times at which the daemon read them. */
final class CounterRates {
  private CounterRates() {}

  /**
   * Whether every port was read since. Counters of queues, which a switch is asked for rarely, are
   * not waited for where the port has others.
   */
  static boolean allNewer(JsonValue before, JsonValue now) {
    Map<String, String> times = new HashMap<>();
    before.at("items").items().forEach(port -> times.put(name(port), port.at("at").text()));
    List<JsonValue> main =
        now.at("items").items().stream().filter(port -> port.at("source").isNothing()).toList();
    return (main.isEmpty() ? now.at("items").items() : main)
        .stream().noneMatch(port -> port.at("at").text().equals(times.get(name(port))));
  }

  /**
   * Returns the ports of a look, with {@code perSecond} in the raw unit where it is known: a port
   * that was not read since, and a counter that fell, have none.
   *
   * @param nonzero leaves out what is 0, and what has no number
   */
  static List<Object> of(JsonValue before, JsonValue now, boolean nonzero) {
    Map<String, JsonValue> earlier = new HashMap<>();
    before.at("items").items().forEach(port -> earlier.put(name(port), port));
    List<Object> ports = new ArrayList<>();
    for (JsonValue port : now.at("items").items()) {
      JsonValue was = earlier.getOrDefault(name(port), JsonValue.NOTHING);
      Fields rated = port.copy().with("values", values(was, port, nonzero));
      ports.add(nonzero ? rated.with("leftOut", leftOut(port)) : rated);
    }
    return ports;
  }

  /** How many counters are 0, and how many have no number: the two are not the same. */
  private static Fields leftOut(JsonValue port) {
    long all = port.at("values").items().size();
    long known = port.at("values").items().stream().filter(one -> number(one).isPresent()).count();
    long zero =
        port.at("values").items().stream()
            .flatMap(one -> number(one).stream())
            .filter(number -> number.signum() == 0)
            .count();
    return new Fields().with("zero", zero).with("missing", all - known);
  }

  private static List<Object> values(JsonValue was, JsonValue port, boolean nonzero) {
    Map<String, BigInteger> old = new HashMap<>();
    was.at("values").items().forEach(one -> number(one).ifPresent(raw -> old.put(key(one), raw)));
    Duration between = between(was, port);
    List<Object> values = new ArrayList<>();
    for (JsonValue one : port.at("values").items()) {
      Optional<BigInteger> raw = number(one);
      if (nonzero && raw.filter(number -> number.signum() != 0).isEmpty()) {
        continue;
      }
      values.add(
          one.copy()
              .withAny(
                  "perSecond", raw.flatMap(number -> rate(old.get(key(one)), number, between))));
    }
    return values;
  }

  private static Optional<BigDecimal> rate(
      @Nullable BigInteger was, BigInteger now, Duration between) {
    if (was == null || now.compareTo(was) < 0 || between.toMillis() <= 0) {
      return Optional.empty();
    }
    BigDecimal grown = new BigDecimal(now.subtract(was)).multiply(BigDecimal.valueOf(1000));
    return Optional.of(
        grown.divide(BigDecimal.valueOf(between.toMillis()), 1, RoundingMode.HALF_UP));
  }

  private static Duration between(JsonValue was, JsonValue port) {
    return was.isNothing()
        ? Duration.ZERO
        : Duration.between(Instant.parse(was.at("at").text()), Instant.parse(port.at("at").text()));
  }

  private static Optional<BigInteger> number(JsonValue value) {
    return switch (value.at("raw").raw()) {
      case BigInteger big -> Optional.of(big);
      case Number number -> Optional.of(BigInteger.valueOf(number.longValue()));
      case null -> Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Names are unique only within their source. */
  private static String key(JsonValue value) {
    return value.at("source").text() + " " + value.at("name").text();
  }

  private static String name(JsonValue port) {
    return port.at("port").text() + " " + port.at("source").text();
  }
}
