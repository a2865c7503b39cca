package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;

/**
 * Objects of OS10's agent: the standard ones alone. LLDP-MIB numbers ports differently, as a walk
 * of a real switch shows: 516 is ethernet1/1/1, whose ifIndex is 13.
 */
record Os10Mibs(Os10Switch device) implements StandardMibs.Facts {
  private static final int BEFORE_LLDP = 512;
  private static final int STEP = 4;

  static MibTree of(Os10Switch device) {
    return StandardMibs.tree(device, new Os10Mibs(device));
  }

  static int lldp(SwitchPort port) {
    return BEFORE_LLDP + STEP * port.number();
  }

  @Override
  public int lldpNumber(SwitchPort port) {
    return lldp(port);
  }

  @Override
  public String description() {
    return "Dell EMC Networking OS10 Enterprise.\r\nSystem Description: OS10 Enterprise.\r\n"
        + "OS Version: "
        + Os10Switch.VERSION
        + ".\r\nSystem Type: S5232F-ON";
  }

  // unverified: the product number of this model; the prefix is that of all OS10 switches
  @Override
  public String objectId() {
    return "1.3.6.1.4.1.674.11000.5000.100.2.1.19";
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return !device.running().isShut(port);
  }

  @Override
  public int mtu(SwitchPort port) {
    return Integer.parseInt(device.running().mtu(port));
  }

  @Override
  public String alias(SwitchPort port) {
    return device.running().of(port, "01 description", "description ");
  }
}
