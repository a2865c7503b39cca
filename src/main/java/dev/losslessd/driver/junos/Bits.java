package dev.losslessd.driver.junos;

import dev.losslessd.text.Pattern;
import java.util.Map;
import java.util.TreeMap;

/** Code points as Junos writes them: bits, or one of its aliases for DSCPs. */
final class Bits {
  private static final Map<String, Integer> ALIASES = aliases();

  private Bits() {}

  private static Map<String, Integer> aliases() {
    Map<String, Integer> all = new TreeMap<>();
    all.put("be", 0);
    all.put("ef", 46);
    all.put("nc1", 48);
    all.put("nc2", 56);
    for (int n = 0; n < 8; n++) {
      all.put("cs" + n, n * 8);
    }
    for (int n = 1; n <= 4; n++) {
      for (int drop = 1; drop <= 3; drop++) {
        all.put("af" + n + drop, n * 8 + drop * 2);
      }
    }
    return all;
  }

  /** A DSCP, by bits or an alias that needs no definition. */
  static int dscp(String text) {
    Integer alias = ALIASES.get(text);
    if (alias != null) {
      return alias;
    }
    if (!Pattern.matches("[01]{6}", text)) {
      throw JunosConfig.garbled("code-point " + text, "6 bits, or an alias of Junos itself");
    }
    return Integer.parseInt(text, 2);
  }

  static String ofDscp(int dscp) {
    return bits(dscp, 6);
  }

  static int priority(String text) {
    if (!Pattern.matches("[01]{3}", text)) {
      throw JunosConfig.garbled("code-point " + text, "3 bits");
    }
    return Integer.parseInt(text, 2);
  }

  static String ofPriority(int priority) {
    return bits(priority, 3);
  }

  private static String bits(int number, int width) {
    String bits = Integer.toBinaryString(number);
    return "0".repeat(width - bits.length()) + bits;
  }
}
