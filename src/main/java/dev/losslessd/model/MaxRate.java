package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import java.util.Collections;
import java.util.List;

/**
 * Limits of what a port sends, by traffic class (the MAXRATE that dcbnl adds to 802.1Qaz).
 *
 * @param kbitPerSecond limit of traffic class n in units of 1000 bit/s; 8 entries of 0..4294967295,
 *     0 = no limit
 */
public record MaxRate(List<Long> kbitPerSecond) implements NicSetting {
  public static final int CLASSES = 8;
  public static final long LARGEST = 0xffff_ffffL;

  private static final FieldType.Whole<Long> RATE =
      FieldType.longWhole("rate", 0, LARGEST)
          .units(
              List.of(
                  new FieldType.Unit("gbit", 1_000_000),
                  new FieldType.Unit("mbit", 1_000),
                  new FieldType.Unit("kbit", 1)));

  /** No class is limited. */
  public static final MaxRate NONE = new MaxRate(Collections.nCopies(CLASSES, 0L));

  static final SettingShape<MaxRate> SHAPE =
      SettingShape.of(
          MaxRate.class,
          "max-rate tc3=40gbit tc0=500mbit, max-rate none",
          MaxRate::new,
          field(
              "kbitPerSecond",
              new FieldType.Row<>(RATE, "", "tc", true),
              MaxRate::kbitPerSecond,
              "of each traffic class, 0 is no limit"));

  public MaxRate {
    kbitPerSecond = List.copyOf(kbitPerSecond);
    if (kbitPerSecond.size() != CLASSES) {
      throw new IllegalArgumentException(
          "a rate limit has " + kbitPerSecond.size() + " classes, expected " + CLASSES);
    }
    kbitPerSecond.forEach(RATE::require);
  }
}
