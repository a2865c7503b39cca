package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The commands of esxcli that are about NICs and modules; all others are unknown to it. */
record Esxcli(EsxiHost host, boolean lies) {
  private static final Map<String, String> NIC = Map.of("-n", "--nic-name");
  private static final Map<String, String> MODULE = Map.of("-m", "--module");

  List<String> run(List<String> words) throws CliError {
    for (int length = words.size(); length > 1; length--) {
      List<String> options = words.subList(length, words.size());
      switch (String.join(" ", words.subList(0, length))) {
        case "network nic list" -> {
          return nics(options);
        }
        case "network nic get" -> {
          return nic(nic(new Arguments(options, NIC)));
        }
        case "network nic pauseParams list" -> {
          return pauses(options);
        }
        case "network nic pauseParams set" -> {
          return pause(options);
        }
        case "network nic dcb status get" -> {
          return dcb(nic(new Arguments(options, NIC)));
        }
        case "system module parameters list" -> {
          return parameters(module(new Arguments(options, MODULE)));
        }
        case "system module parameters set" -> {
          return set(options);
        }
        case "hardware platform get" -> {
          new Arguments(options, Map.of());
          return platform();
        }
        case "system stats uptime get" -> {
          new Arguments(options, Map.of());
          return List.of(Long.toString(host.upMicros()));
        }
        default -> {}
      }
    }
    throw Esxcli.unknown(String.join(" ", words));
  }

  private List<String> platform() {
    return List.of(
        "Platform Information",
        "   UUID: 0x4c 0x4c 0x45 0x44 0x0 0x34 0x47 0x10 0x80 0x50 0xb4 0xc0 0x4f 0x36 0x32 0x33",
        "   Product Name: PowerEdge XE9680",
        "   Vendor Name: Dell Inc.",
        "   Serial Number: " + host.serial("4GP6"),
        "   Enclosure Serial Number: " + host.serial("4GP6"),
        "   BIOS Asset Tag: ",
        "   IPMI Supported: true");
  }

  private Nic nic(Arguments arguments) throws CliError {
    String name = arguments.need("--nic-name");
    return host.nics().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new CliError("Error: Nic " + name + " not found"));
  }

  private KernelModule module(Arguments arguments) throws CliError {
    String name = arguments.need("--module");
    return host.module(name)
        .orElseThrow(() -> new CliError("Error: Unable to find a module named: " + name));
  }

  private List<String> nics(List<String> options) throws CliError {
    new Arguments(options, Map.of());
    Listing table =
        new Listing(
            "Name",
            "PCI Device",
            "Driver",
            "Admin Status",
            "Link Status",
            ">Speed",
            "Duplex",
            "MAC Address",
            ">MTU",
            "Description");
    for (Nic nic : host.nics()) {
      boolean up = host.isUp(nic.port());
      table.row(
          nic.name(),
          nic.pci(),
          nic.driver(),
          "Up",
          up ? "Up" : "Down",
          Integer.toString(up ? nic.mbps() : 0),
          up ? "Full" : "Half",
          nic.port().mac(),
          Integer.toString(nic.mtu()),
          nic.description());
    }
    return table.lines();
  }

  private List<String> nic(Nic nic) {
    boolean[] pause = host.pause(nic);
    return List.of(
        "   Advertised Auto Negotiation: true",
        "   Driver Info: ",
        "         Bus Info: " + nic.pci(),
        "         Driver: " + nic.driver(),
        "         Firmware Version: " + (nic.isMellanox() ? "22.35.2302" : "1.38"),
        "         Version: " + (nic.isMellanox() ? "4.23.0.36" : "4.1.9.0"),
        "   Link Detected: " + host.isUp(nic.port()),
        "   Link Status: " + (host.isUp(nic.port()) ? "Up " : "Down"),
        "   Name: " + nic.name(),
        "   Pause RX: " + pause[0],
        "   Pause TX: " + pause[1]);
  }

  private List<String> pauses(List<String> options) throws CliError {
    new Arguments(options, Map.of());
    Listing table =
        new Listing(
            "NIC",
            ">Pause Params Supported",
            ">Pause RX",
            ">Pause TX",
            ">Auto Negotiation",
            ">Auto Negotiation Resolution Avail",
            ">RX Auto Negotiation Resolution",
            ">TX Auto Negotiation Resolution");
    for (Nic nic : host.nics()) {
      boolean[] pause = host.pause(nic);
      table.row(
          nic.name(), "true", "" + pause[0], "" + pause[1], "false", "false", "false", "false");
    }
    return table.lines();
  }

  private List<String> pause(List<String> options) throws CliError {
    Arguments arguments =
        new Arguments(
            options, Map.of("-n", "--nic-name", "-r", "--rx", "-t", "--tx", "-a", "--auto"));
    Nic nic = nic(arguments);
    boolean[] now = host.pause(nic);
    boolean receive = arguments.flag("--rx").orElse(now[0]);
    boolean send = arguments.flag("--tx").orElse(now[1]);
    if (!lies) {
      nic.pause(receive, send);
    }
    return List.of();
  }

  private List<String> dcb(Nic nic) throws CliError {
    if (!nic.isMellanox()) {
      throw new CliError("Error: DCB is not supported by " + nic.name());
    }
    int mask = host.pfc(nic);
    List<String> bits = new ArrayList<>();
    List<String> sent = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      bits.add((mask >> n & 1) == 1 ? "1" : "0");
      sent.add(Long.toString(Stats.pauses(host, nic, n) / 2));
    }
    return List.of(
        nic.name() + ":",
        "  Mode: IEEE Mode",
        "  PFC Enabled: " + (mask != 0),
        "  PFC Configuration: " + String.join(" ", bits),
        "  Sent PFC Frames: " + String.join(" ", sent));
  }

  private static List<String> parameters(KernelModule module) {
    Listing table = new Listing("Name", "Type", "Value", "Description");
    module
        .parameters()
        .forEach(one ->
            table.row(
                one.name(),
                one.type(),
                module.configured(one.name()).orElse(""),
                one.description()));
    return table.lines();
  }

  private List<String> set(List<String> options) throws CliError {
    Arguments arguments =
        new Arguments(options, Map.of("-m", "--module", "-p", "--parameter-string"));
    KernelModule module = module(arguments);
    String text = arguments.need("--parameter-string");
    if (!lies) {
      module.set(text);
    }
    return List.of();
  }

  /** Error of esxcli for words that it does not know. */
  static CliError unknown(String words) {
    return new CliError("Error: Unknown command or namespace " + words);
  }

  /** Error of esxcli for options. */
  static CliError option(String why) {
    return new CliError("Error: " + why);
  }
}
