package dev.losslessd.cli;

import java.nio.file.Path;
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

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "YAML or JSON: targets, and of each its settings; null takes an override away.")
  private @Nullable Path file;

  @Override
  int ask(Session session) {
    if (file == null) {
      return commit.run(session, new PlannedCommit.Work("plans", "commits", Map.of(), () -> true));
    }
    WishFile wishes = WishFile.read(file);
    return commit.run(
        session,
        new PlannedCommit.Work("plans", "commits", wishes.body(), () -> wishes.isWanted(session)));
  }
}
