package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.PrioritySet;

/**
 * DCB of a driver that takes settings only while the host decides and speaks IEEE, and has no
 * operations for rates and buffers: the kernel says yes to those and nothing happens.
 */
class HostDcb extends Mlx5Dcb {
  static final int DCBX_HOST_IEEE = 0x09;

  private static final int MODE = 0x0b;

  HostDcb(TwinPort port) {
    super(port);
  }

  @Override
  void reset() {
    super.reset();
    loaded(DCBX_HOST_IEEE);
  }

  /** With LLD_MANAGED, or without HOST or IEEE, every set is refused. */
  final boolean hostDecides() {
    return (dcbx() & MODE) == DCBX_HOST_IEEE;
  }

  @Override
  int setEts(int[] newTsa, int[] newBandwidth, int[] newPriorityToClass) {
    return hostDecides()
        ? super.setEts(newTsa, newBandwidth, newPriorityToClass)
        : Errno.EINVAL.negative();
  }

  /** The delay has no meaning here, and is kept as it was given. */
  @Override
  int setPfc(int mask, int delay) {
    if (!hostDecides()) {
      return Errno.EINVAL.negative();
    }
    takePfc(new PrioritySet(mask));
    return 0;
  }

  @Override
  int setMaxRate(long[] kbps) {
    return 0;
  }

  @Override
  int setBuffer(int[] priorityToBuffer, int[] sizes) {
    return 0;
  }

  @Override
  int setApp(AppEntry entry) {
    return hostDecides() ? super.setApp(entry) : Errno.EINVAL.negative();
  }

  @Override
  int deleteApp(AppEntry entry) {
    return hostDecides() ? super.deleteApp(entry) : Errno.EINVAL.negative();
  }

  @Override
  int setDcbx(int mode) {
    if ((mode & MODE) != DCBX_HOST_IEEE) {
      return 1;
    }
    return super.setDcbx(mode);
  }
}
