package dev.losslessd.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "save",
    description = {
      "Make what runs on a switch survive its reboot.",
      "Refused while a commit of any agent is open there, and while others have unsaved changes.",
      "Confirmed settings of another losslessd agent are saved too."
    })
final class SaveVerb extends RemoteVerb {
  @Parameters(index = "0", paramLabel = "DEVICE", description = "The switch.")
  private String device = "";

  @Option(
      names = "--with-foreign",
      description = "Save unsaved changes of others too, except open commits of other agents.")
  private boolean withForeign;

  @Option(names = "--dry-run", description = "Only tell what is not saved.")
  private boolean dryRun;

  @Mixin private final Consent consent = new Consent();

  @Override
  int ask(Session session) {
    session.daemon().progress().requests("the daemon compares what " + device + " has saved");
    Screen screen = session.screen();
    JsonValue unsaved = send(session, true);
    boolean nothing = isNothing(unsaved);
    if (dryRun && nothing) {
      return end(screen, unsaved);
    }
    lines(screen, "Not saved:", unsaved.at("ours"));
    lines(screen, "Not saved, and not ours:", unsaved.at("foreign"));
    if (dryRun) {
      screen.document(unsaved);
      return ExitCode.FINDING;
    }
    List<String> hazards =
        nothing ? List.of() : List.of(device + ": its startup configuration is written");
    if (!consent.isGiven(session, unsaved, hazards, "Save them?")) {
      return ExitCode.FINDING;
    }
    session.daemon().progress().requests("the daemon saves the configuration of " + device);
    return end(screen, send(session, false));
  }

  private static boolean isNothing(JsonValue unsaved) {
    return unsaved.at("ours").items().isEmpty() && unsaved.at("foreign").items().isEmpty();
  }

  private int end(Screen screen, JsonValue saved) {
    screen.document(saved);
    if (isNothing(saved)) {
      screen.line(device + " is saved: it comes up with what runs.");
      return ExitCode.OK;
    }
    screen.line("");
    lines(screen, "Saved:", saved.at("ours"));
    lines(screen, "Saved, and not ours:", saved.at("foreign"));
    return ExitCode.OK;
  }

  private JsonValue send(Session session, boolean asDryRun) {
    Map<String, Object> body = Map.of("withForeign", withForeign, "dryRun", asDryRun);
    return session.daemon().post("devices/" + Paths.device(device) + ":save", JsonValue.of(body));
  }

  private static void lines(Screen screen, String title, JsonValue lines) {
    if (!lines.items().isEmpty()) {
      screen.line(title);
      lines.items().forEach(line -> screen.line("  " + line.text()));
    }
  }
}
