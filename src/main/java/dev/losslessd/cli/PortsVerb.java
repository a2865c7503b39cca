package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "ports",
    description = {
      "Ports of NICs and switches, and what is at the other end of each.",
      "Of a switch those that a link or setting names."
    })
final class PortsVerb extends WatchedVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DEVICE",
      description = "Only ports of this device.")
  private String device = "";

  @Override
  int ask(Session session) {
    String only = device.isEmpty() ? "" : Paths.device(device) + ":";
    Map<String, Map<String, Object>> ports = new TreeMap<>();
    for (JsonValue nic : session.daemon().get("nics").at("items").items()) {
      Map<String, Object> port = port(ports, nic.at("port").text(), "nic");
      port.put("state", nic.at("state").raw());
      port.put("rateMbps", nic.at("rateMbps").raw());
      port.put("rdmaDevice", nic.at("rdmaDevice").raw());
    }
    for (JsonValue one : session.daemon().get("switches").at("items").items()) {
      one.at("ports").items().forEach(name -> port(ports, name.text(), "switch"));
    }
    for (JsonValue link : session.daemon().get("links").at("items").items()) {
      end(ports, link, "a", "b");
      end(ports, link, "b", "a");
    }
    List<Map<String, Object>> items = new ArrayList<>(ports.values());
    items.removeIf(port -> !String.valueOf(port.get("port")).startsWith(only));
    if (items.isEmpty() && !only.isEmpty()) {
      throw CliException.notFound(
          "no port of " + device + " is known; 'losslessd ports' shows all");
    }
    session.screen().document(Map.of("items", items));
    session.screen().table(table(items), "No port is known.");
    return ExitCode.OK;
  }

  private static Map<String, Object> port(
      Map<String, Map<String, Object>> ports, String name, String end) {
    return ports.computeIfAbsent(
        name,
        _ -> {
          Map<String, Object> port = new LinkedHashMap<>();
          port.put("port", name);
          port.put("end", end);
          return port;
        });
  }

  /** Neither a NIC nor a listed switch has it: an end that is known by its link alone. */
  private static void end(
      Map<String, Map<String, Object>> ports, JsonValue link, String near, String far) {
    Map<String, Object> port = port(ports, link.at(near).text(), "unknown");
    port.put("peer", link.at(far).raw());
    port.put("contract", link.at("verdict").raw());
  }

  private static Table table(List<Map<String, Object>> items) {
    Table table =
        new Table("PORT", "END", "STATE", "SPEED", "RDMA", "PEER", "CONTRACT")
            .alignRight(3)
            .least(4, 1, 3, 2);
    for (Map<String, Object> item : items) {
      JsonValue port = JsonValue.of(item);
      String verdict = port.at("contract").shown();
      table.row(
          verdict.equals("broken") ? Paint.BAD : Paint.PLAIN,
          port.at("port").shown(),
          port.at("end").shown(),
          port.at("state").shown(),
          speed(port.at("rateMbps")),
          port.at("rdmaDevice").shown(),
          port.at("peer").shown(),
          verdict);
    }
    return table;
  }

  private static String speed(JsonValue rate) {
    return rate.number().isEmpty() ? "-" : rate.number().getAsLong() / 1000 + "G";
  }
}
