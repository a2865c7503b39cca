package dev.losslessd.cli;

import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd maintenance [TARGET --for TIME --reason TEXT | TARGET --end]}. */
@Command(
    name = "maintenance",
    description = {
      "Write, repair and alert nothing where people work, for a time.",
      "Without TARGET: what is in maintenance, and until when.",
      "  E.g. maintenance leaf1 --for 2h --reason \"new optics\"",
      "       maintenance leaf1:Ethernet1/1 --end"
    })
final class MaintenanceVerb extends RemoteVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "device:port, or a device with all its ports.")
  private String text = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = WriteOptions.Window.class,
      description = "It ends by itself then: 30m, 2h; 72h at most.")
  private @Nullable Duration length;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "What is done there; kept in the journal and in the audit.")
  private String reason = "";

  @Option(names = "--end", description = "End it before its time; undos that waited go on.")
  private boolean end;

  @Override
  int ask(Session session) {
    boolean begins = length != null || !reason.isEmpty();
    if (text.isEmpty()) {
      if (begins || end) {
        throw CliException.usage("maintenance of what? Name a device, or a port: device:port");
      }
      return show(session, session.daemon().list("maintenance"));
    }
    String path = path(Paths.target(text));
    if (end && !begins) {
      return show(session, session.daemon().delete(path));
    }
    Duration time = length;
    if (end || time == null || reason.isBlank()) {
      throw CliException.usage(
          "maintenance " + text + ": expected --for TIME and --reason TEXT, or --end alone");
    }
    Map<String, Object> body = Map.of("for", WriteOptions.seconds(time), "reason", reason);
    return begun(session, session.daemon().put(path, JsonValue.of(body)));
  }

  private static String path(Target target) {
    return switch (target) {
      case Target.Port port -> "maintenance/" + port.device() + "/" + port.id().name();
      case Target.Device box -> "maintenance/" + box.device();
    };
  }

  private static int begun(Session session, JsonValue one) {
    Screen screen = session.screen();
    screen.document(one);
    String target = PlanView.target(one);
    screen.line(
        "%s is in maintenance until %s; then it ends by itself."
            .formatted(target, one.at("until").time()));
    screen.line("  end it now: losslessd maintenance " + target + " --end");
    if (!one.at("openCommits").items().isEmpty()) {
      screen.line(
          screen.paint(
              Paint.CHANGE, "  still open there: " + open(one) + "; an undo waits until the end."));
    }
    return ExitCode.OK;
  }

  private static int show(Session session, JsonValue list) {
    List<JsonValue> items = list.at("items").items();
    session.screen().show(list, table(session.screen(), items), "Nothing is in maintenance.");
    return ExitCode.OK;
  }

  static Table table(Screen screen, List<JsonValue> items) {
    Table table =
        new Table("MAINTENANCE", "UNTIL", "BY", "OPEN COMMITS", "REASON").wrap(3, 4).least(2);
    for (JsonValue one : items) {
      table.row(
          PlanView.target(one),
          screen.deadline(one.at("until")),
          screen.actor(one.at("actor")),
          open(one),
          one.at("reason").shown());
    }
    return table;
  }

  private static String open(JsonValue one) {
    List<JsonValue> open = one.at("openCommits").items();
    return open.isEmpty()
        ? "none"
        : open.stream().map(JsonValue::text).collect(Collectors.joining(", "));
  }
}
