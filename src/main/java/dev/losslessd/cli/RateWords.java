package dev.losslessd.cli;

import dev.losslessd.model.MaxRate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rate limits as words: {@code tc3=40gbit}. Units are powers of 1000, as dcb(8) has them. */
final class RateWords {
  private static final Pattern LIMIT = Pattern.compile("(\\d{1,10})(kbit|mbit|gbit)");
  private static final Map<String, Long> KBIT =
      Map.of("kbit", 1L, "mbit", 1_000L, "gbit", 1_000_000L);

  private RateWords() {}

  /**
   * Kbit/s of each class; those that are not named have no limit.
   *
   * @throws IllegalArgumentException for anything but {@code none} or {@code tcN=RATE...}
   */
  static List<Long> parse(List<String> words) {
    List<Long> kbit = new ArrayList<>(Collections.nCopies(MaxRate.CLASSES, 0L));
    if (!words.equals(List.of("none"))) {
      SettingArguments.pairs(words)
          .forEach((name, text) -> kbit.set(trafficClass(name), rate(name, text)));
    }
    return kbit;
  }

  private static int trafficClass(String name) {
    if (!name.matches("tc[0-7]")) {
      throw new IllegalArgumentException("'" + name + "': expected tc0 to tc7");
    }
    return name.charAt(2) - '0';
  }

  private static long rate(String name, String text) {
    Matcher limit = LIMIT.matcher(text);
    if (!limit.matches()) {
      throw new IllegalArgumentException(
          name + " '" + text + "': expected a rate like 40gbit, 500mbit or 64kbit");
    }
    long kbit = Long.parseLong(limit.group(1)) * KBIT.getOrDefault(limit.group(2), 0L);
    if (kbit > MaxRate.LARGEST) {
      throw new IllegalArgumentException(
          name + " '" + text + "' is above " + MaxRate.LARGEST + "kbit");
    }
    return kbit;
  }

  /** The way back: only what is limited. */
  static Map<String, String> parts(JsonValue classes) {
    if (!classes.isList()) {
      return Map.of();
    }
    Map<String, String> parts = new LinkedHashMap<>();
    int tc = 0;
    for (JsonValue kbit : classes.items()) {
      String text = kbit.shown();
      if (!text.equals("0")) {
        parts.put("tc" + tc, text.matches("\\d{1,10}") ? MaxRate.rate(Long.parseLong(text)) : text);
      }
      tc++;
    }
    return parts;
  }
}
