package dev.losslessd.formulas;

/**
 * Inputs of headroom at one end of one link.
 *
 * @param rateMbps speed of the link, 1 or more: 100000 is 100G
 * @param cableMetres one way, 0 or more
 * @param mtuBytes largest frame that any class of the port may have in progress; 64..65535
 */
public record Span(long rateMbps, int cableMetres, int mtuBytes) {
  /** Speed of light in fibre, metres a second, as SONiC's buffer_headroom_mellanox.lua has it. */
  static final double METRES_PER_SECOND = 1.98e8;

  public Span {
    if (rateMbps < 1 || cableMetres < 0 || mtuBytes < 64 || mtuBytes > 65_535) {
      throw new IllegalArgumentException(
          "span of %s Mb/s, %s m, MTU %s: expected 1 or more Mb/s, 0 or more metres, MTU 64..65535"
              .formatted(rateMbps, cableMetres, mtuBytes));
    }
  }

  /** Bytes on the cable there and back: the pause frame travels one way, data the other. */
  public double roundTripBytes() {
    return 2.0 * cableMetres / METRES_PER_SECOND * rateMbps * 1e6 / 8;
  }
}
