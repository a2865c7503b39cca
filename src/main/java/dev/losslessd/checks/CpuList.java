package dev.losslessd.checks;

import dev.losslessd.text.Pattern;
import java.util.BitSet;
import java.util.Optional;

/** CPUs as the kernel lists them: {@code 0-3,8}. */
final class CpuList {
  private static final int MOST = 1 << 16;

  private CpuList() {}

  /** Empty for other text and for no CPU at all. */
  static Optional<BitSet> parse(String text) {
    BitSet set = new BitSet();
    for (String part : text.split(",", -1)) {
      String[] ends = part.strip().split("-", -1);
      if (ends.length > 2 || !Pattern.matches("\\d{1,5}", ends[0])) {
        return Optional.empty();
      }
      String last = ends[ends.length - 1];
      if (!Pattern.matches("\\d{1,5}", last) || Integer.parseInt(last) >= MOST) {
        return Optional.empty();
      }
      if (Integer.parseInt(last) < Integer.parseInt(ends[0])) {
        return Optional.empty();
      }
      set.set(Integer.parseInt(ends[0]), Integer.parseInt(last) + 1);
    }
    return Optional.of(set);
  }
}
