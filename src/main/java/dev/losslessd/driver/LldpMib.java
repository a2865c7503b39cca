package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpEntry;
import dev.losslessd.transport.snmp.SnmpRow;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Neighbours from LLDP-MIB. Local ports go by their name in lldpLocPortId, not by number. */
public final class LldpMib {
  /** Name that OS10 and Onyx show for a system that sent none. */
  public static final String NO_NAME = "Not Advertised";

  private static final Oid LOCAL_ID = Oid.of("1.0.8802.1.1.2.1.3.7.1.3");
  private static final Oid REMOTE = Oid.of("1.0.8802.1.1.2.1.4.1.1");

  /** LldpChassisIdSubtype and LldpPortIdSubtype of LLDP-MIB. */
  private static final int CHASSIS_MAC = 4;

  private static final int PORT_MAC = 3;
  private static final int MAC_BYTES = 6;

  private LldpMib() {}

  /**
   * Returns who is at the far end of each cable.
   *
   * @param whole the name of a local port as the configuration has it, from the agent's
   * @param physical whether such a name is a front panel port; others are left out
   */
  public static List<Neighbour> read(
      DeviceId device, SnmpClient snmp, UnaryOperator<String> whole, Predicate<String> physical) {
    try {
      Map<Long, String> names = new HashMap<>();
      for (SnmpEntry entry : snmp.walk(LOCAL_ID)) {
        if (entry.value() instanceof SnmpValue.Octets octets && entry.index().size() == 1) {
          names.put(entry.index().part(0), octets.text());
        }
      }
      return neighbours(
          device,
          names,
          whole,
          physical,
          snmp.walkTable(
              REMOTE.append(4), // subtype of the chassis id
              REMOTE.append(5),
              REMOTE.append(6), // subtype of the port id
              REMOTE.append(7),
              REMOTE.append(9), // system name
              REMOTE.append(12))); // enabled capabilities
    } catch (TransportException e) {
      throw Failures.of(new Target.Device(device), "neighbours", e);
    }
  }

  private static List<Neighbour> neighbours(
      DeviceId device,
      Map<Long, String> names,
      UnaryOperator<String> whole,
      Predicate<String> physical,
      List<SnmpRow> rows) {
    List<Neighbour> all = new ArrayList<>();
    for (SnmpRow row : rows) {
      // time mark, local port, index
      String called = row.index().size() == 3 ? names.get(row.index().part(1)) : null;
      String local = called == null ? null : whole.apply(called);
      List<SnmpValue> cells = row.cells();
      if (called != null && local != null && physical.test(local)) {
        Neighbour.of(
                new PortId(device, local),
                text(cells.get(4)),
                () -> id(cells.get(0), CHASSIS_MAC, cells.get(1)),
                id(cells.get(2), PORT_MAC, cells.get(3)))
            .ifPresent(one -> all.add(one.called(called).forwarding(forwarding(cells.get(5)))));
      }
    }
    return List.copyOf(all);
  }

  private static Neighbour.Forwarding forwarding(SnmpValue value) {
    return Neighbour.Forwarding.of(
        value instanceof SnmpValue.Octets octets ? octets.bytes() : new byte[0]);
  }

  /** By its subtype: the bytes of a MAC address may all be letters too. */
  private static String id(SnmpValue subtype, int mac, SnmpValue value) {
    boolean isMac = subtype instanceof SnmpValue.Int number && number.number() == mac;
    return isMac && value instanceof SnmpValue.Octets octets && octets.bytes().length == MAC_BYTES
        ? HexFormat.ofDelimiter(":").formatHex(octets.bytes())
        : text(value);
  }

  /** Text; what is none, in hexadecimal. */
  private static String text(SnmpValue value) {
    if (!(value instanceof SnmpValue.Octets octets)) {
      return "";
    }
    String text = octets.text();
    boolean printable = text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    return printable ? text.strip() : HexFormat.ofDelimiter(":").formatHex(octets.bytes());
  }
}
