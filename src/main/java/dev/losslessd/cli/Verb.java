package dev.losslessd.cli;

import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * One word after {@code losslessd}.
 *
 * @param group its heading in {@code --help}
 * @param make the command; made only when its word was given, which saves 40 ms of each start
 */
record Verb(String name, String group, Supplier<CommandLine> make) {
  private static final String RUN = "Run";
  private static final String CHANGE = "Change";
  private static final String COMMIT = "Keep or undo";
  private static final String LOOK = "Look";
  private static final String SETUP = "Set up";

  /** In the order of {@code --help}. */
  static final List<Verb> ALL =
      List.of(
          of("discover", SETUP, LocalCommands.Discover::new),
          new Verb("nic", SETUP, Verb::nic),
          new Verb("config", SETUP, Verb::config),
          new Verb("env", SETUP, Verb::env),
          of("version", SETUP, LocalCommands.Version::new),
          new Verb("token", SETUP, Verb::token),
          of("completion", SETUP, CompletionVerb::new),
          of("man", SETUP, ManVerb::new),
          of("run", RUN, LocalCommands.Run::new),
          of("demo", RUN, SimulatorCommands.Demo::new),
          new Verb("fabric", RUN, Verb::fabric),
          of("recover", RUN, LocalCommands.Recover::new),
          of("status", LOOK, ReadVerbs.Status::new),
          of("findings", LOOK, ReadVerbs.Findings::new),
          of("check", LOOK, CheckVerb::new),
          of("events", LOOK, EventsVerb::new),
          of("drift", LOOK, ReadVerbs.Drift::new),
          of("diff", LOOK, DiffVerb::new),
          of("contract", LOOK, ContractVerb::new),
          of("devices", LOOK, DevicesVerb::new),
          of("ports", LOOK, PortsVerb::new),
          of("counters", LOOK, CountersVerb::new),
          of("flight", LOOK, FlightVerb::new),
          of("get", LOOK, ReadVerbs.Get::new),
          of("nccl-log", LOOK, NcclLogVerb::new),
          of("bundle", LOOK, BundleVerb::new),
          new Verb("audit", LOOK, Verb::audit),
          new Verb("journal", LOOK, Verb::journal),
          of("plan", CHANGE, PlanVerb::new),
          of("apply", CHANGE, ApplyVerb::new),
          of("set", CHANGE, SettingVerb.SetVerb::new),
          of("unset", CHANGE, SettingVerb.UnsetVerb::new),
          of("maintenance", CHANGE, MaintenanceVerb::new),
          of("freeze", CHANGE, ReadVerbs.Freeze::new),
          of("thaw", CHANGE, ReadVerbs.Thaw::new),
          of("confirm", COMMIT, CommitVerbs.Confirm::new),
          of("cancel", COMMIT, CommitVerbs.Cancel::new),
          of("extend", COMMIT, CommitVerbs.Extend::new),
          of("retry", COMMIT, CommitVerbs.Retry::new),
          of("abandon", COMMIT, CommitVerbs.Abandon::new),
          of("save", COMMIT, SaveVerb::new),
          of("accept", COMMIT, AcceptVerb::new),
          of("trust", COMMIT, TrustVerb::new),
          of("release", COMMIT, ReleaseVerb::new),
          of("rollback", COMMIT, CommitVerbs.Rollback::new),
          of("commits", COMMIT, CommitVerbs.Commits::new),
          of("revisions", COMMIT, RevisionsVerb::new));

  private static Verb of(String name, String group, Supplier<ParsedVerb> make) {
    return new Verb(name, group, () -> new CommandLine(make.get()));
  }

  private static CommandLine nic() {
    return new CommandLine(new LocalCommands.Nic())
        .addSubcommand(new LocalCommands.NicParams())
        .addSubcommand(new FirmwareVerb());
  }

  private static CommandLine config() {
    return new CommandLine(new LocalCommands.Config())
        .addSubcommand(new LocalCommands.ConfigCheck())
        .addSubcommand(new LocalCommands.ConfigShow())
        .addSubcommand(new ConfigApplyVerb());
  }

  private static CommandLine token() {
    return new CommandLine(new TokenVerbs.Token())
        .addSubcommand(new TokenVerbs.Create())
        .addSubcommand(new TokenVerbs.ListAll())
        .addSubcommand(new TokenVerbs.Revoke());
  }

  private static CommandLine env() {
    return new CommandLine(new EnvVerb()).addSubcommand(new EnvCheckVerb());
  }

  private static CommandLine audit() {
    return new CommandLine(new JournalCommands.Audit())
        .addSubcommand(new JournalCommands.Show())
        .addSubcommand(new JournalCommands.Verify());
  }

  private static CommandLine journal() {
    return new CommandLine(new JournalCommands.Journal())
        .addSubcommand(new JournalCommands.Verify())
        .addSubcommand(new JournalCommands.Export());
  }

  /** After the first word of {@code ctl} all is the fabric's, dashes included. */
  private static CommandLine fabric() {
    return new CommandLine(new SimulatorCommands.Fabric())
        .addSubcommand(
            new CommandLine(new SimulatorCommands.FabricCtl()).setStopAtPositional(true));
  }
}
