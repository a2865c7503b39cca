package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.OID;

/** Objects of a Nexus's agent beside the standard ones: PFC. */
record NxosMibs(NxosSwitch device) implements StandardMibs.Facts {
  private static final String PFC = "1.3.6.1.4.1.9.9.813.1.";
  private static final int PRIORITIES = 8;

  static MibTree of(NxosSwitch device) {
    MibTree tree = StandardMibs.tree(device, new NxosMibs(device));
    device.ports().forEach(port -> pfc(port, tree));
    return tree;
  }

  @Override
  public String description() {
    return "Cisco NX-OS(tm) Nexus9000 %s, Software (NXOS 64-bit), Version %s, RELEASE SOFTWARE"
        .formatted(NxosSwitch.MODEL, NxosSwitch.VERSION);
  }

  // unverified: the product number of this model; the prefix is that of all NX-OS switches
  @Override
  public String objectId() {
    return "1.3.6.1.4.1.9.12.3.1.3.2372";
  }

  @Override
  public String contact() {
    return global("03 snmp-server contact", "snmp-server contact ");
  }

  @Override
  public String location() {
    return global("04 snmp-server location", "snmp-server location ");
  }

  private String global(String key, String words) {
    String line = device.running().line(key);
    return line == null ? "" : line.substring(words.length());
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return !"shutdown".equals(device.portConfig(port).line(Keys.SHUTDOWN));
  }

  @Override
  public int mtu(SwitchPort port) {
    return QosState.mtu(device, port);
  }

  @Override
  public String alias(SwitchPort port) {
    return ShowPorts.description(device, port);
  }

  /** Requests are frames that the port sent, indications those that it received. */
  private static void pfc(SwitchPort port, MibTree tree) {
    int index = port.ifIndex();
    tree.put(new OID(PFC + "1.1.1." + index), () -> new Counter64(port.traffic().txPfc()));
    tree.put(new OID(PFC + "1.1.2." + index), () -> new Counter64(port.traffic().rxPfc()));
    for (int n = 0; n < PRIORITIES; n++) {
      int priority = n;
      String at = "." + index + "." + priority;
      tree.put(new OID(PFC + "2.1.2" + at), () -> new Counter64(port.traffic().txPfc(priority)));
      tree.put(new OID(PFC + "2.1.3" + at), () -> new Counter64(port.traffic().rxPfc(priority)));
    }
  }
}
