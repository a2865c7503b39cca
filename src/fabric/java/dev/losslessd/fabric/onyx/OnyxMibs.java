package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;

/** Objects of Onyx's agent; its own tables are {@link MellanoxMibs}. */
record OnyxMibs(OnyxSwitch device) implements StandardMibs.Facts {
  static MibTree of(OnyxSwitch device) {
    MibTree tree = StandardMibs.tree(device, new OnyxMibs(device));
    new MellanoxMibs(device, tree).fill();
    return tree;
  }

  @Override
  public String description() {
    Release release = device.release();
    return "Mellanox %s,%s,SWv%s".formatted(release.model(), release.product(), release.number());
  }

  // unverified: the product number of this model; the prefix is that of all these switches
  @Override
  public String objectId() {
    return MellanoxMibs.MELLANOX + "1.1.1." + device.release().model().substring("MSN".length());
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return !device.running().port(port).shut();
  }

  @Override
  public int mtu(SwitchPort port) {
    return device.running().port(port).mtu();
  }

  @Override
  public String alias(SwitchPort port) {
    return device.running().port(port).description();
  }
}
