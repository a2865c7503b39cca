package dev.losslessd.cli;

import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "flight",
    description = {
      "How the fast counters of a NIC port grew in the last two minutes.",
      "Only those that moved; needs 'poll: {fast: ...}' in the config."
    })
final class FlightVerb extends RemoteVerb {
  @Parameters(index = "0", paramLabel = "PORT", description = "device:port.")
  private String port = "";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "First read: 2026-03-01T10:09:50Z, or -30s before now.")
  private String from = "";

  @Option(names = "--to", paramLabel = "TIME", description = "Last read, in the same words.")
  private String to = "";

  @Option(
      names = "--every",
      paramLabel = "SPAN",
      description = "One line for each so long, like 100ms. Default: 1s; 'all' for each read.")
  private String every = "1s";

  @Override
  int ask(Session session) {
    Map<String, String> query = new TreeMap<>();
    put(query, "from", from);
    put(query, "to", to);
    put(query, "every", every.equals("all") ? "" : every);
    String path = Paths.resource(Target.port(Paths.port(port))) + "/flight";
    JsonValue flight = session.daemon().get(path + Paths.query(query));
    session.screen().document(flight);
    print(session.screen(), flight.at("counters").items(), flight.at("reads").items());
    return ExitCode.OK;
  }

  private static void put(Map<String, String> query, String name, String value) {
    if (!value.isEmpty()) {
      query.put(name, value);
    }
  }

  private static void print(Screen screen, List<JsonValue> counters, List<JsonValue> reads) {
    List<Integer> moved = new ArrayList<>();
    for (int n = 0; n < counters.size(); n++) {
      int column = n;
      if (reads.stream().map(read -> value(read, column)).distinct().count() > 1) {
        moved.add(n);
      }
    }
    List<String> head = new ArrayList<>(List.of("AT"));
    moved.forEach(n -> head.add(counters.get(n).at("name").text()));
    Table table = new Table(head.toArray(String[]::new));
    for (int n = 1; n < head.size(); n++) {
      table.alignRight(n).wrap(n);
    }
    for (int read = 1; read < reads.size() && !moved.isEmpty(); read++) {
      table.row(row(reads.get(read - 1), reads.get(read), moved));
    }
    screen.table(table, "No counter moved in " + reads.size() + " reads.");
  }

  private static String[] row(JsonValue before, JsonValue now, List<Integer> columns) {
    List<String> row = new ArrayList<>(List.of(now.at("at").text()));
    for (int column : columns) {
      row.add(grown(value(before, column), value(now, column)));
    }
    return row.toArray(String[]::new);
  }

  /** A fall is a reset or a wrap: how much it grew is not known. */
  private static String grown(OptionalLong before, OptionalLong now) {
    if (before.isEmpty() || now.isEmpty()) {
      return "-";
    }
    long grown = now.getAsLong() - before.getAsLong();
    return grown < 0 ? "?" : String.valueOf(grown);
  }

  private static OptionalLong value(JsonValue read, int column) {
    return read.at("values").items().get(column).number();
  }
}
