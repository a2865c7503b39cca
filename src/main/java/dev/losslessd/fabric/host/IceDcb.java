package dev.losslessd.fabric.host;

import dev.losslessd.twin.TwinPort;

/** The rules of ice_dcb_nl.c: a DSCP has one entry, which has to go before another comes. */
final class IceDcb extends HostDcb {
  IceDcb(TwinPort port) {
    super(port);
  }

  @Override
  void reset() {
    super.reset();
    strict();
  }

  /** After the first DSCP entry the map of priorities stays as it is. */
  @Override
  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    boolean moves = !java.util.Arrays.equals(newPriorityToClass, priorityToClass());
    return moves && !apps().isEmpty()
        ? Errno.EINVAL.negative()
        : super.setEts(newTsa, newBandwidth, newPriorityToClass);
  }

  @Override
  int setApp(AppEntry entry) {
    boolean mapped =
        apps().stream()
            .anyMatch(
                one -> one.selector() == entry.selector() && one.protocol() == entry.protocol());
    return mapped ? Errno.EINVAL.negative() : super.setApp(entry);
  }
}
