package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;

/** Objects of Cumulus Linux's agent beside the standard ones: CUMULUS-COUNTERS-MIB, by ifIndex. */
record NvueMibs(NvueSwitch device) implements StandardMibs.Facts {
  private static final String ETHER_PAUSE = "1.3.6.1.2.1.10.7.10.1.";
  private static final String DISCARDS = "1.3.6.1.4.1.40310.2.1.2.1.";
  private static final String PAUSES = "1.3.6.1.4.1.40310.2.2.3.1.";
  private static final int PRIORITIES = 8;

  static MibTree of(NvueSwitch device) {
    MibTree tree = StandardMibs.tree(device, new NvueMibs(device));
    device.ports().forEach(port -> own(port, tree));
    return tree;
  }

  @Override
  public String description() {
    return device.variant().description();
  }

  @Override
  public String objectId() {
    return "1.3.6.1.4.1.40310";
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return device
        .runs()
        .value("interface", port.name(), "link", "state")
        .filter("down"::equals)
        .isEmpty();
  }

  @Override
  public int mtu(SwitchPort port) {
    return Integer.parseInt(
        device.runs().value("interface", port.name(), "link", "mtu").orElse(Qos.MTU));
  }

  @Override
  public String alias(SwitchPort port) {
    return device.applied().value("interface", port.name(), "description").orElse("");
  }

  private static void own(SwitchPort port, MibTree tree) {
    Traffic traffic = port.traffic();
    String at = "." + port.ifIndex();
    for (int column : new int[] {5, 6}) {
      tree.put(new OID(ETHER_PAUSE + column + at), () -> new Counter64(0));
    }
    tree.put(new OID(DISCARDS + 1 + at), () -> new OctetString(port.name()));
    tree.put(new OID(DISCARDS + 3 + at), () -> new Counter64(0));
    tree.put(new OID(DISCARDS + 6 + at), () -> new Counter64(traffic.dropped()));
    tree.put(new OID(PAUSES + 1 + at), () -> new OctetString(port.name()));
    tree.put(new OID(PAUSES + 2 + at), () -> new Counter64(0));
    tree.put(new OID(PAUSES + 3 + at), () -> new Counter64(0));
    for (int n = 0; n < PRIORITIES; n++) {
      int priority = n;
      tree.put(new OID(PAUSES + (4 + 2 * n) + at), () -> new Counter64(traffic.rxPfc(priority)));
      tree.put(new OID(PAUSES + (5 + 2 * n) + at), () -> new Counter64(traffic.txPfc(priority)));
    }
  }
}
