package dev.losslessd.cli;

import dev.losslessd.model.Finding;
import java.util.ArrayList;
import java.util.List;

/** State of the daemon, drift and findings as people read them. */
final class StatusView {
  private StatusView() {}

  static void print(Screen screen, JsonValue status) {
    Table table = new Table().wrap(1);
    table.row("host", status.at("host").shown());
    table.row("version", status.at("version").shown());
    table.row("mode", status.at("mode").shown());
    boolean frozen = status.at("frozen").isTrue();
    table.fact(
        "frozen",
        frozen ? "yes: nothing is written until 'losslessd thaw'" : "no",
        frozen ? Paint.BAD : Paint.PLAIN);
    table.row("revision", status.at("revision").shown());
    table.row("started", screen.past(status.at("startedAt")));
    table.row("targets", status.at("targets").shown());
    table.fact("findings", findings(status.at("findings")), worst(status.at("findings")));
    SettingCounts.row(table, status.at("settings"));
    ports(table, status.at("rdmaPorts"));
    overrides(table, status.at("overrides"));
    screen.table(table);
    List<JsonValue> worked = status.at("maintenance").items();
    if (!worked.isEmpty()) {
      screen.line("");
      screen.table(MaintenanceVerb.table(screen, worked));
    }
    List<JsonValue> open = status.at("openCommits").items();
    screen.line("");
    screen.table(CommitView.table(screen, open), "No commit is open.");
    open.forEach(commit -> PlanView.unjudged(screen, commit));
  }

  private static void ports(Table table, JsonValue ports) {
    if (ports.isNothing()) {
      return;
    }
    long found = ports.at("found").number().orElse(0);
    long expected = ports.at("expected").number().orElse(0);
    String of = expected > 0 ? " of " + expected : "";
    Paint paint = found < expected ? Paint.BAD : found == 0 ? Paint.CHANGE : Paint.PLAIN;
    table.fact("RDMA ports", found + of + " found", paint);
  }

  /** Nothing where there are none. */
  private static void overrides(Table table, JsonValue overrides) {
    long hiding = overrides.at("shadowing").number().orElse(0);
    if (overrides.at("count").number().orElse(0) > 0) {
      String hides =
          hiding == 0
              ? ""
              : "; " + hiding + (hiding == 1 ? " hides" : " hide") + " what the file wants";
      table.row("overrides", overrides.at("count").shown() + hides);
    }
  }

  /** One row per switch, red where it does not answer. */
  static Table switches(Screen screen, List<JsonValue> items) {
    Table table =
        new Table("SWITCH", "OS", "ADDRESS", "MANAGED", "ANSWERS", "LAST", "LABELS")
            .wrap(4, 6)
            .least(3, 2, 5, 1);
    for (JsonValue one : items) {
      boolean up = one.at("up").isTrue();
      List<String> labels = new ArrayList<>();
      one.at("labels").fields().forEach((name, value) -> labels.add(name + "=" + value.text()));
      table.row(
          up ? Paint.PLAIN : Paint.BAD,
          one.at("name").shown(),
          one.at("os").shown(),
          one.at("address").shown(),
          one.at("managed").isTrue() ? "yes" : "no",
          answers(one),
          screen.past(one.at("lastSuccess")),
          String.join(" ", labels));
    }
    return table;
  }

  /** Whether a device answers, and what is lacking: {@code counters only: ...}, {@code slow}. */
  static String answers(JsonValue device) {
    String reason = device.at("reason").shown();
    if (!device.at("up").isTrue()) {
      return "no: " + reason;
    }
    return device.at("reason").text().isEmpty() ? "yes" : reason;
  }

  /** One row per part that differs. */
  static Table drift(List<JsonValue> items) {
    Table table =
        new Table("PORT", "SETTING", "WANTED", "OBSERVED", "SINCE", "WRITER")
            .wrap(2, 3, 5)
            .least(4, 5);
    for (JsonValue item : items) {
      String word = item.at("setting").text();
      boolean first = true;
      for (var unmet :
          SettingText.together(SettingText.unmet(word, item.at("wanted"), item.at("observed")))) {
        table.row(
            first ? PlanView.target(item) : "",
            first ? word : "",
            unmet.prefix() + unmet.after(),
            item.at("observed").isNothing()
                ? item.at("message").shown()
                : unmet.prefix() + unmet.before(),
            first ? item.at("since").time() : "",
            first ? item.at("writer").shown() : "");
        first = false;
      }
    }
    return table;
  }

  static void findings(Screen screen, List<JsonValue> items) {
    if (items.isEmpty()) {
      screen.line("No findings.");
    }
    for (JsonValue item : items) {
      String severity = item.at("severity").shown();
      String what = "  " + item.at("subject").shown() + "  [" + item.at("rule").shown() + "]";
      String since = "  since " + item.at("since").time();
      boolean fits = screen.width() <= 0 || (severity + what + since).length() <= screen.width();
      screen.line(screen.paint(paint(item.at("severity")), severity) + what + (fits ? since : ""));
      if (!fits) {
        screen.line(since);
      }
      screen.line("  " + item.at("message").shown());
      if (!item.at("advice").text().isEmpty()) {
        screen.line("  -> " + item.at("advice").shown());
      }
    }
  }

  private static String findings(JsonValue counts) {
    return "%s critical, %s warning, %s info"
        .formatted(
            counts.at("critical").shown(), counts.at("warning").shown(), counts.at("info").shown());
  }

  private static Paint worst(JsonValue counts) {
    return counts.at("critical").number().orElse(0) > 0
        ? Paint.BAD
        : counts.at("warning").number().orElse(0) > 0 ? Paint.CHANGE : Paint.PLAIN;
  }

  private static Paint paint(JsonValue severity) {
    return switch (severity.as(Finding.Severity.class)) {
      case CRITICAL -> Paint.BAD;
      case WARNING -> Paint.CHANGE;
      case INFO -> Paint.PLAIN;
      case null -> Paint.CHANGE;
    };
  }
}
