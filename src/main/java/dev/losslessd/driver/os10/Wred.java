package dev.losslessd.driver.os10;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Ecn;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code wred NAME} section: with {@code random-detect ecn} it marks, without it drops. */
final class Wred {
  private static final Pattern GREEN =
      Pattern.compile(
          "random-detect color green minimum-threshold (\\d{1,7}) maximum-threshold (\\d{1,7})"
              + " drop-probability (\\d{1,3})");

  // unverified: kilobytes of 1000 bytes, as for EOS
  private static final long KILOBYTE = 1000;

  private Wred() {}

  /** Marks of packets that are within their rate, which RoCE's are; empty if it drops. */
  static Optional<Ecn.Marking> of(ConfigTree profile) {
    if (!profile.has("random-detect ecn")) {
      return Optional.empty();
    }
    for (ConfigTree line : profile.below()) {
      Matcher m = GREEN.matcher(line.line());
      if (m.matches()) {
        return Optional.of(marking(m));
      }
    }
    throw ParseErrors.at(RunningConfig.COMMAND, profile.line(), "random-detect color green ...");
  }

  private static Ecn.Marking marking(Matcher m) {
    try {
      return new Ecn.Marking(
          Long.parseLong(m.group(1)) * KILOBYTE,
          Long.parseLong(m.group(2)) * KILOBYTE,
          Integer.parseInt(m.group(3)));
    } catch (IllegalArgumentException e) {
      throw ParseErrors.at(RunningConfig.COMMAND, m.group(), "minimum <= maximum, 0..100 percent");
    }
  }
}
