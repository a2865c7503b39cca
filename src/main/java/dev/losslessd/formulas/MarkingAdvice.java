package dev.losslessd.formulas;

import dev.losslessd.model.Ecn;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Marking thresholds to start from, by speed: the HPCC authors' values scaled with the speed, with
 * NVIDIA's 150/1500 kB profile as the short end. KB is 1000 bytes. They must still pass {@link
 * EcnBeforePfc} on the switch at hand: thresholds in the field span 0.13 to 10 MB.
 */
public final class MarkingAdvice {
  /** The goal for the queue. */
  public enum Aim {
    /** Short queues; for short round trips only. */
    SHORT_QUEUE,
    /** A balance of short queues and full links. */
    DEFAULT,
    /** Full links before short queues. */
    THROUGHPUT
  }

  private static final Map<Long, List<Ecn.Marking>> TABLE =
      Map.of(
          25_000L, List.of(kb(40, 400, 20), kb(100, 400, 20), kb(250, 2097, 5)),
          50_000L, List.of(kb(75, 750, 50), kb(200, 800, 20), kb(500, 2097, 5)),
          100_000L, List.of(kb(150, 1500, 100), kb(400, 1600, 20), kb(1000, 2000, 5)),
          200_000L, List.of(kb(150, 1500, 100), kb(800, 3200, 20), kb(2000, 8000, 10)),
          400_000L, List.of(kb(300, 3000, 50), kb(1600, 6400, 20), kb(2000, 10_000, 5)),
          800_000L, List.of(kb(600, 6000, 50), kb(3200, 12_800, 20), kb(4000, 20_000, 5)));

  private MarkingAdvice() {}

  /** Empty for a speed that the table does not name. */
  @SuppressWarnings("EnumOrdinal") // the columns of the table are in the order of the aims
  public static Optional<Ecn.Marking> of(long rateMbps, Aim aim) {
    return Optional.ofNullable(TABLE.get(rateMbps)).map(row -> row.get(aim.ordinal()));
  }

  private static Ecn.Marking kb(long min, long max, int percent) {
    return new Ecn.Marking(min * 1000, max * 1000, percent);
  }
}
