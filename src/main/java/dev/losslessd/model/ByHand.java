package dev.losslessd.model;

import java.util.List;

/** Steps of a setting that no command of a known source makes. */
@FunctionalInterface
public interface ByHand {
  /** Every step has its commands. */
  ByHand NOTHING = (_, _, _) -> List.of();

  /**
   * Returns the whole lines to type for a step, in order; empty where the driver makes it.
   *
   * @param wordsAfter the device's own words for {@code after}, where they say more; else empty
   */
  List<String> lines(Setting before, Setting after, String wordsAfter);

  /** Returns lines for a sentence: {@code 'configure', 'no qos map dscp 26', 'end'}. */
  static String quoted(List<String> lines) {
    return "'" + String.join("', '", lines) + "'";
  }
}
