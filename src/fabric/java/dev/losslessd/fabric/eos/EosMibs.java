package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.StandardMibs;
import dev.losslessd.fabric.switchbase.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;

/** Objects of EOS's agent beside the standard ones: PFC, queues and ECN marks. */
record EosMibs(EosSwitch device) implements StandardMibs.Facts {
  private static final String ARISTA = "1.3.6.1.4.1.30065.3.";
  private static final String PFC = ARISTA + "11.1.1.1.";
  private static final String QUEUE = ARISTA + "6.1.2.1.";
  private static final String ECN = ARISTA + "13.1.9.1.";
  private static final int QUEUES = 8;
  private static final int UNICAST = 0;

  static MibTree of(EosSwitch device) {
    EosMibs eosMibs = new EosMibs(device);
    MibTree tree = StandardMibs.tree(device, eosMibs);
    for (SwitchPort port : device.ports()) {
      for (int queue = 0; queue < QUEUES; queue++) {
        eosMibs.queue(port, queue, tree);
      }
    }
    return tree;
  }

  @Override
  public String description() {
    return "Arista Networks EOS version %s running on an Arista Networks %s"
        .formatted(EosSwitch.VERSION, EosSwitch.MODEL);
  }

  // unverified: the product number of this model; the prefix is that of all EOS switches
  @Override
  public String objectId() {
    return "1.3.6.1.4.1.30065.1.3011.7060";
  }

  @Override
  public String contact() {
    return global("05 snmp-server contact", "snmp-server contact ");
  }

  @Override
  public String location() {
    return global("05 snmp-server location", "snmp-server location ");
  }

  private String global(String key, String words) {
    String line = device.running().root().lines().get(key);
    return line == null ? "" : line.substring(words.length());
  }

  @Override
  public boolean enabled(SwitchPort port) {
    return !device.running().port(port).lines().containsKey("11 shutdown");
  }

  @Override
  public int mtu(SwitchPort port) {
    return EosShows.mtu(device, port);
  }

  @Override
  public String alias(SwitchPort port) {
    @Nullable String line = device.running().port(port).lines().get("10 description");
    return line == null ? "" : line.substring("description ".length());
  }

  /** Requests are frames that the port sent, indications those that it received. */
  private void queue(SwitchPort port, int queue, MibTree tree) {
    String at = "." + port.ifIndex() + "." + queue;
    put(tree, PFC + "3" + at, () -> new Counter64(port.traffic().txPfc(queue)));
    put(tree, PFC + "4" + at, () -> new Counter64(port.traffic().rxPfc(queue)));
    String typed = at + "." + UNICAST;
    put(tree, QUEUE + "4" + typed, () -> new Counter64(port.traffic().outPackets(queue)));
    put(tree, QUEUE + "5" + typed, () -> new Counter64(port.traffic().outOctets(queue)));
    long first = queue == 0 ? 1 : 0;
    put(tree, QUEUE + "6" + typed, () -> new Counter64(first * port.traffic().dropped()));
    put(tree, ECN + "3" + at, () -> new Integer32(marked(port, queue) == null ? 2 : 1));
    put(
        tree,
        ECN + "4" + at,
        () -> {
          Long count = marked(port, queue);
          return new Counter64(count == null ? 0 : count);
        });
  }

  private @Nullable Long marked(SwitchPort port, int queue) {
    return EosShows.marked(device, port, queue);
  }

  private static void put(MibTree tree, String oid, MibTree.Value value) {
    tree.put(new OID(oid), value);
  }
}
