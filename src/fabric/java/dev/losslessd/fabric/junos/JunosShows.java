package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.JsonText;
import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Output of commands of the operational mode. */
final class JunosShows {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private JunosShows() {}

  static List<String> of(JunosSwitch device, String line) throws CliError {
    return switch (line) {
      case "show version | display json" -> List.of(version(device));
      case "show chassis hardware | display json" -> List.of(hardware(device));
      case "show configuration | display json" ->
          List.of(new ConfigJson(device.plain()).write(device.running()));
      case "show configuration | display set" -> device.running().lines();
      case "show system commit" -> commits(device);
      case "show class-of-service interface" -> new Ports(device).classes();
      case "show interfaces" -> new Ports(device).brief();
      case "show interfaces extensive" -> new Ports(device).extensive();
      case "show interfaces queue" -> new Ports(device).queues();
      case "show lldp neighbors | display json" -> List.of(neighbours(device));
      default -> throw new CliError("syntax error, expecting <command>.");
    };
  }

  /** Wraps a value in an array and an object with {@code data}, as Junos prints JSON. */
  private static List<Object> data(Object value) {
    return List.of(JsonObject.of("data", value));
  }

  private static String version(JunosSwitch device) {
    return JsonText.write(
        JsonObject.of(
            "software-information",
            List.of(
                JsonObject.of("host-name", data(device.name()))
                    .with("product-model", data(JunosSwitch.MODEL))
                    .with("junos-version", data(device.version())))));
  }

  private static String hardware(JunosSwitch device) {
    return JsonText.write(
        JsonObject.of(
            "chassis-inventory",
            List.of(
                JsonObject.of(
                    "chassis",
                    List.of(
                        JsonObject.of("name", data("Chassis"))
                            .with("serial-number", data(device.serial("WH0224")))
                            .with("description", data(JunosSwitch.MODEL)))))));
  }

  private static List<String> commits(JunosSwitch device) {
    List<String> out = new ArrayList<>();
    int number = 0;
    for (JunosSwitch.Commit one : device.commits()) {
      String confirmed =
          one.minutes() > 0 ? " commit confirmed, rollback in " + one.minutes() + "mins" : "";
      out.add(
          "%-3d %s UTC by %s via %s%s"
              .formatted(number, DATE.format(one.at()), one.user(), one.via(), confirmed));
      if (!one.comment().isEmpty()) {
        out.add("    " + one.comment());
      }
      if (number == 0 && device.waits()) {
        out.add("    rollback pending");
      }
      number++;
    }
    return out;
  }

  private static String neighbours(JunosSwitch device) {
    List<Object> all = new ArrayList<>();
    for (SwitchPort port : device.ports()) {
      device.neighbour(port).ifPresent(one -> all.add(neighbour(port, one)));
    }
    return JsonText.write(
        JsonObject.of(
            "lldp-neighbors-information",
            List.of(JsonObject.of("lldp-neighbor-information", all))));
  }

  private static Map<String, Object> neighbour(SwitchPort port, Neighbour one) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("lldp-local-port-id", data(port.name()));
    row.put("lldp-local-parent-interface-name", data("-"));
    row.put("lldp-remote-chassis-id-subtype", data("Mac address"));
    row.put("lldp-remote-chassis-id", data(one.mac()));
    row.put("lldp-remote-port-id-subtype", data(one.byName() ? "Interface name" : "Mac address"));
    row.put("lldp-remote-port-id", data(one.byName() ? one.port() : one.mac()));
    row.put("lldp-remote-port-description", data(one.port()));
    row.put("lldp-remote-system-name", data(one.host()));
    return row;
  }
}
