package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;

/**
 * Objects of sonic-snmpagent beside the standard ones: aliases for names, CISCO-PFC-EXT-MIB with
 * the count of priority 3 for the whole port, and queues by CISCO-SWITCH-QOS-MIB.
 */
record SonicMibs(SonicSwitch device) implements StandardMibs.Facts {
  private static final String IF_NAME = "1.3.6.1.2.1.31.1.1.1.1.";
  private static final String LLDP_LOCAL_ID = "1.0.8802.1.1.2.1.3.7.1.3.";
  private static final String PFC = "1.3.6.1.4.1.9.9.813.1.";
  private static final String QUEUE = "1.3.6.1.4.1.9.9.580.1.5.5.1.4.";
  private static final int PRIORITIES = 8;
  private static final int ROCE = 3;

  static MibTree of(SonicSwitch device) {
    MibTree tree = StandardMibs.tree(device, new SonicMibs(device));
    device.ports().forEach(port -> own(port, tree));
    return tree;
  }

  @Override
  public String description() {
    return "SONiC Software Version: SONiC.202405.1 - HwSku: "
        + device.databases().get(Databases.HOST).metadata("hwsku").orElse("")
        + " - Distribution: Debian 12.5 - Kernel: 6.1.0-11-2-amd64";
  }

  @Override
  public String objectId() {
    return "1.3.6.1.4.1.8072.3.2.10";
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return device.isEnabled(port);
  }

  @Override
  public int mtu(SwitchPort port) {
    return Integer.parseInt(device.of(port).get("PORT", port.name(), "mtu").orElse("9100"));
  }

  @Override
  public String alias(SwitchPort port) {
    return device.of(port).get("PORT", port.name(), "description").orElse("");
  }

  private static void own(SwitchPort port, MibTree tree) {
    Traffic traffic = port.traffic();
    int index = port.ifIndex();
    tree.put(new OID(IF_NAME + index), () -> new OctetString(Stock.alias(port)));
    tree.put(new OID(LLDP_LOCAL_ID + index), () -> new OctetString(Stock.alias(port)));
    tree.put(new OID(PFC + "1.1.1." + index), () -> new Counter64(traffic.txPfc(ROCE)));
    tree.put(new OID(PFC + "1.1.2." + index), () -> new Counter64(traffic.rxPfc(ROCE)));
    for (int n = 0; n < PRIORITIES; n++) {
      int priority = n;
      String at = "." + index + "." + priority;
      tree.put(new OID(PFC + "2.1.2" + at), () -> new Counter64(traffic.txPfc(priority)));
      tree.put(new OID(PFC + "2.1.3" + at), () -> new Counter64(traffic.rxPfc(priority)));
      String group = QUEUE + index + ".2." + (priority + 1) + ".";
      tree.put(new OID(group + 1), () -> new Counter64(traffic.outPackets(priority)));
      tree.put(new OID(group + 2), () -> new Counter64(traffic.outOctets(priority)));
      tree.put(new OID(group + 5), () -> new Counter64(priority == ROCE ? traffic.dropped() : 0));
    }
  }
}
