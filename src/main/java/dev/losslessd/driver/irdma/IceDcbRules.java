package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DscpAccess;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeeEts;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Rules of ice for schedules and modes: Linux drivers/net/ethernet/intel/ice, ice_dcb_*.c. */
final class IceDcbRules {
  private static final int COUNT = 8;
  private static final int WHOLE = 100;
  private static final int ETS = 2;

  private IceDcbRules() {}

  /** Whether the first DSCP entry has begun it. */
  static boolean inDscpMode(DcbState state) {
    return !DscpAccess.entries(state).isEmpty();
  }

  /** Class n for priority n, as far as there are classes: the only map of DSCP mode. */
  static boolean isOneToOne(IeeeEts ets) {
    return IntStream.range(0, classes(ets)).allMatch(n -> ets.classOfPriority().get(n) == n);
  }

  /** Every priority on class 0: ice_dcb_sw_dflt_cfg. */
  static boolean isDefaultMap(IeeeEts ets) {
    return ets.classOfPriority().stream().allMatch(tc -> tc == 0);
  }

  /** Whether a schedule is the one that the first DSCP entry makes: ice_dcbnl_setapp. */
  static boolean isFresh(IeeeEts ets) {
    return isOneToOne(ets)
        && ets.txPercent().getFirst() == WHOLE
        && ets.txPercent().stream().skip(1).allMatch(share -> share == 0)
        && ets.selection().stream().limit(classes(ets)).allMatch(code -> code == ETS);
  }

  /**
   * Returns the schedule of ice after its load, and after the last DSCP entry: ice_dcb_sw_dflt_cfg.
   */
  static IeeeEts byDefault(IeeeEts like) {
    return like.with(
        List.of(WHOLE, 0, 0, 0, 0, 0, 0, 0),
        List.of(ETS, 0, 0, 0, 0, 0, 0, 0),
        Collections.nCopies(COUNT, 0));
  }

  /** Returns whether shares, selection and classes are equal; nothing else of them counts. */
  static boolean equal(IeeeEts one, IeeeEts other) {
    return one.txPercent().equals(other.txPercent())
        && one.selection().equals(other.selection())
        && one.classOfPriority().equals(other.classOfPriority());
  }

  private static int classes(IeeeEts ets) {
    return ets.classes() > 0 && ets.classes() < COUNT ? ets.classes() : COUNT;
  }
}
