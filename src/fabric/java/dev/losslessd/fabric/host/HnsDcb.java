package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;
import java.util.Arrays;

/**
 * The rules of hns3's hclge_dcb.c of 6.12: an entry of a DSCP replaces the one before, as with
 * mlx5.
 */
final class HnsDcb extends HostDcb {
  HnsDcb(TwinPort port) {
    super(port);
  }

  @Override
  void reset() {
    super.reset();
    strict();
  }

  /** Refuses pause while PFC is on, as hclge_set_pauseparam of hclge_main.c does. */
  @Override
  int setPause(boolean autoneg, boolean rx, boolean tx) {
    return pfc().isEmpty() ? super.setPause(autoneg, rx, tx) : Errno.EOPNOTSUPP.negative();
  }

  /** Checks classes and shares as hclge_ets_sch_mode_validate does. */
  @Override
  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    int classes = Arrays.stream(newPriorityToClass).max().orElse(0) + 1;
    for (int tc = 0; tc < COUNT; tc++) {
      boolean shares = newTsa[tc] == ETS;
      if ((!shares && newTsa[tc] != STRICT)
          || (shares && (tc >= classes || newBandwidth[tc] == 0))) {
        return Errno.EINVAL.negative();
      }
    }
    return super.setEts(newTsa, newBandwidth, newPriorityToClass);
  }
}
