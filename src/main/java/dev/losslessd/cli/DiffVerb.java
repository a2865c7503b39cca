package dev.losslessd.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = {
      "File, override and device side by side, where they do not agree.",
      "Exits with 1 if any differ."
    })
final class DiffVerb extends RemoteVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "device:port, or a device with all its ports.")
  private String target = "";

  @Option(names = "--all", description = "Settings that agree too.")
  private boolean all;

  @Override
  int ask(Session session) {
    Map<String, String> query = new TreeMap<>();
    if (!target.isEmpty()) {
      query.put("target", Paths.target(target).text());
    }
    if (all) {
      query.put("all", "true");
    }
    JsonValue diff = session.daemon().list("diff" + Paths.query(query));
    List<JsonValue> items = diff.at("items").items();
    Screen screen = session.screen();
    String none =
        SettingCounts.empty(
            diff,
            "No difference. File, overrides and devices agree.",
            "No difference in what is known.");
    screen.show(diff, table(items), none);
    SettingCounts.print(screen, diff);
    return items.stream().anyMatch(DiffVerb::differs) ? ExitCode.FINDING : ExitCode.OK;
  }

  private static boolean differs(JsonValue item) {
    return item.at("shadowed").isTrue() || ResourceView.drifts(item.at("inSync"));
  }

  private static Table table(List<JsonValue> items) {
    Table table = new Table("TARGET", "SETTING", "FILE", "OVERRIDE", "DEVICE").wrap(2, 3, 4);
    for (JsonValue item : items) {
      String word = item.at("setting").text();
      boolean drifted = ResourceView.drifts(item.at("inSync"));
      table.cells(
          Table.Cell.plain(PlanView.target(item)),
          Table.Cell.plain(word),
          new Table.Cell(
              SettingText.text(word, item.at("file")),
              item.at("shadowed").isTrue() ? Paint.CHANGE : Paint.PLAIN),
          Table.Cell.plain(SettingText.text(word, item.at("override"))),
          new Table.Cell(
              ResourceView.inForce(word, item.at("observed")), drifted ? Paint.BAD : Paint.PLAIN));
    }
    return table;
  }
}
