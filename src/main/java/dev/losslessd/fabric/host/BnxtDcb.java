package dev.losslessd.fabric.host;

import dev.losslessd.twin.TwinPort;

/** The rules of bnxt_dcb.c. */
final class BnxtDcb extends HostDcb {
  /** max_lltc of the firmware. */
  private static final int MOST_LOSSLESS = 2;

  private static final int ETHERTYPE = 1;
  private static final int UDP_PORT = 3;
  private static final int ROCE_V1 = 0x8915;
  private static final int ROCE_V2 = 4791;

  private boolean etsWasSet;

  BnxtDcb(TwinPort port) {
    super(port);
  }

  @Override
  void reset() {
    super.reset();
    etsWasSet = false;
    strict();
  }

  @Override
  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    int verdict = super.setEts(newTsa, newBandwidth, newPriorityToClass);
    etsWasSet |= verdict == 0;
    return verdict;
  }

  /** The driver has no classes to pause before ETS was set once since it was loaded. */
  @Override
  int setPfc(int mask, int delay) {
    return etsWasSet && Integer.bitCount(mask) <= MOST_LOSSLESS
        ? super.setPfc(mask, delay)
        : Errno.EINVAL.negative();
  }

  /** A second entry of a DSCP stands beside the first; RoCE's own types have no DSCP. */
  @Override
  int setApp(AppEntry entry) {
    boolean roce =
        (entry.selector() == ETHERTYPE && entry.protocol() == ROCE_V1)
            || (entry.selector() == UDP_PORT && entry.protocol() == ROCE_V2);
    if (!hostDecides() || (!roce && entry.selector() != AppEntry.DSCP)) {
      return Errno.EINVAL.negative();
    }
    if (apps().contains(entry)) {
      return Errno.EEXIST.negative();
    }
    return roce ? addBeside(entry) : addDscpBeside(entry);
  }
}
