package dev.losslessd.config;

import static dev.losslessd.config.Declaration.count;
import static dev.losslessd.config.Declaration.section;
import static dev.losslessd.config.Shape.key;

import dev.losslessd.config.Shape.Amount;

/** Keys of {@code history}: how much of the past is kept. */
final class HistoryKeys {
  private static final long HOUR = 3600 * Declaration.MICROS;
  private static final long KIB = 1024;

  private HistoryKeys() {}

  static Shape shape() {
    return section(
        key(
            "commits",
            count(10, 1_000_000),
            "10000",
            "commits that are kept, the newest; what is open, and what the intent stands on, always"
                + " is"),
        key(
            "age",
            new Amount(Quantity.AGE, HOUR, 10 * 365 * 24 * HOUR),
            "90d",
            "commits that are older are not listed, and nothing rolls back over them; the audit"
                + " keeps them"),
        key(
            "auditFile",
            new Amount(Quantity.SIZE, 64 * KIB, 1024 * KIB * KIB),
            "8MiB",
            "a file of the journal that is larger is closed and compressed; none is removed, as the"
                + " audit is read from all"),
        key(
            "head",
            Declaration.PATH,
            "",
            "folder of the journal's head, which shows what was cut off; default the state folder"),
        key(
            "idempotencyKeys",
            count(100, 100_000),
            "10000",
            "keys that are kept, the newest; a request that comes again with one begins nothing"),
        key(
            "idempotencyAge",
            new Amount(Quantity.AGE, HOUR, 30 * 24 * HOUR),
            "24h",
            "keys that are older are forgotten"));
  }
}
