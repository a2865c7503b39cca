package dev.losslessd.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd nic firmware PORT}. */
@Command(
    name = "firmware",
    description = {
      "What a NIC's firmware keeps about RoCE: default, in force, and after the next reset.",
      "Read by mstconfig now, which takes seconds. 'set PORT firmware NAME=VALUE' stages a value."
    })
final class FirmwareVerb extends RemoteVerb {
  @Parameters(index = "0", paramLabel = "PORT", description = "device:port.")
  private String port = "";

  @Option(names = "--waiting", description = "Only what a reset would change.")
  private boolean waiting;

  @Override
  int ask(Session session) {
    String query = Paths.query(Map.of("port", Paths.port(port).toString()));
    JsonValue firmware = session.daemon().list("firmware" + query);
    List<JsonValue> items = firmware.at("items").items();
    Table table = new Table("", "ENTRY", "DEFAULT", "CURRENT", "NEXT").wrap(2, 3, 4);
    for (JsonValue item : items) {
      boolean waits = item.at("waits").isTrue();
      if (waits || !waiting) {
        table.row(
            waits ? "*" : "",
            item.at("name").shown(),
            item.at("default").shown(),
            item.at("current").shown(),
            item.at("next").shown());
      }
    }
    session
        .screen()
        .show(firmware, table, waiting ? "Nothing waits for a reset." : "No entries of RoCE.");
    return ExitCode.OK;
  }
}
