package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpEntry;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Neighbours by LLDP-MIB, where Junos calls a local port by its number, {@code 513}; without SNMP
 * by {@code show lldp neighbors | display json}.
 */
final class Neighbours {
  private static final String COMMAND = "show lldp neighbors | display json";
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

  static List<Neighbour> read(DeviceId device, Console console) {
    return parse(device, JunosTransaction.bare(console.show(COMMAND)));
  }

  static List<Neighbour> parse(DeviceId device, String text) {
    return DeviceJson.parse(COMMAND, text)
        .required("lldp-neighbors-information", "a list of neighbours")
        .stream()
        .flatMap(list -> list.rows("lldp-neighbor-information").stream())
        .flatMap(one -> neighbour(device, one).stream())
        .toList();
  }

  /** Releases name the local port in one of two ways, some with its unit. */
  private static Optional<Neighbour> neighbour(DeviceId device, DeviceJson one) {
    String local =
        Pattern.of("\\.\\d+$")
            .matcher(
                JunosConfig.text(one, "lldp-local-port-id")
                    .or(() -> JunosConfig.text(one, "lldp-local-interface"))
                    .orElseThrow(() -> one.garbled("lldp-local-port-id", "the local port")))
            .replaceFirst("");
    String system = named(one, "lldp-remote-system-name", "lldp-remote-chassis-id");
    String remote = named(one, "lldp-remote-port-id", "lldp-remote-port-description");
    return Interfaces.isPort(local) && !system.isEmpty() && !remote.isEmpty()
        ? Optional.of(new Neighbour(new PortId(device, local), system, remote))
        : Optional.empty();
  }

  private static String named(DeviceJson one, String field, String otherwise) {
    return JunosConfig.text(one, field)
        .filter(name -> !name.isEmpty())
        .or(() -> JunosConfig.text(one, otherwise))
        .orElse("");
  }
}
