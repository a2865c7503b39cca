package dev.losslessd.fabric.host;

import dev.losslessd.twin.TwinPort;

/** The rules of hns3's hclge_dcb.c: an entry of a DSCP replaces the one before, as with mlx5. */
final class HnsDcb extends HostDcb {
  HnsDcb(TwinPort port) {
    super(port);
  }

  @Override
  void reset() {
    super.reset();
    strict();
  }
}
