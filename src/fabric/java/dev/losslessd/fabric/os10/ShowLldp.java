package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** {@code show lldp neighbors}: a table with narrow columns, or XML with all of it. */
final class ShowLldp {
  private static final String ROW = "%-20s%-21s%-31s%s";
  private static final int NAME = 20;
  private static final String CUT = "...";

  private ShowLldp() {}

  static List<String> text(Os10Switch device) {
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted("Loc PortID", "Rem Host Name", "Rem Port Id", "Rem Chassis Id"));
    lines.add("-".repeat(86));
    for (SwitchPort port : device.ports()) {
      device
          .neighbour(port)
          .ifPresent(one ->
              lines.add(ROW.formatted(port.name(), cut(one.host()), portId(one), one.mac())));
    }
    return lines;
  }

  private static String cut(String name) {
    return name.length() <= NAME ? name : name.substring(0, NAME - CUT.length()) + CUT;
  }

  private static String portId(Neighbour one) {
    return one.byName() ? one.port() : one.mac();
  }

  static List<String> xml(Os10Switch device) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<rpc-reply>", "  <bulk>", "    <data>"));
    for (SwitchPort port : device.ports()) {
      String mtu = device.running().mtu(port);
      lines.addAll(
          List.of(
              "      <interface>",
              "        <name>" + port.name() + "</name>",
              "        <if-index>" + port.ifIndex() + "</if-index>",
              "        <phys-address>" + port.mac() + "</phys-address>",
              "        <mtu>" + mtu + "</mtu>"));
      device.neighbour(port).ifPresent(one -> info(port, one, lines));
      lines.add("      </interface>");
    }
    lines.addAll(List.of("    </data>", "  </bulk>", "</rpc-reply>"));
    return lines;
  }

  private static void info(SwitchPort port, Neighbour one, List<String> lines) {
    String type = one.byName() ? "interface-name" : "mac-address";
    byte[] id = one.byName() ? one.port().getBytes(StandardCharsets.UTF_8) : bytes(one.mac());
    lines.addAll(List.of("        <lldp-rem-neighbor-info>", "          <info>"));
    field("rem-lldp-index", Integer.toString(port.number()), lines);
    field("rem-local-port-num", Integer.toString(Os10Mibs.lldp(port)), lines);
    field("rem-lldp-chassis-id", encoded(bytes(one.mac())), lines);
    field("rem-lldp-port-id", encoded(id), lines);
    field("rem-lldp-chassis-id-subtype", "mac-address", lines);
    field("rem-lldp-port-subtype", type, lines);
    field("rem-ttl", "120", lines);
    field("rem-port-desc", escaped(one.port()), lines);
    field("rem-system-name", escaped(one.host()), lines);
    lines.addAll(List.of("          </info>", "        </lldp-rem-neighbor-info>"));
  }

  private static void field(String name, String value, List<String> lines) {
    lines.add("            <" + name + ">" + value + "</" + name + ">");
  }

  private static byte[] bytes(String mac) {
    return HexFormat.ofDelimiter(":").parseHex(mac);
  }

  /** Its encoder ends each line. */
  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes) + "\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
