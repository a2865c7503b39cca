package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Output of tables with a line for each port. */
final class ShowPorts {
  private ShowPorts() {}

  static Answer pfc(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add("=".repeat(60));
    lines.add("Port               Mode Oper(VL bmap)  RxPPP      TxPPP     ");
    lines.add("=".repeat(60));
    lines.add("");
    for (SwitchPort port : ports) {
      String mode = QosState.pfcMode(device, port);
      boolean on = QosState.pfcOperates(device, port);
      String bitmap = Integer.toHexString(QosState.bitmap(QosState.noDrop(device)));
      long received = port.traffic().rxPfc();
      long sent = port.traffic().txPfc();
      lines.add(
          "%-18s %-4s %-4s %-9s %-10d %-10d"
              .formatted(
                  port.name(),
                  mode,
                  on ? "On" : "Off",
                  on ? "(" + bitmap + ")" : "",
                  received,
                  sent));
      Map<String, Object> row =
          NxosJson.row("if-name-str", port.name())
              .with("admin-mode", mode)
              .with("oper-mode", on ? "On" : "Off");
      if (on) {
        row.put("vl-bmap", bitmap);
      }
      row.put("rx-ppp", Long.toString(received));
      row.put("tx-ppp", Long.toString(sent));
      rows.add(row);
    }
    // unverified: the names of these fields are in no source at hand
    return new Answer(lines, NxosJson.table("pfc_interface", rows));
  }

  static Answer flowcontrol(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add("-".repeat(80));
    lines.add("Port         Send FlowControl  Receive FlowControl   RxPause      TxPause");
    lines.add("             admin    oper     admin    oper                             ");
    lines.add("-".repeat(80));
    for (SwitchPort port : ports) {
      String send = QosState.on(device, port, Keys.FLOW_SEND) ? "on" : "off";
      String receive = QosState.on(device, port, Keys.FLOW_RECEIVE) ? "on" : "off";
      lines.add(
          "%-12s %-8s %-8s %-8s %-12s %-12d %d"
              .formatted(Keys.shortName(port), send, send, receive, receive, 0, 0));
      rows.add(
          NxosJson.row("intf", port.name())
              .with("send_admin", send)
              .with("send_oper", send)
              .with("receive_admin", receive)
              .with("receive_oper", receive)
              .with("rx_pause", 0)
              .with("tx_pause", 0));
    }
    // unverified: the names of these fields are in no source at hand
    return new Answer(lines, NxosJson.table("flowcontrol", rows));
  }

  static Answer brief(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add("");
    lines.add("-".repeat(80));
    lines.add("Ethernet      VLAN    Type Mode   Status  Reason                   Speed     Port");
    lines.add("Interface                                                                    Ch #");
    lines.add("-".repeat(80));
    for (SwitchPort port : ports) {
      boolean up = device.isUp(port);
      String reason = reason(device, port);
      lines.add(
          "%-13s 1       eth  access %-7s %-23s %9s(D) --"
              .formatted(
                  Keys.shortName(port),
                  up ? "up" : "down",
                  reason,
                  up ? port.gbps() + "G" : "auto"));
      rows.add(
          NxosJson.row("interface", port.name())
              .with("vlan", 1)
              .with("type", "eth")
              .with("portmode", "access")
              .with("state", up ? "up" : "down")
              .with("state_rsn_desc", reason)
              .with("speed", up ? port.gbps() + "G" : "auto")
              .with("ratemode", "D"));
    }
    return new Answer(lines, NxosJson.table("interface", rows));
  }

  private static String reason(NxosSwitch device, SwitchPort port) {
    if ("shutdown".equals(device.portConfig(port).line(Keys.SHUTDOWN))) {
      return "Administratively down";
    }
    return device.isUp(port) ? "none" : "Link not connected";
  }

  static Answer status(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add("");
    lines.add("-".repeat(80));
    lines.add("Port          Name               Status    Vlan      Duplex  Speed   Type");
    lines.add("-".repeat(80));
    for (SwitchPort port : ports) {
      String state = state(device, port);
      String speed = device.isUp(port) ? port.gbps() + "G" : "auto";
      String name = description(device, port);
      lines.add(
          "%-13s %-18s %-9s %-9s %-7s %-7s %s"
              .formatted(
                  Keys.shortName(port),
                  name.isEmpty() ? "--" : name.substring(0, Math.min(18, name.length())),
                  state,
                  "1",
                  "full",
                  speed,
                  type(port)));
      rows.add(
          NxosJson.row("interface", port.name())
              .with("name", name.isEmpty() ? "--" : name)
              .with("state", state)
              .with("vlan", 1)
              .with("duplex", "full")
              .with("speed", speed)
              .with("type", type(port)));
    }
    return new Answer(lines, NxosJson.table("interface", rows));
  }

  private static String state(NxosSwitch device, SwitchPort port) {
    if ("shutdown".equals(device.portConfig(port).line(Keys.SHUTDOWN))) {
      return "disabled";
    }
    return device.isUp(port) ? "connected" : "notconnec";
  }

  private static String type(SwitchPort port) {
    return "QSFP-" + port.gbps() + "G-CR4";
  }

  static String description(NxosSwitch device, SwitchPort port) {
    String line = device.portConfig(port).line(Keys.DESCRIPTION);
    return line == null ? "" : line.substring("description ".length());
  }

  static Answer ifIndex(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    lines.add("-".repeat(80));
    lines.add("Port                            IFMIB Ifindex (hex)   ");
    lines.add("-".repeat(80));
    for (SwitchPort port : ports) {
      lines.add("%-31s %d  (0x%x)".formatted(Keys.shortName(port), port.ifIndex(), port.ifIndex()));
      rows.add(NxosJson.row("interface", port.name()).with("snmp-ifindex", port.ifIndex()));
    }
    return new Answer(lines, NxosJson.table("interface", rows));
  }
}
