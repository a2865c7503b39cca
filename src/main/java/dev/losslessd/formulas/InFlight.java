package dev.losslessd.formulas;

import java.util.OptionalLong;

/**
 * The general form in plain numbers: what is in flight after XOFF, without any ASIC's cells or
 * delays. It is no ASIC's need: at 100G and 5 m Spectrum's older table is below it, the newer far
 * above.
 */
public final class InFlight {
  /** PFC frame of 64 bytes with preamble and gap. */
  private static final int PAUSE_FRAME_BYTES = 64 + 20;

  /** 5.05 ns a metre, where Spectrum's formula has 1.98e8 m/s. */
  private static final double SECONDS_PER_METRE = 5.05e-9;

  /** A RoCE packet of 4096 bytes with all its headers, in progress at the peer. */
  public static final int ROCE_FRAME_BYTES = 4200;

  private InFlight() {}

  /**
   * @param losslessFrameBytes largest frame of the lossless class, {@link #ROCE_FRAME_BYTES}
   * @return bytes; empty for a speed whose peer response is not known
   */
  public static OptionalLong bytes(Span span, int losslessFrameBytes) {
    var response = PeerResponse.bytes(span.rateMbps());
    if (response.isEmpty()) {
      return OptionalLong.empty();
    }
    double cable = 2.0 * span.cableMetres() * SECONDS_PER_METRE * span.rateMbps() * 1e6 / 8;
    double all = span.mtuBytes() + PAUSE_FRAME_BYTES + losslessFrameBytes;
    return OptionalLong.of((long) Math.rint(all + response.getAsInt() + cable));
  }
}
