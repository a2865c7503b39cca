package dev.losslessd.config;

import static dev.losslessd.config.Declaration.MICROS;
import static dev.losslessd.config.Shape.key;

import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Section;
import java.util.List;

/** Declares the keys below {@code commit}. */
final class CommitDeclaration {
  private CommitDeclaration() {}

  static Section section() {
    return new Section(
        List.of(
            key(
                "confirmWithin",
                time(10 * MICROS, 86_400 * MICROS),
                "600s",
                "a change that nobody confirms in this time is undone"),
            key(
                "deviceDeadline",
                time(100_000, 600 * MICROS),
                "10s",
                "longest time for one write or read-back"),
            key(
                "settle",
                time(0, 600 * MICROS),
                "15s",
                "after a change, before the guard judges its ports: links come up again"),
            key(
                "returnWithin",
                time(MICROS, 600 * MICROS),
                "45s",
                "after the settle time; a link or switch that is not back by then is a breach")));
  }

  private static Amount time(long leastMicros, long mostMicros) {
    return new Amount(Quantity.TIME, leastMicros, mostMicros);
  }
}
