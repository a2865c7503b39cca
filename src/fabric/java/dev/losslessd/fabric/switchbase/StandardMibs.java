package dev.losslessd.fabric.switchbase;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.TimeTicks;
import org.snmp4j.smi.Variable;

/**
 * SNMPv2-MIB, IF-MIB and LLDP-MIB, which the agent of every switch serves. A system adds its own
 * tables to {@link #tree}.
 */
public final class StandardMibs {
  /** Values that differ between systems, read with the fabric's lock held. */
  public interface Facts {
    /** Value of sysDescr, which LLDP-MIB repeats. */
    String description();

    /** Value of sysObjectID, in dotted form. */
    String objectId();

    /** Value of sysContact; empty by default. */
    default String contact() {
      return "";
    }

    /** Value of sysLocation; empty by default. */
    default String location() {
      return "";
    }

    /** Whether a port is not shut down. */
    boolean enabled(SwitchPort port);

    /** Value of ifMtu, in bytes. */
    int mtu(SwitchPort port);

    /** Value of ifAlias, which LLDP-MIB repeats as the port's description. */
    String alias(SwitchPort port);

    /** Number of a port in LLDP-MIB: on most systems its ifIndex. */
    default int lldpNumber(SwitchPort port) {
      return port.ifIndex();
    }

    /** Whether the agent has LLDP-MIB. */
    default boolean lldp() {
      return true;
    }
  }

  private static final String SYSTEM = "1.3.6.1.2.1.1.";
  private static final String IF_TABLE = "1.3.6.1.2.1.2.2.1.";
  private static final String IF_X_TABLE = "1.3.6.1.2.1.31.1.1.1.";
  private static final String LLDP = "1.0.8802.1.1.2.1.";

  private static final int ETHERNET = 6;

  /** Bit 7 of LldpSystemCapabilitiesMap, and no other. */
  private static final byte STATION_ONLY = 0x01;

  private static final long MOST_32 = 0xFFFF_FFFFL;

  private final SimulatedSwitch device;
  private final Facts facts;
  private final MibTree tree;

  private StandardMibs(SimulatedSwitch device, Facts facts) {
    this.device = device;
    this.facts = facts;
    this.tree = new MibTree(device);
  }

  /** Returns the tree of a switch, to which its system may add. */
  public static MibTree tree(SimulatedSwitch device, Facts facts) {
    StandardMibs mibs = new StandardMibs(device, facts);
    mibs.system();
    for (SwitchPort port : device.ports()) {
      mibs.ifTable(port);
      mibs.ifXTable(port);
      if (facts.lldp()) {
        mibs.lldpLocal(port);
        mibs.lldpRemote(port);
      }
    }
    return mibs.tree;
  }

  private void put(String oid, MibTree.Value value) {
    tree.put(new OID(oid), value);
  }

  private void system() {
    put(SYSTEM + "1.0", () -> text(facts.description()));
    put(SYSTEM + "2.0", () -> new OID(facts.objectId()));
    put(SYSTEM + "3.0", () -> new TimeTicks(device.uptimeMicros() / 10_000 & MOST_32));
    put(SYSTEM + "4.0", () -> text(facts.contact()));
    put(SYSTEM + "5.0", () -> text(device.name()));
    put(SYSTEM + "6.0", () -> text(facts.location()));
    put(SYSTEM + "7.0", () -> new Integer32(70));
    put("1.3.6.1.6.3.10.2.1.2.0", () -> new Integer32(device.boots()));
    put("1.3.6.1.2.1.2.1.0", () -> new Integer32(device.ports().size()));
    if (facts.lldp()) {
      lldpSystem();
    }
  }

  private void lldpSystem() {
    put(LLDP + "3.1.0", () -> new Integer32(4));
    put(LLDP + "3.2.0", () -> mac(device.ports().getFirst().mac()));
    put(LLDP + "3.3.0", () -> text(device.name()));
    put(LLDP + "3.4.0", () -> text(facts.description()));
  }

