package dev.losslessd.cli;

import dev.losslessd.model.ReloadOutcome;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code losslessd config apply [--dry-run] [--yes]}. */
@Command(
    name = "apply",
    description = {
      "Take the daemon's config file over without a restart.",
      "It is taken as a whole or not at all: one key that needs a restart keeps all back."
    })
final class ConfigApplyVerb extends RemoteVerb {
  private static final String PATH = "config:reload";
  private static final int MOST = 40;

  @Mixin private final Consent consent = new Consent();

  @Option(
      names = "--dry-run",
      description = "Only show what would change. Exits with 1 if refused.")
  private boolean dryRun;

  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Override
  int ask(Session session) {
    if (!dryRun) {
      consent.require(session);
    }
    Screen screen = session.screen();
    JsonValue plan = session.daemon().post(PATH, JsonValue.of(Map.of("dryRun", true)));
    ReloadOutcome outcome = plan.at("outcome").as(ReloadOutcome.class);
    show(screen, plan);
    if (outcome == null) {
      throw new CliException(
          ExitCode.DEVICE, "unknown outcome of the daemon: " + plan.at("outcome").shown());
    }
    if (outcome == ReloadOutcome.REFUSED && dryRun) {
      screen.document(plan);
      return ExitCode.FINDING;
    }
    boolean changes = outcome == ReloadOutcome.APPLIED;
    if (dryRun) {
      screen.document(plan);
      return changedExit.exitCode(changes);
    }
    if (changes && !consent.isGiven(session, "Take this config over?")) {
      return ExitCode.FINDING;
    }
    // also where nothing changes or all is refused: the daemon remembers how its file was read
    JsonValue done =
        session.daemon().post(PATH, JsonValue.of(Map.of("digest", plan.at("digest").text())));
    screen.document(done);
    screen.line(changes ? "In force." : "Nothing to do.");
    return changedExit.exitCode(changes);
  }

  private static void show(Screen screen, JsonValue plan) {
    List<JsonValue> changes = plan.at("changes").items();
    changes.stream().limit(MOST).map(ConfigApplyVerb::line).forEach(screen::line);
    if (changes.size() > MOST) {
      screen.line("  and " + (changes.size() - MOST) + " more; --output json has all");
    }
    if (changes.isEmpty() && !plan.at("outcome").is(ReloadOutcome.REFUSED)) {
      screen.line("The file says what is in force.");
    }
    List<JsonValue> reasons = plan.at("reasons").items();
    if (!reasons.isEmpty()) {
      screen.line(screen.paint(Paint.BAD, "Not taken; nothing of it is in force:"));
      reasons.forEach(one -> screen.line("  " + reason(one)));
    }
  }

  private static String reason(JsonValue one) {
    String place = one.at("place").isNothing() ? "" : one.at("place").shown();
    return (place.isEmpty() ? "" : place + ": ") + one.at("message").shown();
  }

  private static String line(JsonValue one) {
    String restart = one.at("needsRestart").isTrue() ? " (needs a restart)" : "";
    return "  " + one.at("key").shown() + ": " + values(one) + restart;
  }

  private static String values(JsonValue one) {
    if (one.at("before").isNothing()) {
      return "added, " + one.at("after").shown();
    }
    return one.at("after").isNothing()
        ? "removed"
        : one.at("before").shown() + " -> " + one.at("after").shown();
  }
}
