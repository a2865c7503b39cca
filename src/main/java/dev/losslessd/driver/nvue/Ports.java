package dev.losslessd.driver.nvue;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;

/** Names of ports, and the ranges that NVUE writes in their place. */
final class Ports {
  static final String FORM = "swp\\d{1,4}(?:s\\d{1,2})?";

  private static final Pattern PHYSICAL = Pattern.compile(FORM);
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,4})-(\\d{1,4})");
  private static final int MOST = 1024;

  private Ports() {}

  /** Front panel ports, broken out ones too; no bonds, VLANs, loopbacks or management. */
  static boolean isPhysical(String name) {
    return PHYSICAL.matcher(name).matches();
  }

  /**
   * {@code lo,swp1-4,7,swp9s0-1} one by one, with {@code swp7} among them: what is a number alone
   * begins as the name before it. Any other name is as it is.
   */
  static List<String> each(String names) {
    List<String> all = new ArrayList<>();
    String begun = "";
    for (String part : names.split(",")) {
      String bare = part.strip();
      String whole = Pattern.matches("\\d+(?:-\\d+)?", bare) ? begun + bare : bare;
      Matcher range = RANGE.matcher(whole);
      int from = range.matches() ? Integer.parseInt(range.group(2)) : 0;
      int to = range.matches() ? Integer.parseInt(range.group(3)) : -1;
      if (to < from || to - from > MOST) {
        all.add(whole);
      }
      for (int n = from; n <= to && to - from <= MOST; n++) {
        all.add(range.group(1) + n);
      }
      begun =
          range.matches() ? range.group(1) : Pattern.of("\\d+$").matcher(whole).replaceFirst("");
    }
    return all;
  }
}
