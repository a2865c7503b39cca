package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;

/** Objects of Junos's agent beside the standard ones: PFC and queues. */
record JunosMibs(JunosSwitch device) implements StandardMibs.Facts {
  private static final String COS = "1.3.6.1.4.1.2636.3.15.";
  private static final String LOCAL_PORT = "1.0.8802.1.1.2.1.3.7.1.";
  private static final int QUEUES = 8;

  /** LldpPortIdSubtype of LLDP-MIB for a locally assigned id. */
  private static final int LOCAL = 7;

  /** Size of a queue, in bytes. */
  private static final long BUFFER = 16_777_216;

  static MibTree of(JunosSwitch device) {
    JunosMibs junosMibs = new JunosMibs(device);
    MibTree tree = StandardMibs.tree(device, junosMibs);
    for (SwitchPort port : device.ports()) {
      put(tree, LOCAL_PORT + "2." + port.ifIndex(), () -> new Integer32(LOCAL));
      put(
          tree,
          LOCAL_PORT + "3." + port.ifIndex(),
          () -> new OctetString(Integer.toString(port.ifIndex())));
      for (int queue = 0; queue < QUEUES; queue++) {
        queue(port, queue, tree);
      }
    }
    return tree;
  }

  private static void queue(SwitchPort port, int queue, MibTree tree) {
    String at = "." + port.ifIndex() + "." + queue;
    Traffic traffic = port.traffic();
    put(tree, COS + "11.1.3" + at, () -> new Counter64(traffic.txPfc(queue)));
    put(tree, COS + "11.1.4" + at, () -> new Counter64(traffic.rxPfc(queue)));
    put(tree, COS + "4.1.7" + at, () -> new Counter64(traffic.outPackets(queue)));
    put(tree, COS + "4.1.9" + at, () -> new Counter64(traffic.outOctets(queue)));
    long first = queue == 0 ? 1 : 0;
    put(tree, COS + "4.1.53" + at, () -> new Counter64(first * traffic.dropped()));
    put(tree, COS + "4.1.60" + at, () -> new Counter64(BUFFER));
    put(tree, COS + "12.1.3" + at, () -> new Integer32(0));
    put(tree, COS + "12.1.4" + at, () -> new Integer32(0));
    put(tree, COS + "12.1.5" + at, () -> new Integer32(0));
  }

  private static void put(MibTree tree, String oid, MibTree.Value value) {
    tree.put(new OID(oid), value);
  }

  @Override
  public String description() {
    return "Juniper Networks, Inc. %s , kernel JUNOS %s, a simulation for losslessd"
        .formatted(JunosSwitch.MODEL, device.version());
  }

  // unverified: the product number of this model; the prefix is that of all Junos switches
  @Override
  public String objectId() {
    return "1.3.6.1.4.1.2636.1.1.1.4.5240";
  }

  @Override
  public String contact() {
    return device.running().text("snmp", "contact");
  }

  @Override
  public String location() {
    return device.running().text("snmp", "location");
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return !device.running().has("interfaces", port.name(), "disable");
  }

  @Override
  public int mtu(SwitchPort port) {
    return Ports.mtu(device, port);
  }

  @Override
  public String alias(SwitchPort port) {
    return device.running().text("interfaces", port.name(), "description");
  }
}
