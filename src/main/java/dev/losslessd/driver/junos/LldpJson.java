package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Neighbours from {@code show lldp neighbors | display json}. */
final class LldpJson {
  static final String COMMAND = "show lldp neighbors | display json";

  private LldpJson() {}

  static List<Neighbour> read(DeviceId device, Console console) {
    return parse(device, JunosConsole.bare(console.show(COMMAND)));
  }

  static List<Neighbour> parse(DeviceId device, String text) {
    DeviceJson root = DeviceJson.parse(COMMAND, text);
    List<DeviceJson> lists = root.rows("lldp-neighbors-information");
    if (lists.isEmpty()) {
      throw root.garbled("lldp-neighbors-information", "a list of neighbours");
    }
    List<Neighbour> all = new ArrayList<>();
    for (DeviceJson list : lists) {
      list.rows("lldp-neighbor-information")
          .forEach(one -> neighbour(device, one).ifPresent(all::add));
    }
    return List.copyOf(all);
  }

  /** Releases name the local port in one of two ways, some with its unit. */
  private static Optional<Neighbour> neighbour(DeviceId device, DeviceJson one) {
    String local =
        JunosJson.text(one, "lldp-local-port-id")
            .or(() -> JunosJson.text(one, "lldp-local-interface"))
            .orElseThrow(() -> one.garbled("lldp-local-port-id", "the local port"))
            .replaceFirst("\\.\\d+$", "");
    String system =
        JunosJson.text(one, "lldp-remote-system-name")
            .filter(name -> !name.isEmpty())
            .or(() -> JunosJson.text(one, "lldp-remote-chassis-id"))
            .orElse("");
    String remote =
        JunosJson.text(one, "lldp-remote-port-id")
            .filter(name -> !name.isEmpty())
            .or(() -> JunosJson.text(one, "lldp-remote-port-description"))
            .orElse("");
    return Interfaces.isPort(local) && !system.isEmpty() && !remote.isEmpty()
        ? Optional.of(new Neighbour(new PortId(device, local), system, remote))
        : Optional.empty();
  }
}
