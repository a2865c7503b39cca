package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.PrioritySet;
import java.util.HashSet;
import java.util.Set;

/** DCB as bnxt_dcb.c of kernel 6.12 implements it. */
final class BnxtDcb extends HostDcb {
  /** max_lltc of the firmware: lossless classes, not priorities. */
  private static final int MOST_LOSSLESS = 2;

  private static final int ETHERTYPE = 1;
  private static final int UDP_PORT = 3;
  private static final int ROCE_V1 = 0x8915;
  private static final int ROCE_V2 = 4791;

  private boolean etsWasSet;

  BnxtDcb(TwinPort port) {
    super(port);
  }

  /** bnxt_dcbnl_ieee_getets in host mode: nothing, whatever the card does, before a first write. */
  @Override
  void reset() {
    super.reset();
    etsWasSet = false;
    takeEts(new int[COUNT], new int[COUNT], new int[COUNT]);
  }

  /** Number of classes that pfc_cap reports. */
  @Override
  int pfcCapable() {
    return MOST_LOSSLESS;
  }

  @Override
  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    int verdict =
        hostDecides() ? judged(newTsa, newBandwidth, newPriorityToClass) : Errno.EINVAL.negative();
    if (verdict == 0) {
      etsWasSet = true;
      takeEts(newTsa, newBandwidth, newPriorityToClass);
    }
    return verdict;
  }

  /** bnxt_ets_validate: classes below the highest one that a priority has. */
  private static int judged(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    int highest = 0;
    for (int tc : newPriorityToClass) {
      if (tc >= COUNT) {
        return Errno.EINVAL.negative();
      }
      highest = Math.max(highest, tc);
    }
    int sum = 0;
    boolean starving = false;
    for (int tc = 0; tc < highest; tc++) {
      if (newTsa[tc] != STRICT && newTsa[tc] != ETS) {
        return Errno.ENOTSUPP.negative();
      }
      sum += newTsa[tc] == ETS ? newBandwidth[tc] : 0;
      starving |= newTsa[tc] == ETS && newBandwidth[tc] == 0;
    }
    return sum > 100 || (starving && sum == 100) ? Errno.EINVAL.negative() : 0;
  }

  /** bnxt_hwrm_queue_pfc_cfg: counts classes, and has none before ETS was set since the load. */
  @Override
  int setPfc(int mask, int delay) {
    Set<Integer> lossless = new HashSet<>();
    new PrioritySet(mask).priorities().forEach(one -> lossless.add(priorityToClass()[one.value()]));
    return etsWasSet && lossless.size() <= MOST_LOSSLESS
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
