package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd release [DEVICE...] [--restore | --keep | --undo]}. */
@Command(
    name = "release",
    description = {
      "Leave devices: put back what was found, or keep what is there.",
      "Afterwards nothing is wanted there. Without an option: what was changed.",
      "  E.g. release leaf1 --restore --dry-run"
    })
final class ReleaseVerb extends RemoteVerb {
  private static final String ROUTE = "releases";

  @Parameters(
      arity = "0..*",
      paramLabel = "DEVICE",
      description = "Default: all that this agent has changed.")
  private List<String> devices = List.of();

  @ArgGroup private @Nullable How how;

  @Option(names = "--overwrite", description = "Restore also what somebody else set since.")
  private boolean overwrite;

  @Mixin private final PlannedCommit commit = new PlannedCommit();
  @Mixin private final WaveOptions waves = new WaveOptions();
  @Mixin private final LeaveOption leave = new LeaveOption();

  /** What becomes of the devices. */
  static final class How {
    @Option(names = "--restore", description = "Put back what was found before the first write.")
    private boolean restore;

    @Option(names = "--keep", description = "Keep all values; take names of ours away.")
    private boolean keep;

    @Option(names = "--undo", description = "Manage them again; nothing is written to them.")
    private boolean undo;
  }

  @Override
  int ask(Session session) {
    How wanted = how;
    if (wanted == null) {
      return show(session, session.daemon().list(ROUTE));
    }
    if (wanted.undo) {
      return giveBack(session);
    }
    List<String> names = devices.isEmpty() ? changed(session) : devices;
    if (names.isEmpty()) {
      session.screen().line("This agent has changed no device that it has not left.");
      return ExitCode.OK;
    }
    session.screen().line("Devices: " + String.join(", ", names));
    String restoreOrKeep = wanted.restore ? "restore" : "keep";
    Body body = new Body(session.daemon(), names, restoreOrKeep, overwrite, leave);
    int code = wanted.keep ? keep(session, body) : commit.run(session, waves, body);
    if (code == ExitCode.OK && !commit.isDryRun()) {
      tellUnsaved(session, names);
    }
    return code;
  }

  /** Hints only: the release stands, whether or not a switch answers this. */
  private static void tellUnsaved(Session session, List<String> names) {
    for (JsonValue one : session.daemon().list("devices").at("items").items()) {
      String device = one.at("name").text();
      if (names.contains(device) && one.at("kind").text().equals("switch")) {
        tellUnsaved(session, device);
      }
    }
  }

  private static void tellUnsaved(Session session, String device) {
    String save = "'losslessd save " + device + "'";
    try {
      if (!UnsavedView.of(session, device).at("ours").items().isEmpty()) {
        session.screen().line(device + " is not saved: " + save + " is still to do");
      }
    } catch (CliException e) {
      session.screen().line("Not known whether " + device + " is saved: " + e.getMessage());
    }
  }

  private static List<String> changed(Session session) {
    return session.daemon().list(ROUTE).at("items").items().stream()
        .filter(one -> one.at("state").text().equals("managed"))
        .map(one -> one.at("device").text())
        .toList();
  }

  private int giveBack(Session session) {
    if (devices.isEmpty()) {
      throw CliException.usage("release --undo of what? Name the devices to manage again");
    }
    JsonValue left = session.daemon().list(ROUTE);
    for (String device : devices) {
      left = session.daemon().delete(ROUTE + "/" + Paths.device(device));
    }
    return show(session, left);
  }

  private int keep(Session session, Body body) {
    JsonValue now = body.plan(new Fields());
    session.screen().table(table(session.screen(), now.at("items").items()));
    if (commit.isDryRun()) {
      session.screen().document(now);
      return ExitCode.OK;
    }
    if (!commit.consent().isGiven(session, now, body.hazards(now), "Leave them as they are?")) {
      return ExitCode.FINDING;
    }
    session.screen().line("");
    return show(session, body.begin(commit.reason()));
  }

  /** The fields of the request beside those of a commit. */
  private record Body(
      Daemon daemon, List<String> devices, String how, boolean overwrite, LeaveOption leave)
      implements PlannedCommit.Work {
    private JsonValue send(String query, Fields options) {
      return daemon.post(
          ROUTE + query,
          JsonValue.of(
              leave
                  .with(options)
                  .with("devices", devices)
                  .with("how", how)
                  .withAny("overwrite", overwrite)));
    }

    @Override
    public JsonValue plan(Fields options) {
      return send("?dryRun=true", options);
    }

    @Override
    public JsonValue begin(Fields options) {
      return send("", options);
    }

    /** A device is left as a whole. */
    @Override
    public List<String> hazards(JsonValue plan) {
      return devices.stream().map(device -> device + ": the whole device is released").toList();
    }

    /** A release is one even where no setting changes. */
    @Override
    public boolean isDone(JsonValue plan) {
      return false;
    }
  }

  private static int show(Session session, JsonValue list) {
    Screen screen = session.screen();
    screen.show(list, table(screen, list.at("items").items()), "This agent has changed no device.");
    return ExitCode.OK;
  }

  private static Table table(Screen screen, List<JsonValue> items) {
    Table table =
        new Table("DEVICE", "STATE", "CHANGED", "BY", "NAMES OF OURS THERE")
            .alignRight(2)
            .wrap(4)
            .least(3);
    for (JsonValue one : items) {
      table.row(
          one.at("device").text(),
          one.at("state").text(),
          one.at("changed").shown(),
          one.at("actor").isNothing() ? "" : screen.actor(one.at("actor")),
          lines(one.at("names"), JsonValue::text));
    }
    return table;
  }

  private static String lines(JsonValue list, Function<JsonValue, String> text) {
    List<JsonValue> all = new ArrayList<>(list.items());
    return all.isEmpty() ? "none" : all.stream().map(text).collect(Collectors.joining(", "));
  }
}
