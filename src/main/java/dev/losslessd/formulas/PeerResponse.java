package dev.losslessd.formulas;

import java.util.Map;
import java.util.OptionalInt;

/**
 * Time for which a peer may still send after a PFC frame has reached it, in pause quanta: IEEE
 * 802.3 31B.3.7, as coded in sonic-swss cfgmgr/buffer_headroom_mellanox.lua.
 */
public final class PeerResponse {
  private static final Map<Long, Integer> QUANTA =
      Map.of(
          100L, 1, 1_000L, 2, 10_000L, 67, 25_000L, 80, 40_000L, 118, 50_000L, 147, 100_000L, 394,
          200_000L, 453, 400_000L, 905, 800_000L, 905);

  /** 512 bit times, IEEE 802.3 31B. */
  private static final int QUANTUM_BYTES = 64;

  private PeerResponse() {}

  /** Empty for a speed that the source does not name. */
  public static OptionalInt quanta(long rateMbps) {
    Integer quanta = QUANTA.get(rateMbps);
    return quanta == null ? OptionalInt.empty() : OptionalInt.of(quanta);
  }

  /** Response time in bytes: 25216 at 100G, 57920 at 400G. */
  public static OptionalInt bytes(long rateMbps) {
    OptionalInt quanta = quanta(rateMbps);
    return quanta.isEmpty() ? quanta : OptionalInt.of(quanta.getAsInt() * QUANTUM_BYTES);
  }
}
