package dev.losslessd.driver.junos;

import dev.losslessd.model.Dscp;
import dev.losslessd.text.Pattern;
import java.util.Map;
import java.util.OptionalInt;

/** Code points as Junos writes them: bits, or one of its aliases for DSCPs. */
final class Bits {
  /** Aliases that no RFC has. */
  private static final Map<String, Integer> ALIASES =
      Map.of("be", 0, "cs0", 0, "nc1", 48, "nc2", 56);

  private Bits() {}

  /** A DSCP, by bits or an alias that needs no definition. */
  static int dscp(String text) {
    Integer alias = ALIASES.get(text);
    OptionalInt named = alias == null ? Dscp.named(text) : OptionalInt.of(alias);
    if (named.isEmpty() && !Pattern.matches("[01]{6}", text)) {
      throw JunosConfig.garbled("code-point " + text, "6 bits, or an alias of Junos itself");
    }
    return named.orElseGet(() -> Integer.parseInt(text, 2));
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
    return Integer.toBinaryString(1 << width | number).substring(1);
  }
}
