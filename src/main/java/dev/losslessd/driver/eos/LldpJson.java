package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Neighbour.Forwarding;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code show lldp neighbors detail | json}, for a switch without SNMP. */
final class LldpJson {
  static final String COMMAND = "show lldp neighbors detail | json";

  private LldpJson() {}

  static List<Neighbour> parse(DeviceId device, String text) {
    List<Neighbour> all = new ArrayList<>();
    DeviceJson.parse(COMMAND, text)
        .required("lldpNeighbors", "a list by port")
        .forEach(ports ->
            ports.fields().stream()
                .filter(RunningConfig::isPort)
                .forEach(name ->
                    ports
                        .rows(name, "lldpNeighborInfo")
                        .forEach(
                            one -> neighbour(new PortId(device, name), one).ifPresent(all::add))));
    return List.copyOf(all);
  }

  /** A neighbour that names neither itself nor its port is none that could be found again. */
  private static Optional<Neighbour> neighbour(PortId port, DeviceJson one) {
    String chassis = one.textIfThere("chassisId").map(LldpJson::address).orElse("");
    String name = one.textIfThere("systemName").filter(n -> !n.isEmpty()).orElse(chassis);
    String remote =
        one.rows("neighborInterfaceInfo").stream()
            .flatMap(i ->
                i.textIfThere("interfaceId_v2").or(() -> i.textIfThere("interfaceId")).stream())
            .map(LldpJson::unquoted)
            .map(LldpJson::address)
            .findFirst()
            .orElse("");
    return name.isEmpty() || remote.isEmpty()
        ? Optional.empty()
        : Optional.of(new Neighbour(port, name, remote).forwarding(forwarding(one)));
  }

  /** By name, each with whether it is enabled: {@code {"bridge": true, "router": false}}. */
  private static Forwarding forwarding(DeviceJson one) {
    return one.branch("systemCapabilities")
        .filter(all -> !all.fields().isEmpty())
        .map(all -> Forwarding.of(isOn(all, "bridge") || isOn(all, "router")))
        .orElse(Forwarding.UNKNOWN);
  }

  private static boolean isOn(DeviceJson capabilities, String name) {
    return capabilities.textIfThere(name).filter("true"::equals).isPresent();
  }

  /** Older releases print a name within quotation marks of its own. */
  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  /** {@code 001c.7301.2345} as {@code 00:1c:73:01:23:45}; anything else as it is. */
  private static String address(String text) {
    if (!Pattern.matches("(?:[0-9a-f]{4}\\.){2}[0-9a-f]{4}", text)) {
      return text;
    }
    return Pattern.of("(..)(?=.)").matcher(text.replace(".", "")).replaceAll("$1:");
  }
}
