package dev.losslessd.formulas;

/**
 * Buffer thresholds between the units in which devices take and show them. Cumulus prints 150000
 * bytes as 146.48 KB, so its KB is 1024 bytes; what other systems mean by it is up to their driver.
 */
public final class Thresholds {
  private Thresholds() {}

  /** Whole cells that hold so many bytes. */
  public static long cells(long bytes, int cellBytes) {
    return Math.ceilDiv(requireBytes(bytes), requireCell(cellBytes));
  }

  /** Bytes rounded up to whole cells, as hardware hands them out. */
  public static long wholeCells(long bytes, int cellBytes) {
    return cells(bytes, cellBytes) * cellBytes;
  }

  /**
   * Whether a device that shows another threshold than was written only rounded it. Spectrum-4
   * programs 159744 bytes for 150000, so it rounds in far larger steps than a cell.
   *
   * @param stepBytes the largest rounding that the device is known for
   */
  public static boolean onlyRounded(long writtenBytes, long shownBytes, long stepBytes) {
    return Math.abs(requireBytes(shownBytes) - requireBytes(writtenBytes)) < stepBytes;
  }

  /**
   * A fill level of a buffer in bytes, rounded down: Junos drop profiles, Onyx relative thresholds.
   *
   * @param percent 0..100
   */
  public static long fillBytes(long bufferBytes, double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException("fill level " + percent + "% is outside 0..100");
    }
    return (long) Math.floor(requireBytes(bufferBytes) * percent / 100);
  }

  /** The fill level of a threshold, 0..100. */
  public static double fillPercent(long thresholdBytes, long bufferBytes) {
    if (thresholdBytes < 0 || bufferBytes <= 0 || thresholdBytes > bufferBytes) {
      throw new IllegalArgumentException(
          "threshold of " + thresholdBytes + " bytes in a buffer of " + bufferBytes);
    }
    return 100.0 * thresholdBytes / bufferBytes;
  }

  private static long requireBytes(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes: expected 0 or more");
    }
    return bytes;
  }

  private static int requireCell(int cellBytes) {
    if (cellBytes < 1) {
      throw new IllegalArgumentException("cells of " + cellBytes + " bytes: expected 1 or more");
    }
    return cellBytes;
  }
}
