package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A verb that changes one setting of one port, or of a whole switch, as one commit. */
abstract class SettingVerb extends RemoteVerb {
  @Mixin private final WriteOptions options = new WriteOptions();
  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      description = "device:port, or device for a whole switch.")
  private String text = "";

  @Parameters(
      index = "1",
      paramLabel = "SETTING",
      completionCandidates = CompletionVerb.Settings.class,
      descriptionKey = CommandTree.SETTINGS)
  private String setting = "";

  @Option(names = "--dry-run", description = "Show the plan and write nothing.")
  private boolean dryRun;

  @Option(names = "--wait", description = "Wait until it is applied and read back.")
  private boolean wait;

  @Option(names = "--confirm", description = "Wait, and confirm at once after the read-back.")
  private boolean confirm;

  /** Asks for the change of a resource. */
  interface Send {
    /**
     * @param path with its query
     * @param version the ETag of the resource as it was read
     */
    JsonValue to(Daemon daemon, String path, String version);
  }

  /** Reads the arguments before anything is asked of the daemon. */
  abstract Send wish(SettingKind kind);

  @Override
  final int ask(Session session) {
    Target target = Paths.target(text);
    SettingKind kind = Paths.setting(setting);
    Send wish = wish(kind);
    String path = Paths.resource(target, kind);
    String version =
        session
            .daemon()
            .fetch(path)
            .etag()
            .orElseThrow(() ->
                new CliException(
                    ExitCode.DEVICE,
                    "the daemon gave no version (ETag) of " + target + " " + kind.word()));
    return dryRun ? plan(session, path, version, wish) : commit(session, path, version, wish);
  }

  private int plan(Session session, String path, String version, Send wish) {
    Map<String, List<String>> query = options.query();
    query.put("dryRun", List.of("true"));
    JsonValue plan = wish.to(session.daemon(), path + Paths.repeated(query), version);
    session.screen().document(plan);
    PlanView.print(session.screen(), plan, options.whenIdle());
    return PlanView.refused(plan) ? ExitCode.FINDING : changedExit.exitCode(PlanView.changes(plan));
  }

  private int commit(Session session, String path, String version, Send wish) {
    JsonValue commit = wish.to(session.daemon(), path + Paths.repeated(options.query()), version);
    if (commit.at("state").isNothing()) {
      session.screen().document(commit);
      session.screen().line("Nothing to do: " + text + " " + setting + " is so already.");
      return changedExit.exitCode(false);
    }
    CommitFlow flow = new CommitFlow(session);
    JsonValue end = confirm ? flow.confirm(commit) : wait ? flow.settle(commit) : commit;
    PlanView.print(session.screen(), end.at("plan"), CommitView.staged(end));
    session.screen().line("");
    return confirm
        ? flow.reportConfirmed(end, changedExit.wanted())
        : flow.report(end, changedExit.wanted());
  }
}
