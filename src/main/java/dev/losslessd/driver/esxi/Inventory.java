package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The server that ESXi runs on, and its NICs with their drivers, each of which is asked for once in
 * a boot.
 */
final class Inventory {
  static final String PLATFORM = "esxcli hardware platform get";

  private static final Pattern SERIAL = Pattern.compile("(?m)^   Serial Number: ?(.*)\\R");

  private final DeviceId host;
  private final Map<String, DriverInfo> drivers = new HashMap<>();
  private OptionalLong up = OptionalLong.empty();

  Inventory(DeviceId host) {
    this.host = host;
  }

  static List<String> serials(String text) {
    Matcher serial = SERIAL.matcher(text);
    ParseErrors.throwIf(!serial.find(), PLATFORM, text, "'   Serial Number:'");
    return List.of(serial.group(1));
  }

  /**
   * @param ask what the host says of a NIC; it may throw, and is asked again then
   */
  List<Nic> of(EsxiSnapshot now, Function<String, String> ask) {
    if (now.up().isPresent() && up.isPresent() && now.up().getAsLong() < up.getAsLong()) {
      drivers.clear(); // another boot may bring another driver and firmware
    }
    up = now.up().isPresent() ? now.up() : up;
    return now.nics().values().stream().map(nic -> nic(nic, driver(nic, ask))).toList();
  }

  private Optional<DriverInfo> driver(Vmnic nic, Function<String, String> ask) {
    if (!drivers.containsKey(nic.name())) {
      try {
        drivers.put(nic.name(), DriverInfo.parse(nic.name(), ask.apply(nic.name())));
      } catch (DeviceException e) {
        if (e.kind() != DeviceException.Kind.REFUSED && e.kind() != DeviceException.Kind.GARBLED) {
          throw e;
        }
      }
    }
    return Optional.ofNullable(drivers.get(nic.name()));
  }

  private Nic nic(Vmnic nic, Optional<DriverInfo> driver) {
    return new Nic(
        new PortId(host, nic.name()),
        "",
        0,
        driver.map(DriverInfo::busInfo).orElse(""),
        OptionalInt.empty(),
        nic.driver(),
        driver.map(DriverInfo::firmware).orElse(""),
        "",
        "",
        Nic.Role.PHYSICAL,
        Nic.LinkLayer.ETHERNET,
        nic.up() ? "UP" : "DOWN",
        nic.mbps(),
        List.of(),
        Nic.Words.ofDriver(driver.map(DriverInfo::version).orElse("")));
  }
}
