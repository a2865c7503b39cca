package dev.losslessd.formulas;

import dev.losslessd.formulas.HeadroomNeed.Term;
import dev.losslessd.formulas.HeadroomRule.Published;
import dev.losslessd.formulas.HeadroomRule.SpectrumDynamic;
import dev.losslessd.formulas.HeadroomRule.SpectrumStatic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * XOFF headroom of a switch port for one lossless priority. All parts are bytes.
 *
 * <p>General form: a frame of any class that is in progress before the pause can leave, the cable
 * there and back, the peer's response time, the frame that the peer has in progress, and delays of
 * MAC, PHY, gearbox and pipeline; times what cells waste.
 */
public final class SwitchHeadroom {
  /** MAC and PHY, both models: 0.8 KiB (buffer_headroom_mellanox.lua). */
  private static final double MAC_PHY_BYTES = 0.8 * 1024;

  /** The older tables take one peer response for every speed: 3.8 KiB. */
  private static final double STATIC_RESPONSE_BYTES = 3.8 * 1024;

  /** Packets of the lossless class in the older tables. */
  private static final int STATIC_LOSSLESS_MTU = 1024;

  /** Bits of the port's tile for each Gb/s on Spectrum-4 and -5. */
  private static final double TILE_BITS_PER_GBPS = 120;

  /** Added without a shared headroom pool, while it stays below the worst case. */
  private static final int OWN_POOL_BYTES = 2048;

  private SwitchHeadroom() {}

  /** For the worst traffic, without a gearbox. */
  public static Optional<HeadroomNeed> need(Asic asic, Span span) {
    return need(asic, span, LosslessTraffic.WORST, 0);
  }

  /**
   * @param gearboxDelay of the platform's {@code peripheral_config}, SONiC's unit; 0 for none
   * @return empty where the source has no number for this speed or cable
   */
  public static Optional<HeadroomNeed> need(
      Asic asic, Span span, LosslessTraffic traffic, double gearboxDelay) {
    return switch (asic.rule()) {
      case SpectrumDynamic rule -> dynamic(asic, rule, span, traffic, gearboxDelay);
      case SpectrumStatic rule -> Optional.of(fixed(asic, rule, span));
      case Published rule -> published(asic, rule, span);
    };
  }

  private static Optional<HeadroomNeed> dynamic(
      Asic asic, SpectrumDynamic rule, Span span, LosslessTraffic traffic, double gearboxDelay) {
    OptionalInt response = PeerResponse.bytes(span.rateMbps());
    if (response.isEmpty()) {
      return Optional.empty();
    }
    List<Term> delays =
        List.of(
            new Term("port MTU", span.mtuBytes()),
            new Term("cable", span.roundTripBytes()),
            new Term("gearbox", 2 * span.rateMbps() * gearboxDelay / (8 * 1024)),
            new Term("MAC and PHY", MAC_PHY_BYTES),
            new Term("peer response", response.getAsInt()),
            new Term("tile", rule.tile() ? span.rateMbps() / 1000.0 * TILE_BITS_PER_GBPS / 8 : 0));
    long bytes = dynamicBytes(rule, delays, traffic);
    return Optional.of(need(asic, bytes, "lossless MTU", traffic.mtuBytes(), delays));
  }

  private static long dynamicBytes(
      SpectrumDynamic rule, List<Term> delays, LosslessTraffic traffic) {
    double delay = sum(delays);
    double waste = waste(rule.cellBytes());
    double small = traffic.smallBytesPercent();
    double occupancy = (100 - small + small * waste) / 100;
    long xoff = kibibytes(traffic.mtuBytes() + delay * occupancy);
    long worst = kibibytes(traffic.mtuBytes() + delay * waste);
    boolean more = traffic.smallPercent() != 100 && xoff + OWN_POOL_BYTES < worst;
    return xoff + (more ? OWN_POOL_BYTES : 0) + rule.extraBytes();
  }

  /** Bytes of cells that a byte in packets of 64 takes, as the source rounds it. */
  private static double waste(int cellBytes) {
    return Math.ceil(cellBytes > 128 ? cellBytes / 64.0 : 2.0 * cellBytes / (1 + cellBytes));
  }

  private static HeadroomNeed fixed(Asic asic, SpectrumStatic rule, Span span) {
    List<Term> delays =
        List.of(
            new Term("port MTU", span.mtuBytes()),
            new Term("cable", span.roundTripBytes()),
            new Term("MAC and PHY", MAC_PHY_BYTES),
            new Term("peer response", STATIC_RESPONSE_BYTES));
    long bytes = kibibytes(STATIC_LOSSLESS_MTU + rule.factor() * sum(delays));
    return need(asic, bytes, "lossless MTU", STATIC_LOSSLESS_MTU, delays);
  }

  private static Optional<HeadroomNeed> published(Asic asic, Published rule, Span span) {
    var row = rule.bytes().get(span.rateMbps());
    if (row == null) {
      return Optional.empty();
    }
    return row.entrySet().stream()
        .filter(point -> point.getKey() >= span.cableMetres())
        .min(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .map(bytes -> need(asic, bytes, "published", (double) bytes, List.of()));
  }

  private static HeadroomNeed need(
      Asic asic, long bytes, String first, double firstBytes, List<Term> rest) {
    List<Term> terms = new ArrayList<>(List.of(new Term(first, firstBytes)));
    terms.addAll(rest);
    return new HeadroomNeed(bytes, terms, asic.source(), asic.verified());
  }

  private static double sum(List<Term> terms) {
    return terms.stream().mapToDouble(Term::bytes).sum();
  }

  private static long kibibytes(double bytes) {
    return 1024 * (long) Math.ceil(bytes / 1024);
  }
}
