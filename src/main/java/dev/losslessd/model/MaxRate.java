package dev.losslessd.model;

import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

/**
 * Limits of what a port sends, by traffic class (the MAXRATE that dcbnl adds to 802.1Qaz).
 *
 * @param kbitPerSecond limit of traffic class n in units of 1000 bit/s; 8 entries of 0..4294967295,
 *     0 = no limit
 */
public record MaxRate(List<Long> kbitPerSecond) implements Setting {
  public static final int CLASSES = 8;
  public static final long LARGEST = 0xffff_ffffL;

  /** No class is limited. */
  public static final MaxRate NONE = new MaxRate(Collections.nCopies(CLASSES, 0L));

  private static final long GBIT = 1_000_000;
  private static final long MBIT = 1_000;

  public MaxRate {
    kbitPerSecond = List.copyOf(kbitPerSecond);
    if (kbitPerSecond.size() != CLASSES) {
      throw new IllegalArgumentException(
          "a rate limit has " + kbitPerSecond.size() + " classes, expected " + CLASSES);
    }
    for (long rate : kbitPerSecond) {
      if (rate < 0 || rate > LARGEST) {
        throw new IllegalArgumentException(
            "rate " + rate + " Kbit/s is outside 0.." + LARGEST + ", 0 is no limit");
      }
    }
  }

  @Override
  public SettingKind kind() {
    return SettingKind.MAX_RATE;
  }

  @Override
  public String text() {
    StringJoiner limits = new StringJoiner(" ");
    for (int tc = 0; tc < CLASSES; tc++) {
      if (kbitPerSecond.get(tc) > 0) {
        limits.add("tc" + tc + "=" + rate(kbitPerSecond.get(tc)));
      }
    }
    return limits.length() == 0 ? "none" : limits.toString();
  }

  /** In the largest unit that gives a whole number: {@code 40gbit}, {@code 1500mbit}. */
  public static String rate(long kbit) {
    return kbit % GBIT == 0
        ? kbit / GBIT + "gbit"
        : kbit % MBIT == 0 ? kbit / MBIT + "mbit" : kbit + "kbit";
  }
}
