package dev.losslessd.cli;

import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "devices",
    description = {
      "Hosts and switches of this agent, and whether they answer.",
      "Exits with 1 if one does not."
    })
final class DevicesVerb extends WatchedVerb {
  @Override
  int ask(Session session) {
    JsonValue devices = session.daemon().list("devices");
    List<JsonValue> items = devices.at("items").items();
    Table table =
        new Table("DEVICE", "KIND", "ANSWERS", "LAST", "PORTS").alignRight(4).wrap(2).least(4, 3);
    for (JsonValue one : items) {
      boolean up = one.at("up").isTrue();
      table.row(
          up ? Paint.PLAIN : Paint.BAD,
          one.at("name").shown(),
          one.at("kind").shown(),
          StatusView.answers(one),
          session.screen().past(one.at("lastSuccess")),
          String.valueOf(one.at("ports").items().size()));
    }
    session.screen().show(devices, table, "No device is known yet.");
    return items.stream().allMatch(one -> one.at("up").isTrue()) ? ExitCode.OK : ExitCode.FINDING;
  }
}
