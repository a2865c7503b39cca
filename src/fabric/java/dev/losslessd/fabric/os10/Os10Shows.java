package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;

/** Output of OS10's {@code show} commands. */
final class Os10Shows {
  private static final String OF_A_PORT = "show interface ethernet ?(\\d+/\\d+/\\d+)";

  /** Bytes by which the frame of {@code mtu} is larger than its IP packet. */
  private static final int AROUND = 32;

  private Os10Shows() {}

  static List<String> of(Os10Switch device, String line) throws CliError {
    if (line.matches(OF_A_PORT)) {
      return port(device, line.replaceAll(OF_A_PORT, "$1"));
    }
    return switch (line) {
      case "show version" -> version(device);
      case "show running-configuration" -> config(device);
      case "show lldp neighbors" -> ShowLldp.text(device);
      case "show lldp neighbors | display-xml" -> ShowLldp.xml(device);
      default -> throw Os10Shell.unknown();
    };
  }

  private static List<String> version(Os10Switch device) {
    long minutes = device.uptimeMicros() / 60_000_000;
    return List.of(
        "Dell EMC Networking OS10 Enterprise",
        "OS Version: " + Os10Switch.VERSION,
        "Build Version: " + Os10Switch.VERSION + ".118",
        "System Type: S5232F-ON",
        "Architecture: x86_64",
        "Up Time: %d days %02d:%02d:00".formatted(minutes / 1440, minutes / 60 % 24, minutes % 60));
  }

  private static List<String> config(Os10Switch device) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "! Version " + Os10Switch.VERSION,
            "! Last configuration change at Mar  02 08:00:00 2026",
            "!"));
    lines.addAll(device.running().text());
    return lines;
  }

  private static List<String> port(Os10Switch device, String number) throws CliError {
    SwitchPort port =
        device.ports().stream()
            .filter(one -> one.name().equals("ethernet" + number))
            .findFirst()
            .orElseThrow(() -> new CliError("Illegal parameter."));
    Os10Config running = device.running();
    String up = device.isUp(port) ? "up" : "down";
    String description = running.of(port, "01 description", "description ");
    int mtu = Integer.parseInt(running.mtu(port));
    List<String> lines = new ArrayList<>();
    lines.add("Ethernet %s is %s, line protocol is %s".formatted(number, up, up));
    if (!description.isEmpty()) {
      lines.add("Description: " + description);
    }
    lines.addAll(
        List.of(
            "Hardware is Eth, address is " + port.mac(),
            "    Current address is " + port.mac(),
            "Interface index is " + port.ifIndex(),
            "Internet address is not set",
            "Mode of IPv4 Address Assignment: not set",
            "    Interface IPv6 oper status: Disabled",
            "MTU %d bytes, IP MTU %d bytes".formatted(mtu, mtu - AROUND),
            "LineSpeed %dG, Auto-Negotiation on".formatted(port.gbps()),
            "Flowcontrol rx %s tx %s"
                .formatted(flow(device, port, "receive"), flow(device, port, "transmit")),
            "ARP type: ARPA, ARP Timeout: 60"));
    return lines;
  }

  private static String flow(Os10Switch device, SwitchPort port, String way) {
    String set = device.running().of(port, "05 " + way, "flowcontrol " + way + " ");
    return device.pauses() ? "on" : set.isEmpty() ? "off" : set;
  }
}
