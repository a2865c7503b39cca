package dev.losslessd.driver.junos;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpEntry;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Neighbours by LLDP-MIB, where Junos calls a local port by its number, {@code 513}. */
final class Neighbours {
  private static final Oid IF_NAME = Oid.of("1.3.6.1.2.1.31.1.1.1.1");

  private Neighbours() {}

  static List<Neighbour> read(DeviceId device, SnmpClient snmp) {
    Map<String, String> names = names(device, snmp);
    return LldpMib.read(device, snmp, id -> names.getOrDefault(id.strip(), id), Interfaces::isPort);
  }

  private static Map<String, String> names(DeviceId device, SnmpClient snmp) {
    try {
      Map<String, String> names = new HashMap<>();
      for (SnmpEntry entry : snmp.walk(IF_NAME)) {
        if (entry.value() instanceof SnmpValue.Octets octets && entry.index().size() == 1) {
          names.put(Long.toString(entry.index().part(0)), octets.text());
        }
      }
      return names;
    } catch (TransportException e) {
      throw Failures.of(new Target.Device(device), "names of ports", e);
    }
  }
}
