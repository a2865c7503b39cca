package dev.losslessd.metrics;

import java.nio.charset.StandardCharsets;

/** A classic histogram in the making, out of its samples: buckets, sum, and the count last. */
final class HistogramMessage {
  /** Label of a bucket's upper bound. */
  static final byte[] BOUND = "le".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] BUCKET_SUFFIX = "_bucket".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SUM_SUFFIX = "_sum".getBytes(StandardCharsets.US_ASCII);
  private static final int COUNT = 1;
  private static final int SUM = 2;
  private static final int BUCKET = 3;
  private static final int BUCKET_COUNT = 1;
  private static final int BUCKET_BOUND = 2;

  private final Message all = new Message();
  private final Message bucket = new Message();
  private double bound;
  private boolean whole;

  /** Notes the upper bound of the bucket whose sample is being read. */
  void bound(double upper) {
    bound = upper;
  }

  /**
   * Adds one sample to the histogram.
   *
   * @param suffix where what follows the family's name is, up to {@code suffixEnd}
   * @param from where the value is, up to {@code end}
   * @return whether that was the last one, the count
   */
  boolean add(byte[] bytes, int suffix, int suffixEnd, int from, int end) {
    if (whole) {
      all.clear();
      whole = false;
    }
    double value = LineBytes.number(bytes, from, end);
    if (LineBytes.is(bytes, suffix, suffixEnd, BUCKET_SUFFIX)) {
      bucket.clear();
      bucket.varint(BUCKET_COUNT, (long) value).number(BUCKET_BOUND, bound);
      all.message(BUCKET, bucket);
    } else if (LineBytes.is(bytes, suffix, suffixEnd, SUM_SUFFIX)) {
      all.number(SUM, value);
    } else {
      all.varint(COUNT, (long) value);
      whole = true;
    }
    return whole;
  }

  /** The histogram of the samples since the last count. */
  Message take() {
    return all;
  }
}
