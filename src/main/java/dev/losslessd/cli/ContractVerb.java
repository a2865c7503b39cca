package dev.losslessd.cli;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict.Words;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "contract",
    description = {
      "Whether both ends of each link fit together.",
      "Exits with 1 if any contract is broken; unknown is not broken."
    })
final class ContractVerb extends RemoteVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PORT",
      description = "device:port; only the link that ends there.")
  private String port = "";

  @Override
  int ask(Session session) {
    JsonValue answer = port.isEmpty() ? all(session) : of(session, Paths.port(port));
    List<JsonValue> links = answer.at("items").items();
    session
        .screen()
        .show(answer, table(links), "No link is known: declare 'links', or enable LLDP.");
    return links.stream().anyMatch(link -> paint(link.at("verdict")) == Paint.BAD)
        ? ExitCode.FINDING
        : ExitCode.OK;
  }

  private static JsonValue all(Session session) {
    return session.daemon().list("links");
  }

  private static JsonValue of(Session session, PortId end) {
    List<Object> links =
        all(session).at("items").items().stream()
            .filter(link ->
                link.at("a").text().equals(end.toString())
                    || link.at("b").text().equals(end.toString()))
            .map(link -> Objects.requireNonNull(link.raw()))
            .toList();
    if (links.isEmpty()) {
      throw CliException.notFound(
          "no known link ends at " + end + "; 'losslessd contract' shows all");
    }
    return JsonValue.of(Map.of("items", links));
  }

  /** A heading per link, and below it one row per check. */
  private static Table table(List<JsonValue> links) {
    Table table = new Table("  CHECK", "VERDICT", "A", "B").wrap(2, 3);
    for (JsonValue link : links) {
      table.heading(
          new Table.Cell(
              link.at("a").shown() + " <-> " + link.at("b").shown(), paint(link.at("verdict"))));
      for (JsonValue check : link.at("checks").items()) {
        JsonValue verdict = check.at("verdict");
        table.cells(
            Table.Cell.plain("  " + check.at("name").shown()),
            new Table.Cell(verdict.shown(), paint(verdict)),
            Table.Cell.plain(check.at("a").shown()),
            Table.Cell.plain(check.at("b").shown()));
        if (!check.at("why").text().isEmpty()) {
          table.heading(Table.Cell.plain("      " + check.at("why").shown()));
        }
      }
    }
    return table;
  }

  private static Paint paint(JsonValue verdict) {
    return NcclLogView.paint(Words.LINK.verdict(verdict.text()));
  }
}
