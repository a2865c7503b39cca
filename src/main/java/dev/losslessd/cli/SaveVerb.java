package dev.losslessd.cli;

import java.util.Map;
import picocli.CommandLine.Command;
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

  @Override
  int ask(Session session) {
    String path = "devices/" + Paths.device(device) + ":save";
    JsonValue told =
        session
            .daemon()
            .post(path, JsonValue.of(Map.of("withForeign", withForeign, "dryRun", dryRun)));
    Screen screen = session.screen();
    screen.document(told);
    boolean nothing = told.at("ours").items().isEmpty() && told.at("foreign").items().isEmpty();
    if (nothing) {
      screen.line(device + " is saved: it comes up with what runs.");
      return ExitCode.OK;
    }
    lines(screen, dryRun ? "Not saved:" : "Saved:", told.at("ours"));
    lines(screen, dryRun ? "Not saved, and not ours:" : "Saved, and not ours:", told.at("foreign"));
    return dryRun ? ExitCode.FINDING : ExitCode.OK;
  }

  private static void lines(Screen screen, String title, JsonValue lines) {
    if (!lines.items().isEmpty()) {
      screen.line(title);
      lines.items().forEach(line -> screen.line("  " + line.text()));
    }
  }
}
