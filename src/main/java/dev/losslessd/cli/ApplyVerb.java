package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "apply",
    description = {
      "Write the plan, read it back, and await a confirm.",
      "With -f only what a file wants, as overrides; the second time it does nothing."
    })
final class ApplyVerb extends RemoteVerb {
  @Mixin private final PlannedCommit commit = new PlannedCommit();
  @Mixin private final WaveOptions waves = new WaveOptions();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "YAML or JSON: targets, and of each its settings. Fields that it does not name stay as"
              + " wanted; null takes an override away.")
  private @Nullable Path file;

  @Override
  int ask(Session session) {
    PlannedCommit.Work work = file == null ? new Whole(session.daemon()) : patch(session, file);
    return commit.run(session, waves, work);
  }

  /** All that is wanted. */
  private record Whole(Daemon daemon) implements PlannedCommit.Work {
    @Override
    public JsonValue plan(Fields options) {
      return daemon.post("plans", JsonValue.of(options));
    }

    @Override
    public JsonValue begin(Fields options) {
      return daemon.post("commits", JsonValue.of(options));
    }

    @Override
    public boolean isDone(JsonValue plan) {
      return !PlanView.changes(plan);
    }
  }

  private static PlannedCommit.Work patch(Session session, Path file) {
    JsonValue wishes = WishFile.read(file);
    String version =
        session
            .daemon()
            .fetch("intent?limit=1")
            .etag()
            .orElseThrow(() ->
                new CliException(
                    ExitCode.DEVICE, "the daemon gave no version (ETag) of the intent"));
    return new Patch(session.daemon(), wishes, version);
  }

  /**
   * A merge patch of the intent.
   *
   * @param version of the intent before it
   */
  private record Patch(Daemon daemon, JsonValue wishes, String version)
      implements PlannedCommit.Work {
    @Override
    public JsonValue plan(Fields options) {
      Map<String, List<String>> query = WriteOptions.query(options);
      query.put("dryRun", List.of("true"));
      return daemon.patch("intent" + Paths.repeated(query), version, wishes);
    }

    @Override
    public JsonValue begin(Fields options) {
      return daemon.patch("intent" + Paths.repeated(WriteOptions.query(options)), version, wishes);
    }

    /** It is wanted once an override or the file says it, not where a device happens to have it. */
    @Override
    public boolean isDone(JsonValue plan) {
      return plan.at("holds").isTrue();
    }
  }
}
