package dev.losslessd.cli;

import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Verdict;
import dev.losslessd.model.Verdict.Words;
import java.util.stream.Collectors;

/** One setting of one port or switch, as wanted and as read. */
final class ResourceView {
  private ResourceView() {}

  static void one(Screen screen, JsonValue resource) {
    String word = resource.at("setting").text();
    Table table = new Table().wrap(1);
    boolean whole = resource.at("port").isNothing();
    table.row(whole ? "device" : "port", resource.at(whole ? "device" : "port").shown());
    table.row("setting", word);
    table.row("wanted", SettingText.text(word, resource.at("spec")));
    if (!resource.at("shadowed").isNothing()) {
      table.row("in the file", SettingText.text(word, resource.at("shadowed")));
    }
    table.row("in force", inForce(word, resource.at("status")));
    table.row("observed", screen.past(resource.at("status").at("observedAt")));
    table.row("access", access(resource));
    if (!resource.at("risks").items().isEmpty()) {
      table.row(
          "risks",
          resource.at("risks").items().stream()
              .map(risk -> PlanView.risk(risk.text()))
              .collect(Collectors.joining(", ")));
    }
    resource
        .at("conditions")
        .items()
        .forEach(condition ->
            table.fact(condition.at("type").text(), condition(condition), paint(condition)));
    table.row("version", resource.at("version").shown());
    screen.table(table);
  }

  static void all(Screen screen, JsonValue port) {
    Table table =
        new Table("SETTING", "ACCESS", "IN SYNC", "WANTED", "IN FORCE").wrap(3, 4).least(1);
    port.at("settings")
        .fields()
        .forEach((word, resource) ->
            table.cells(
                Table.Cell.plain(word),
                Table.Cell.plain(level(resource)),
                wanted(word, resource) ? sync(resource) : Table.Cell.plain("-"),
                wanted(resource, word),
                Table.Cell.plain(inForce(word, resource.at("status")))));
    screen.table(table, "It has no settings.");
  }

  /** With what the file wants, where an override hides it. */
  private static Table.Cell wanted(JsonValue resource, String word) {
    String spec = SettingText.text(word, resource.at("spec"));
    JsonValue file = resource.at("shadowed");
    return file.isNothing()
        ? Table.Cell.plain(spec)
        : new Table.Cell(spec + " (file: " + SettingText.text(word, file) + ")", Paint.CHANGE);
  }

  static String inForce(String word, JsonValue status) {
    String value = SettingText.text(word, status.at("value"));
    return switch (status.at("state").as(Reading.State.class)) {
      case VALUE -> value;
      case STAGED ->
          (status.at("value").isNothing() ? "not told" : value)
              + ", after "
              + status.at("until").shown()
              + ": "
              + SettingText.text(word, status.at("next"));
      case UNSUPPORTED, UNREAD -> status.at("state").shown() + ": " + status.at("reason").shown();
      case null -> "unknown: " + status.at("state").shown();
    };
  }

  private static String access(JsonValue resource) {
    String why = resource.at("why").text();
    return level(resource) + (why.isEmpty() ? "" : ": " + why);
  }

  /** {@code write}, {@code read}, or {@code read (manage: false)} of a switch that is watched. */
  private static String level(JsonValue resource) {
    boolean unmanaged = resource.at("heldBy").is(PlanRule.NOT_MANAGED);
    return resource.at("access").shown() + (unmanaged ? " (manage: false)" : "");
  }

  private static String condition(JsonValue condition) {
    String message = condition.at("message").text();
    return condition.at("status").shown() + (message.isEmpty() ? "" : ": " + message);
  }

  /** Nothing can be out of step with no wish. */
  private static boolean wanted(String word, JsonValue resource) {
    return !SettingText.text(word, resource.at("spec")).equals("-");
  }

  private static Table.Cell sync(JsonValue resource) {
    return resource.at("conditions").items().stream()
        .filter(condition -> condition.at("type").text().equals("InSync"))
        .findFirst()
        .map(condition -> new Table.Cell(condition.at("status").shown(), paint(condition)))
        .orElse(Table.Cell.plain("-"));
  }

  private static Paint paint(JsonValue condition) {
    return drifts(condition.at("status")) ? Paint.BAD : Paint.PLAIN;
  }

  static boolean drifts(JsonValue inSync) {
    return Words.IN_SYNC.verdict(inSync.text()) == Verdict.BROKEN;
  }
}
