package dev.losslessd.formulas;

import dev.losslessd.formulas.HeadroomRule.Published;
import java.util.Map;

/** XOFF headroom in bytes at 5, 40 and 300 m by speed in Mb/s, as vendors ship it for one box. */
final class PublishedTables {
  static final Published TOMAHAWK =
      new Published(
          Map.of(
              25_000L, metres(53_248, 53_248, 79_040),
              50_000L, metres(90_272, 96_096, 141_856),
              100_000L, metres(165_568, 177_632, 268_736)));

  static final Published TOMAHAWK4 =
      new Published(
          Map.of(
              25_000L, metres(75_438, 78_740, 103_378),
              50_000L, metres(91_694, 98_298, 147_574),
              100_000L, metres(129_032, 142_240, 240_538),
              200_000L, metres(214_122, 240_792, 437_134),
              400_000L, metres(371_348, 424_434, 817_372)));

  static final Published TOMAHAWK5 = new Published(Map.of(800_000L, Map.of(5, 724_662L)));

  static final Published TERALYNX10 =
      new Published(Map.of(800_000L, metres(197_536, 205_520, 468_640)));

  private PublishedTables() {}

  private static Map<Integer, Long> metres(long five, long forty, long threeHundred) {
    return Map.of(5, five, 40, forty, 300, threeHundred);
  }
}
