package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A verb that changes one setting of one port, or of a whole switch, as one commit. */
abstract class SettingVerb extends RemoteVerb {
  @Mixin private final PlannedCommit commit = new PlannedCommit();

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
    commit.requireSound();
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
    return commit.run(session, new OneSetting(session.daemon(), path, version, wish));
  }

  /**
   * The change of one resource.
   *
   * @param version of the resource before it
   */
  private record OneSetting(Daemon daemon, String path, String version, Send wish)
      implements PlannedCommit.Work {
    @Override
    public JsonValue plan(Fields options) {
      Map<String, List<String>> query = query(options);
      query.put("dryRun", List.of("true"));
      return wish.to(daemon, path + Paths.repeated(query), version);
    }

    @Override
    public JsonValue begin(Fields options) {
      return wish.to(daemon, path + Paths.repeated(query(options)), version);
    }

    /** It is wanted once an override or the file says it, not where a device happens to have it. */
    @Override
    public boolean isDone(JsonValue plan) {
      return plan.at("holds").isTrue();
    }

    /** One setting goes in no waves, which could be held. */
    private static Map<String, List<String>> query(Fields options) {
      Map<String, List<String>> query = WriteOptions.query(options);
      query.remove(IdlePorts.FIELD);
      return query;
    }
  }

  /** {@code losslessd set TARGET SETTING VALUE...}. */
  @Command(
      name = "set",
      description = {
        "Set one setting of one port, or of a whole switch.",
        "  E.g. set gpu01:ens1f0np0 pfc 3",
        "       set gpu01:ens1f0np0 dcqcn minTimeBetweenCnpsMicros=4",
        "       set leaf1 ecn 3=400000,1600000,20 --accept-scope"
      })
  static final class SetVerb extends SettingVerb {
    @Parameters(
        index = "2..*",
        arity = "1..*",
        paramLabel = "VALUE",
        description = "The value; its form is the setting's.")
    private final List<String> values = new ArrayList<>();

    @Override
    Send wish(SettingKind kind) {
      JsonValue value = SettingArguments.parse(kind, values);
      return (daemon, path, version) -> daemon.put(path, version, value);
    }
  }

  /** {@code losslessd unset TARGET SETTING}. */
  @Command(
      name = "unset",
      description = {
        "Take an override away: the file's value is in force again.",
        "Where the file wants nothing, the device stays as it is.",
        "  E.g. unset gpu01:ens1f0np0 pfc"
      })
  static final class UnsetVerb extends SettingVerb {
    @Override
    Send wish(SettingKind kind) {
      return Daemon::delete;
    }
  }
}
