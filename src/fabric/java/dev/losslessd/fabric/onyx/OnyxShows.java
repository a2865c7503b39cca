package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.JsonText;
import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The {@code show} commands, for people and as {@code json-print}. */
final class OnyxShows {
  private static final String JSON = " | json-print";
  private static final String OF_A_PORT = "(show .*ethernet) (\\d+/\\d+)( .*)?";
  private static final String RULE = "-".repeat(80);

  private OnyxShows() {}

  static List<String> of(OnyxSwitch device, String line) throws CliError {
    if (line.endsWith(JSON)) {
      Object value = json(device, line.substring(0, line.length() - JSON.length()));
      return JsonText.lines(value, "    ", _ -> false);
    }
    return switch (line) {
      case "show dcb priority-flow-control" -> ShowPfc.text(device);
      case "show lldp remote" -> neighboursText(device);
      case "show running-config" -> config(device);
      default -> throw OnyxShell.unknown(line);
    };
  }

  private static Object json(OnyxSwitch device, String line) throws CliError {
    return switch (line) {
      case "show version" -> version(device);
      case "show interfaces ethernet" ->
          device.ports().stream().map(port -> ShowPorts.port(device, port)).toList();
      case "show dcb priority-flow-control" -> ShowPfc.json(device);
      case "show lldp remote" -> neighbours(device);
      case "show traffic pool" -> pools(device, line);
      default -> ofPort(device, line);
    };
  }

  private static Object ofPort(OnyxSwitch device, String line) throws CliError {
    if (!line.matches(OF_A_PORT)) {
      throw OnyxShell.unknown(line);
    }
    String number = line.replaceAll(OF_A_PORT, "$2");
    SwitchPort port =
        device.ports().stream()
            .filter(one -> Settings.number(one).equals(number))
            .findFirst()
            .orElseThrow(() -> new CliError("Invalid interface: ethernet " + number));
    return switch (line.replaceAll(OF_A_PORT, "$1$3")) {
      case "show qos interface ethernet" -> ShowPorts.qos(device, port);
      case "show dcb ets interface ethernet" -> ShowPorts.ets(device, port);
      case "show interfaces ethernet congestion-control" -> ShowPorts.congestion(device, port);
      default -> throw OnyxShell.unknown(line);
    };
  }

  private static Map<String, Object> version(OnyxSwitch device) {
    Release release = device.release();
    String built = "2023-04-11 08:15:22";
    return JsonObject.of("Uptime", uptime(device))
        .with("Product model", "x86onie")
        .with("Target arch", "x86_64")
        .with("Product name", release.product())
        .with("Version summary", "X86_64 " + release.number() + " " + built + " x86_64")
        .with("Product release", release.number());
  }

  private static String uptime(OnyxSwitch device) {
    long seconds = device.uptimeMicros() / 1_000_000;
    return "%dd %dh %dm %d.000s"
        .formatted(seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
  }

  private static Map<String, Object> neighbours(OnyxSwitch device) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (SwitchPort port : device.ports()) {
      device
          .neighbour(port)
          .ifPresent(one ->
              all.put(
                  port.name(),
                  List.of(
                      JsonObject.of("Device ID", one.mac())
                          .with("Port ID", portId(one))
                          .with("System Name", one.host()))));
    }
    return all;
  }

  private static String portId(Neighbour one) {
    return one.byName() ? one.port() : one.mac();
  }

  private static List<String> neighboursText(OnyxSwitch device) {
    String row = "%-20s %-20s %-20s %s";
    List<String> lines = new ArrayList<>(List.of(RULE));
    lines.add(row.formatted("Local Interface", "Device ID", "Port ID", "System Name"));
    lines.add(RULE);
    for (SwitchPort port : device.ports()) {
      device
          .neighbour(port)
          .ifPresent(
              one -> lines.add(row.formatted(port.name(), one.mac(), portId(one), one.host())));
    }
    return lines;
  }

  private static Map<String, Object> pools(OnyxSwitch device, String line) throws CliError {
    if (!device.release().pools()) {
      throw OnyxShell.unknown(line);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    device.running().pools().forEach(pool -> all.put(pool.name(), List.of(pool(pool))));
    all.put("Exception list", JsonObject.of("message", "N/A"));
    return all;
  }

  private static Map<String, Object> pool(Pool pool) {
    return JsonObject.of("Type", pool.type())
        .with("Switch Priorities", pool.priorities().toString())
        .with("Max Usage", "0")
        .with("Usage", "0")
        .with("Memory actual", "6.4M")
        .with("Memory [%]", pool.percent().isEmpty() ? "auto" : pool.percent());
  }

  private static List<String> config(OnyxSwitch device) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "##",
            "## Running database \"initial\"",
            "## Hostname: " + device.name(),
            "##",
            "no cli default prefix-modes enable",
            "##"));
    device.running().lines().forEach(line -> lines.add("   " + line));
    return lines;
  }
}
