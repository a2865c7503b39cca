package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Output of the commands that show LLDP neighbours. */
final class ShowLldp {
  private static final List<String> CODES =
      List.of(
          "Capability codes:",
          "  (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device",
          "  (W) WLAN Access Point, (P) Repeater, (S) Station, (O) Other");

  private static final String COLUMNS =
      "Device ID            Local Intf      Hold-time  Capability  Port ID  ";
  private static final int DEVICE_WIDTH = 20;

  private ShowLldp() {}

  private static List<SwitchPort> seen(NxosSwitch device, List<SwitchPort> ports) {
    return ports.stream().filter(port -> device.neighbour(port).isPresent()).toList();
  }

  static Answer brief(NxosSwitch device) {
    List<String> lines = new ArrayList<>(CODES);
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add(COLUMNS);
    List<SwitchPort> ports = seen(device, device.ports());
    for (SwitchPort port : ports) {
      Neighbour neighbour = device.neighbour(port).orElseThrow();
      boolean fits = neighbour.host().length() <= DEVICE_WIDTH;
      if (!fits) {
        lines.add(neighbour.host());
      }
      lines.add(
          "%-20s %-15s %-10d %-11s %s  "
              .formatted(
                  fits ? neighbour.host() : "",
                  Keys.shortName(port),
                  120,
                  "S",
                  neighbour.portId()));
      rows.add(
          NxosJson.row("chassis_type", 7)
              .with("chassis_id", neighbour.host())
              .with("l_port_id", Keys.shortName(port))
              .with("hold_time", 120)
              .with("capability", "S")
              .with("port_type", neighbour.portIdType())
              .with("port_id", neighbour.portId()));
    }
    lines.add("Total entries displayed: " + ports.size());
    Map<String, Object> json = NxosJson.table("nbor", rows);
    json.put("neigh_count", Integer.toString(ports.size()));
    return new Answer(lines, json);
  }

  static Answer detail(NxosSwitch device) {
    return detail(device, device.ports());
  }

  static Answer detail(NxosSwitch device, List<SwitchPort> from) {
    List<String> lines = new ArrayList<>(CODES);
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add(COLUMNS);
    lines.add("");
    List<SwitchPort> ports = seen(device, from);
    for (SwitchPort port : ports) {
      Neighbour neighbour = device.neighbour(port).orElseThrow();
      lines.addAll(text(port, neighbour));
      rows.add(row(port, neighbour));
    }
    lines.add("Total entries displayed: " + ports.size());
    Map<String, Object> json = NxosJson.table("nbor_detail", rows);
    json.put("neigh_count", Integer.toString(ports.size()));
    return new Answer(lines, json);
  }

  private static List<String> text(SwitchPort port, Neighbour neighbour) {
    return List.of(
        "Chassis id: " + neighbour.dottedMac(),
        "Port id: " + neighbour.portId(),
        "Local Port id: " + Keys.shortName(port),
        "Port Description: " + neighbour.port(),
        "System Name: " + neighbour.host(),
        "System Description: Linux server",
        "Time remaining: 101 seconds",
        "System Capabilities: B, W, R, S",
        "Enabled Capabilities: S",
        "Management Address: " + neighbour.address(),
        "Management Address IPV6: not advertised",
        "Vlan ID: not advertised",
        "",
        "");
  }

  private static Map<String, Object> row(SwitchPort port, Neighbour neighbour) {
    return NxosJson.row("chassis_type", 4)
        .with("chassis_id", neighbour.dottedMac())
        .with("port_type", neighbour.portIdType())
        .with("port_id", neighbour.portId())
        .with("l_port_id", Keys.shortName(port))
        .with("port_desc", neighbour.port())
        .with("sys_name", neighbour.host())
        .with("sys_desc", "Linux server")
        .with("ttl", 101)
        .with("system_capability", "B, W, R, S")
        .with("enabled_capability", "S")
        .with("mgmt_addr_type", "IPV4")
        .with("mgmt_addr", neighbour.address())
        .with("vlan_id", "not advertised");
  }
}
