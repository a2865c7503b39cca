package dev.losslessd.formulas;

import java.util.Map;

/** Headroom rule of one family of ASICs. The formulas are in {@link SwitchHeadroom}. */
public sealed interface HeadroomRule {
  /**
   * SONiC's dynamic buffer model for Spectrum: with the peer's response time, which grows with the
   * speed.
   *
   * @param cellBytes the buffer is handed out in cells of this size
   * @param tile whether the port's tile delays: 120 bit for each Gb/s
   * @param extraBytes on top of all
   */
  record SpectrumDynamic(int cellBytes, boolean tile, int extraBytes) implements HeadroomRule {}

  /**
   * The older tables of Spectrum: the same response time at every speed.
   *
   * @param factor bytes of cells that a byte of small packets takes: 2.25 for cells of 144 B,
   *     1.9794 for 96 B
   */
  record SpectrumStatic(double factor) implements HeadroomRule {}

  /**
   * Only points are known. Another cable takes the next longer one; beyond the longest there is no
   * number, and none for another speed.
   *
   * @param bytes XOFF headroom by Mb/s, then by metres
   */
  record Published(Map<Long, Map<Integer, Long>> bytes) implements HeadroomRule {
    public Published {
      bytes = Map.copyOf(bytes);
    }
  }
}
