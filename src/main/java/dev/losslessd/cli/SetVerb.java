package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd set TARGET SETTING VALUE...}. */
@Command(
    name = "set",
    description = {
      "Set one setting of one port, or of a whole switch.",
      "  E.g. set gpu01:ens1f0np0 pfc 3",
      "       set gpu01:ens1f0np0 dcqcn minTimeBetweenCnpsMicros=4",
      "       set leaf1 ecn 3=400000,1600000,20 --accept-scope"
    })
final class SetVerb extends RemoteVerb {
  @Mixin private final WriteOptions options = new WriteOptions();
  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Parameters(
      index = "0",
      paramLabel = "TARGET",
      description = "device:port, or device for a whole switch.")
  private String text = "";

  @Parameters(index = "1", paramLabel = "SETTING", description = SettingArguments.WORDS)
  private String setting = "";

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "VALUE",
      description = "The value; its form is the setting's.")
  private final List<String> values = new ArrayList<>();

  @Option(names = "--dry-run", description = "Show the plan and write nothing.")
  private boolean dryRun;

  @Option(names = "--wait", description = "Wait until it is applied and read back.")
  private boolean wait;

  @Option(names = "--confirm", description = "Wait, and confirm at once after the read-back.")
  private boolean confirm;

  SetVerb(Context context) {
    super(context);
  }

  @Override
  int ask(Session session) {
    Target target = Paths.target(text);
    SettingKind kind = Paths.setting(setting);
    Doc value = SettingArguments.parse(kind, values);
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
    return dryRun ? plan(session, path, version, value) : commit(session, path, version, value);
  }

  private int plan(Session session, String path, String version, Doc value) {
    Map<String, List<String>> query = options.query();
    query.put("dryRun", List.of("true"));
    Doc plan = session.daemon().put(path + Paths.repeated(query), version, value);
    session.screen().document(plan);
    PlanView.print(session.screen(), plan);
    return PlanView.refused(plan) ? ExitCode.FINDING : changedExit.exitCode(PlanView.changes(plan));
  }

  private int commit(Session session, String path, String version, Doc value) {
    Doc commit = session.daemon().put(path + Paths.repeated(options.query()), version, value);
    CommitFlow flow = new CommitFlow(session);
    Doc end = confirm ? flow.confirm(commit) : wait ? flow.settle(commit) : commit;
    PlanView.print(session.screen(), end.at("plan"));
    session.screen().line("");
    return confirm
        ? flow.reportConfirmed(end, changedExit.wanted())
        : flow.report(end, changedExit.wanted());
  }
}