  private void ifTable(SwitchPort port) {
    int index = port.ifIndex();
    Traffic traffic = port.traffic();
    column(IF_TABLE, 1, index, () -> new Integer32(index));
    column(IF_TABLE, 2, index, () -> text(port.name()));
    column(IF_TABLE, 3, index, () -> new Integer32(ETHERNET));
    column(IF_TABLE, 4, index, () -> new Integer32(facts.mtu(port)));
    column(IF_TABLE, 5, index, () -> new Gauge32(MOST_32));
    column(IF_TABLE, 6, index, () -> mac(port.mac()));
    column(IF_TABLE, 7, index, () -> new Integer32(facts.enabled(port) ? 1 : 2));
    column(IF_TABLE, 8, index, () -> new Integer32(device.isUp(port) ? 1 : 2));
    column(IF_TABLE, 9, index, () -> new TimeTicks(0));
    column(IF_TABLE, 10, index, () -> count32(traffic.inOctets()));
    column(IF_TABLE, 11, index, () -> count32(traffic.inPackets()));
    column(IF_TABLE, 13, index, () -> count32(0));
    column(IF_TABLE, 14, index, () -> count32(0));
    column(IF_TABLE, 16, index, () -> count32(traffic.outOctets()));
    column(IF_TABLE, 17, index, () -> count32(traffic.outPackets()));
    column(IF_TABLE, 19, index, () -> count32(traffic.dropped()));
    column(IF_TABLE, 20, index, () -> count32(0));
  }

  private void ifXTable(SwitchPort port) {
    int index = port.ifIndex();
    Traffic traffic = port.traffic();
    column(IF_X_TABLE, 1, index, () -> text(port.name()));
    column(IF_X_TABLE, 6, index, () -> new Counter64(traffic.inOctets()));
    column(IF_X_TABLE, 7, index, () -> new Counter64(traffic.inPackets()));
    column(IF_X_TABLE, 10, index, () -> new Counter64(traffic.outOctets()));
    column(IF_X_TABLE, 11, index, () -> new Counter64(traffic.outPackets()));
    for (int cast : List.of(8, 9, 12, 13)) {
      column(IF_X_TABLE, cast, index, () -> new Counter64(0));
    }
    column(IF_X_TABLE, 15, index, () -> new Gauge32(port.gbps() * 1000L));
    column(IF_X_TABLE, 17, index, () -> new Integer32(1));
    column(IF_X_TABLE, 18, index, () -> text(facts.alias(port)));
    column(IF_X_TABLE, 19, index, () -> new TimeTicks(0));
  }

  private void lldpLocal(SwitchPort port) {
    int index = facts.lldpNumber(port);
    column(LLDP + "3.7.1.", 2, index, () -> new Integer32(5));
    column(LLDP + "3.7.1.", 3, index, () -> text(port.name()));
    column(LLDP + "3.7.1.", 4, index, () -> text(facts.alias(port)));
  }

  /** Adds the rows of a neighbour, which exist only while the link is up. */
  private void lldpRemote(SwitchPort port) {
    String at = ".0." + facts.lldpNumber(port) + "." + port.number();
    String table = LLDP + "4.1.1.";
    seen(port, table + 4 + at, one -> new Integer32(4));
    seen(port, table + 5 + at, one -> mac(one.mac()));
    seen(port, table + 6 + at, one -> new Integer32(one.portIdType()));
    seen(port, table + 7 + at, one -> one.byName() ? text(one.port()) : mac(one.mac()));
    seen(port, table + 8 + at, one -> text(one.port()));
    seen(port, table + 9 + at, one -> text(one.host()));
    seen(port, table + 10 + at, one -> text("Linux server"));
    seen(port, table + 12 + at, one -> new OctetString(new byte[] {STATION_ONLY}));
    String address = LLDP + "4.2.1.3" + at + ".1.4." + port.neighbour().address();
    seen(port, address, one -> new Integer32(2));
  }

  private void seen(SwitchPort port, String oid, Function<Neighbour, Variable> value) {
    put(oid, () -> whileHeard(port, value));
  }

  private @Nullable Variable whileHeard(SwitchPort port, Function<Neighbour, Variable> value) {
    return device.neighbour(port).map(value).orElse(null);
  }

  private void column(String table, int column, int index, MibTree.Value value) {
    put(table + column + "." + index, value);
  }

  private static Variable text(String text) {
    return new OctetString(text);
  }

  private static Variable mac(String mac) {
    return OctetString.fromHexString(mac);
  }

  private static Variable count32(long value) {
    return new Counter32(value & MOST_32);
  }
}
