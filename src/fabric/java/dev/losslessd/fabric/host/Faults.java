package dev.losslessd.fabric.host;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Misbehaviour that was ordered for one NIC. */
final class Faults {
  /** Count of a fault that lasts until it is cleared. */
  static final long ALWAYS = Long.MAX_VALUE;

  private static final class Ordered {
    final WriteKind setting;
    final int verdict;
    long left;

    Ordered(WriteKind setting, int verdict, long left) {
      this.setting = setting;
      this.verdict = verdict;
      this.left = left;
    }
  }

  private final List<Ordered> ordered = new ArrayList<>();
  private long stallMillis;
  private long stallsLeft;

  /** Reports success for a write and changes nothing. */
  void lie(WriteKind setting, long count) {
    ordered.add(new Ordered(setting, 0, count));
  }

  void refuse(WriteKind setting, Errno errno, long count) {
    ordered.add(new Ordered(setting, errno.negative(), count));
  }

  void stall(long millis, long count) {
    stallMillis = millis;
    stallsLeft = count;
  }

  void clear() {
    ordered.clear();
    stallsLeft = 0;
  }

  /**
   * The answer to give in place of the driver's, if one was ordered: 0 or a negative errno. Each
   * call uses up one of the count.
   */
  OptionalInt take(WriteKind setting) {
    for (Ordered fault : ordered) {
      if (fault.setting == setting || fault.setting == WriteKind.ALL) {
        return OptionalInt.of(use(fault));
      }
    }
    return OptionalInt.empty();
  }

  private int use(Ordered fault) {
    if (fault.left != ALWAYS) {
      fault.left--;
    }
    ordered.removeIf(spent -> spent.left == 0);
    return fault.verdict;
  }

  /** Delay of the next answer, in milliseconds. */
  long takeStall() {
    if (stallsLeft == 0) {
      return 0;
    }
    if (stallsLeft != ALWAYS) {
      stallsLeft--;
    }
    return stallMillis;
  }
}
