package dev.losslessd.cli;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Verbs that only look, and the two that stop and resume all writing. */
final class ReadVerbs {
  private ReadVerbs() {}

  @Command(name = "status", description = "The daemon at a glance.")
  static final class Status extends WatchedVerb {
    @Mixin private final LabelOption label = new LabelOption();

    @Override
    int ask(Session session) {
      if (label.isGiven()) {
        JsonValue switches = label.switches(session);
        session.screen().document(switches);
        session.screen().table(StatusView.switches(session.screen(), switches.at("items").items()));
        return ExitCode.OK;
      }
      return show(session, session.daemon().get("status"));
    }

    static int show(Session session, JsonValue status) {
      session.screen().document(status);
      StatusView.print(session.screen(), status);
      return ExitCode.OK;
    }
  }

  @Command(name = "freeze", description = "Stop every write at once; survives a restart.")
  static final class Freeze extends RemoteVerb {
    @Override
    int ask(Session session) {
      return Status.show(session, session.daemon().post("freeze", JsonValue.of(Map.of())));
    }
  }

  @Command(name = "thaw", description = "Let writing go on, undos that became due included.")
  static final class Thaw extends RemoteVerb {
    @Override
    int ask(Session session) {
      return Status.show(session, session.daemon().post("thaw", JsonValue.of(Map.of())));
    }
  }

  @Command(name = "drift", description = "Where devices are not as wanted. Exits with 1 if any.")
  static final class Drift extends RemoteVerb {
    @Override
    int ask(Session session) {
      JsonValue drift = session.daemon().list("drift");
      List<JsonValue> items = drift.at("items").items();
      String none =
          SettingCounts.empty(
              drift, "No drift. Every device is as wanted.", "No drift in what is known.");
      session.screen().show(drift, StatusView.drift(items), none);
      SettingCounts.print(session.screen(), drift);
      return items.isEmpty() ? ExitCode.OK : ExitCode.FINDING;
    }
  }

  @Command(
      name = "findings",
      description = {
        "What is wrong and what to do about it.",
        "Exits with 1 if any finding is a warning or critical."
      })
  static final class Findings extends WatchedVerb {
    @Override
    int ask(Session session) {
      JsonValue findings = session.daemon().list("findings");
      List<JsonValue> items = findings.at("items").items();
      session.screen().document(findings);
      StatusView.findings(session.screen(), items);
      boolean serious =
          items.stream().anyMatch(item -> !item.at("severity").is(Finding.Severity.INFO));
      return serious ? ExitCode.FINDING : ExitCode.OK;
    }
  }

  /** {@code losslessd get TARGET [SETTING]}. */
  @Command(name = "get", description = "What is wanted of a port or switch, and what it says.")
  static final class Get extends RemoteVerb {
    @Parameters(
        index = "0",
        paramLabel = "TARGET",
        description = "device:port, or device for a whole switch.")
    private String text = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "SETTING",
        completionCandidates = CompletionVerb.Settings.class,
        descriptionKey = CommandTree.SETTINGS)
    private String setting = "";

    @Override
    int ask(Session session) {
      Target target = Paths.target(text);
      String path =
          setting.isEmpty()
              ? Paths.resource(target)
              : Paths.resource(target, Paths.setting(setting));
      JsonValue resource = session.daemon().get(path);
      session.screen().document(resource);
      if (setting.isEmpty()) {
        ResourceView.all(session.screen(), resource);
        return ExitCode.OK;
      }
      ResourceView.one(session.screen(), resource);
      return switch (resource.at("status").at("state").as(Reading.State.class)) {
        case VALUE, STAGED, UNSUPPORTED -> ExitCode.OK;
        case UNREAD -> ExitCode.DEVICE;
        case null -> ExitCode.DEVICE;
      };
    }
  }
}
