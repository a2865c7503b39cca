package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Output of {@code nv show} and {@code nv config show}, as JSON. */
final class NvueShows {
  private static final String JSON = "-o json";

  private final NvueSwitch device;

  NvueShows(NvueSwitch device) {
    this.device = device;
  }

  List<String> show(List<String> words) throws CliError {
    String line = String.join(" ", words);
    if (!line.endsWith(" " + JSON)) {
      // the tables for people are not played
      throw new CliError(2, "Error: Invalid Command: nv show " + line);
    }
    String what = line.substring(0, line.length() - JSON.length() - 1);
    return NvueJson.print(object(what));
  }

  private Map<String, Object> object(String what) throws CliError {
    return switch (what) {
      case "system version" -> device.variant().version();
      case "interface" -> interfaces();
      case "platform" -> platform();
      default -> deeper(what);
    };
  }

  private Map<String, Object> platform() {
    return JsonObject.of("manufacturer", "Mellanox")
        .with("product-name", "MSN4700")
        .with("serial-number", device.serial("MT2344"));
  }

  private Map<String, Object> deeper(String what) throws CliError {
    String[] words = what.split(" ");
    if (what.startsWith("system aaa user ") && words.length == 4) {
      return user(words[3]);
    }
    Qos qos = new Qos(device);
    if (words.length == 3 && words[0].equals("qos") && words[2].equals("default-global")) {
      return qos.profile(words[1], words[2], false);
    }
    if (words.length == 4 && words[0].equals("interface")) {
      SwitchPort port = port(words[1]);
      if (words[2].equals("qos")) {
        return qos.port(words[3], port);
      }
      if (words[2].equals("counters") && words[3].equals("qos")) {
        return Traffics.counters(port);
      }
    }
    throw new CliError(2, "Error: Invalid Command: nv show " + what);
  }

  private SwitchPort port(String name) throws CliError {
    for (SwitchPort port : device.ports()) {
      if (port.name().equals(name)) {
        return port;
      }
    }
    throw new CliError("Error: The requested item does not exist: interface " + name);
  }

  private static Map<String, Object> user(String name) throws CliError {
    for (var account : Account.ALL) {
      if (account.name().equals(name)) {
        return JsonObject.of("full-name", "")
            .with("role", account.admin() ? "system-admin" : "nvue-monitor");
      }
    }
    throw new CliError("Error: The requested item does not exist: user " + name);
  }

  private Map<String, Object> interfaces() {
    Map<String, Object> all = new JsonObject();
    all.put("eth0", JsonObject.of("link", JsonObject.of("mtu", "1500")).with("type", "eth"));
    all.put("lo", JsonObject.of("link", JsonObject.of("mtu", "65536")).with("type", "loopback"));
    for (SwitchPort port : device.ports()) {
      String mtu = device.runs().value("interface", port.name(), "link", "mtu").orElse(Qos.MTU);
      all.put(
          port.name(),
          JsonObject.of(
                  "link",
                  JsonObject.of("admin-status", "up")
                      .with("mac-address", port.mac())
                      .with("mtu", mtu)
                      .with("oper-status", device.isUp(port) ? "up" : "down")
                      .with("speed", port.gbps() + "G"))
              .with("type", "swp"));
    }
    return all;
  }

  /** A header, and what is set. */
  List<String> config(List<String> words, boolean json, Optional<Revision> draft) throws CliError {
    NvueConfig nvueConfig = config(words, draft);
    if (!json) {
      throw new CliError(2, "Error: Invalid Command: nv config show " + String.join(" ", words));
    }
    List<Object> parts = new ArrayList<>();
    parts.add(
        JsonObject.of(
            "header",
            JsonObject.of("model", "SN5600")
                .with("nvue-api-version", "nvue_v1")
                .with("rev-id", "1.0")
                .with("version", "Cumulus Linux " + device.variant().number())));
    if (!nvueConfig.root().isEmpty()) {
      parts.add(JsonObject.of("set", ranged(nvueConfig)));
    }
    return NvueJson.print(parts);
  }

  private NvueConfig config(List<String> words, Optional<Revision> draft) throws CliError {
    if (words.isEmpty()) {
      return draft.map(Revision::nvueConfig).orElse(device.applied());
    }
    if (words.size() != 2 || !words.getFirst().equals("-r")) {
      throw new CliError(2, "Error: Invalid Command: nv config show " + String.join(" ", words));
    }
    Revision revision = device.revisions().get(words.get(1));
    return switch (words.get(1)) {
      case "applied" -> device.applied();
      case "startup" -> device.startup();
      default -> {
        if (revision == null) {
          throw new CliError("Error: Unknown revision: " + words.get(1));
        }
        yield revision.nvueConfig();
      }
    };
  }

  /** Neighbouring ports of one configuration are one entry in newer releases. */
  private Map<String, Object> ranged(NvueConfig nvueConfig) {
    Map<String, Object> all = new TreeMap<>(nvueConfig.root());
    if (device.variant().ranges() && all.get("interface") instanceof Map<?, ?> interfaces) {
      Map<String, Object> ranged = new JsonObject();
      List<SwitchPort> ports = device.ports();
      for (int n = 0; n < ports.size(); n++) {
        Object own = interfaces.get(ports.get(n).name());
        int first = n;
        while (own != null
            && n + 1 < ports.size()
            && own.equals(interfaces.get(ports.get(n + 1).name()))) {
          n++;
        }
        if (own != null) {
          String name = ports.get(first).name();
          ranged.put(first == n ? name : name + "-" + ports.get(n).number(), own);
        }
      }
      all.put("interface", ranged);
    }
    return all;
  }
}
