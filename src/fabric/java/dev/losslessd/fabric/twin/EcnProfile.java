package dev.losslessd.fabric.twin;

/**
 * RED marking of a switch queue, as WRED profiles have it.
 *
 * @param minBytes below it nothing is marked (Kmin)
 * @param maxBytes above it everything is marked (Kmax)
 * @param probability of a mark just below Kmax (Pmax), 0..1
 */
public record EcnProfile(long minBytes, long maxBytes, double probability) {
  public EcnProfile {
    if (minBytes < 0 || maxBytes < minBytes || !(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "ECN %d..%d bytes, probability %s: expected 0 <= min <= max and 0..1"
              .formatted(minBytes, maxBytes, probability));
    }
  }

  /** The twin's default, 150 KB, 1.5 MB and 10 % at 100 Gb/s, in proportion to the rate. */
  public static EcnProfile ofRate(long mbps) {
    return new EcnProfile(150_000 * mbps / 100_000, 1_500_000 * mbps / 100_000, 0.1);
  }

  double mark(double queueBytes) {
    if (queueBytes <= minBytes) {
      return 0;
    }
    return queueBytes >= maxBytes
        ? 1
        : probability * (queueBytes - minBytes) / (maxBytes - minBytes);
  }
}
