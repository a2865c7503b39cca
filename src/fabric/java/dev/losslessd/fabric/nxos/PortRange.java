package dev.losslessd.fabric.nxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ports as a line names them: {@code Ethernet1/1}, {@code eth1/1-4}, {@code e1/1,e1/3}. */
final class PortRange {
  private static final Pattern PART = Pattern.compile("([A-Za-z]+)1/(\\d{1,2})(-(\\d{1,2}))?");

  private static final Pattern BUNDLE = Pattern.compile("port-channel\\d{1,4}");

  private PortRange() {}

  static boolean isBundle(String word) {
    return BUNDLE.matcher(word).matches();
  }

  static boolean isOne(String word) {
    return !numbers(word).isEmpty();
  }

  /** Whether the word begins an interface name that a space may divide from its number. */
  static boolean isKind(String word) {
    return !word.isEmpty() && "ethernet".startsWith(word.toLowerCase(Locale.ROOT));
  }

  /** Numbers of the ports in the first module; empty if the word is not of this form. */
  static List<Integer> numbers(String word) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : word.split(",", -1)) {
      Matcher m = PART.matcher(part);
      if (!m.matches() || !isKind(m.group(1))) {
        return List.of();
      }
      int first = Integer.parseInt(m.group(2));
      int last = m.group(4) == null ? first : Integer.parseInt(m.group(4));
      for (int n = first; n <= last; n++) {
        numbers.add(n);
      }
    }
    return numbers;
  }
}
