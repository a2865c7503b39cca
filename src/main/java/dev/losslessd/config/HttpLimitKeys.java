package dev.losslessd.config;

import static dev.losslessd.config.Declaration.MICROS;
import static dev.losslessd.config.Declaration.count;
import static dev.losslessd.config.Declaration.section;
import static dev.losslessd.config.Declaration.time;
import static dev.losslessd.config.Shape.key;

import dev.losslessd.config.Shape.Amount;

/** Keys of {@code http.limits}: what clients may take of one listener. */
final class HttpLimitKeys {
  private static final long KIB = 1024;

  private HttpLimitKeys() {}

  static Shape shape() {
    Shape deadline = time(MICROS, 600 * MICROS);
    return section(
        key("connections", count(8, 1024), "128", "connections open at once"),
        key("header", deadline, "10s", "from a connection's opening to its first request's header"),
        key("body", deadline, "30s", "time for a whole request body"),
        key("idle", deadline, "75s", "time from an answer to the next request"),
        key("write", deadline, "30s", "time for a client to take a whole answer"),
        key("smallBody", size(KIB, 1024 * KIB), "64KiB", "largest request body without authority"),
        key("largeBody", size(64 * KIB, 4096 * KIB), "1MiB", "largest one with it; one at a time"),
        key("largeAnswers", count(2, 16), "4", "lists at once, and pages in memory"),
        key("largestAnswer", size(256 * KIB, 65536 * KIB), "8MiB", "largest page or list"));
  }

  private static Shape size(long min, long max) {
    return new Amount(Quantity.SIZE, min, max);
  }
}
