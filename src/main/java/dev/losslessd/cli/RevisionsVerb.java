package dev.losslessd.cli;

import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code losslessd revisions [show A | diff A [B]]}. */
@Command(
    name = "revisions",
    description = "The confirmed states of the intent, or what differs between two.")
final class RevisionsVerb extends RemoteVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "diff|show|A",
      description = "diff: what differs between A and B; show, or A alone: what A changed.")
  private String word = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "A",
      description = "A revision; 0 is the state before the first.")
  private @Nullable Long from;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "B",
      description = "The other; default: the latest.")
  private @Nullable Long to;

  @Mixin private final PageOptions page = new PageOptions();

  @Override
  int ask(Session session) {
    if (word.isEmpty()) {
      JsonValue revisions = session.daemon().get("revisions" + page.query());
      Table table = table(session.screen(), revisions.at("items").items());
      session.screen().show(revisions, table, "No revisions yet.");
      page.older(session.screen(), "revisions", revisions);
      return ExitCode.OK;
    }
    boolean bare = from == null && Pattern.matches("[0-9]{1,18}", word);
    Long one = bare ? Long.valueOf(word) : from;
    if ((bare || word.equals("show")) && one != null && one > 0 && to == null) {
      JsonValue revision = session.daemon().get("revisions/" + one);
      session.screen().document(revision);
      session.screen().table(changes(session.screen(), revision));
      return ExitCode.OK;
    }
    if (!word.equals("diff") || one == null || one < 0 || (to != null && to < 0)) {
      throw CliException.usage(
          "revisions " + word + ": expected show A, or diff A [B], with revisions from 0");
    }
    JsonValue diff =
        session.daemon().get("revisions/" + one + ":diff" + (to == null ? "" : "?to=" + to));
    session.screen().document(diff);
    show(session.screen(), diff);
    return ExitCode.OK;
  }

  private static void show(Screen screen, JsonValue diff) {
    String from = diff.at("from").shown();
    String to = diff.at("to").shown();
    List<JsonValue> items = diff.at("items").items();
    Table table =
        new Table("TARGET", "SETTING", "REVISION " + from, "REVISION " + to, "LAST BY")
            .wrap(2, 3)
            .least(4);
    for (JsonValue item : items) {
      String setting = item.at("setting").text();
      table.row(
          PlanView.target(item),
          setting,
          value(setting, item.at("before")),
          value(setting, item.at("after"))
              + (item.at("unset").isTrue() ? " (override taken away)" : ""),
          item.at("revision").shown());
    }
    screen.table(table, "Revisions " + from + " and " + to + " hold the same.");
    if (!items.isEmpty()) {
      screen.line("");
      screen.table(heads(screen, diff.at("revisions").items()));
    }
  }

  private static String value(String setting, JsonValue value) {
    return value.isNothing() ? "not known" : SettingText.text(setting, value);
  }

  /** One row per revision: number, commit, time, actor, origin and reason. */
  private static Table heads(Screen screen, List<JsonValue> revisions) {
    Table table =
        new Table("REVISION", "COMMIT", "AT", "BY", "FROM", "REASON")
            .alignRight(0)
            .wrap(5)
            .least(4, 3);
    for (JsonValue revision : revisions) {
      table.row(
          revision.at("number").shown(),
          revision.at("commit").shown(),
          revision.at("at").time(),
          screen.actor(revision.at("actor")),
          revision.at("from").shown(),
          revision.at("reason").text());
    }
    return table;
  }

  private static Table table(Screen screen, List<JsonValue> revisions) {
    Table table =
        new Table("REVISION", "COMMIT", "AT", "BY", "FROM", "CHANGES", "REASON")
            .alignRight(0)
            .alignRight(5)
            .wrap(6)
            .least(4, 5, 3);
    for (JsonValue revision : revisions) {
      long changes = revision.at("changes").number().orElse(0);
      table.row(
          revision.at("number").shown(),
          revision.at("commit").shown(),
          revision.at("at").time(),
          screen.actor(revision.at("actor")),
          revision.at("from").shown(),
          changes == 0 ? "policy file" : String.valueOf(changes),
          revision.at("reason").text());
    }
    return table;
  }

  private static Table changes(Screen screen, JsonValue revision) {
    Table table =
        new Table("REVISION", "COMMIT", "AT", "BY", "CHANGE").alignRight(0).wrap(4).least(3, 2);
    List<String> changes = new ArrayList<>();
    revision.at("changes").items().forEach(one -> changes.add(change(one)));
    revision.at("unset").items().forEach(one -> changes.add(unset(one)));
    table.cells(
        Table.Cell.plain(revision.at("number").shown()),
        Table.Cell.plain(revision.at("commit").shown()),
        Table.Cell.plain(revision.at("at").time()),
        Table.Cell.plain(screen.actor(revision.at("actor"))),
        new Table.Cell(changes.isEmpty() ? List.of("policy file") : changes, Paint.PLAIN));
    return table;
  }

  private static String unset(JsonValue one) {
    return PlanView.target(one) + " " + one.at("setting").text() + " override taken away";
  }

  private static String change(JsonValue change) {
    String word = change.at("setting").text();
    return PlanView.target(change) + " " + word + " " + SettingText.text(word, change.at("value"));
  }
}
