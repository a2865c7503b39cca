package dev.losslessd.fabric.host;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Misbehaviour that was ordered for one NIC. */
final class Faults {
  /** Count of a fault that lasts until it is cleared. */
  static final long ALWAYS = Long.MAX_VALUE;

  private static final class Ordered {
    final Knob knob;
    final int verdict;
    long left;

    Ordered(Knob knob, int verdict, long left) {
      this.knob = knob;
      this.verdict = verdict;
      this.left = left;
    }
  }

  private final List<Ordered> ordered = new ArrayList<>();
  private long stallMillis;
  private long stallsLeft;

  /** Reports success for a write and changes nothing. */
  void lie(Knob knob, long count) {
    ordered.add(new Ordered(knob, 0, count));
  }

  void refuse(Knob knob, Errno errno, long count) {
    ordered.add(new Ordered(knob, errno.negative(), count));
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
  OptionalInt take(Knob knob) {
    for (Ordered fault : ordered) {
      if (fault.knob == knob || fault.knob == Knob.ALL) {
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
