package dev.losslessd.cli;

import dev.losslessd.model.Verdict;
import dev.losslessd.model.Verdict.Words;
import dev.losslessd.text.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "ports",
    description = {
      "Ports of NICs and switches, and what is at the other end of each.",
      "Of a switch those that it tells, or that a link or setting names."
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
    Map<String, String> only =
        device.isEmpty() ? Map.of() : Map.of("device", Paths.device(device).name());
    JsonValue ports = session.daemon().list("ports" + Paths.query(only));
    if (ports.at("items").items().isEmpty() && !device.isEmpty()) {
      throw CliException.notFound(
          "no port of " + device + " is known; 'losslessd ports' shows all");
    }
    Map<String, JsonValue> rdma = rdma(session.daemon());
    Map<String, JsonValue> contracts = contracts(session.daemon());
    List<Fields> items = new ArrayList<>();
    for (JsonValue port : ports.at("items").items()) {
      String name = port.at("port").text();
      items.add(
          port.copy()
              .with("rdmaDevice", rdma.getOrDefault(name, JsonValue.NOTHING).raw())
              .with("contract", contracts.getOrDefault(name, JsonValue.NOTHING).raw()));
    }
    session.screen().document(Map.of("items", items));
    session.screen().table(table(items), "No port is known.");
    return ExitCode.OK;
  }

  /** RDMA device by port. */
  private static Map<String, JsonValue> rdma(Daemon daemon) {
    Map<String, JsonValue> rdma = new HashMap<>();
    daemon
        .list("nics")
        .at("items")
        .items()
        .forEach(nic -> rdma.put(nic.at("port").text(), nic.at("rdmaDevice")));
    return rdma;
  }

  /** Verdict on the link that ends at a port, by port. */
  private static Map<String, JsonValue> contracts(Daemon daemon) {
    Map<String, JsonValue> contracts = new HashMap<>();
    for (JsonValue link : daemon.list("links").at("items").items()) {
      contracts.put(link.at("a").text(), link.at("verdict"));
      contracts.put(link.at("b").text(), link.at("verdict"));
    }
    return contracts;
  }

  private static Table table(List<Fields> items) {
    Table table =
        new Table("PORT", "END", "STATE", "SPEED", "RDMA", "PEER", "CONTRACT")
            .alignRight(3)
            .least(4, 1, 3, 2);
    for (Fields item : items) {
      JsonValue port = JsonValue.of(item);
      String verdict = port.at("contract").shown();
      table.row(
          Words.LINK.verdict(verdict) == Verdict.BROKEN ? Paint.BAD : Paint.PLAIN,
          port.at("port").shown(),
          port.at("end").shown(),
          state(port.at("active")),
          speed(port.at("rateMbps")),
          port.at("rdmaDevice").shown(),
          port.at("peer").shown(),
          verdict);
    }
    return table;
  }

  /** A port that does not tell is neither up nor down. */
  private static String state(JsonValue active) {
    return active.isNothing() ? "-" : active.isTrue() ? "active" : "inactive";
  }

  private static String speed(JsonValue rate) {
    if (rate.number().isEmpty()) {
      return "-";
    }
    long mbps = rate.number().getAsLong();
    return mbps % 1000 == 0 ? mbps / 1000 + "G" : mbps / 1000.0 + "G";
  }
}
