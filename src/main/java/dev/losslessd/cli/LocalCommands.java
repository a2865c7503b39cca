package dev.losslessd.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verbs that {@code app} does: here they are only parsed. */
final class LocalCommands {
  private LocalCommands() {}

  /** The config file of a verb. */
  static final class ConfigOption {
    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "Default: LOSSLESSD_CONFIG, else /etc/losslessd/losslessd.yaml.")
    private @Nullable Path file;

    Path file(Context context) {
      return file == null ? context.environment().config() : file;
    }
  }

  @Command(name = "run", description = "The daemon, in the foreground.")
  static final class Run implements ParsedVerb {
    @Mixin private final ConfigOption config = new ConfigOption();

    @Option(names = "--socket", paramLabel = "PATH", description = "Listen here instead.")
    private @Nullable Path socket;

    @Override
    public int run(Context context) {
      return context
          .local()
          .run(new LocalVerbs.RunOptions(config.file(context), Optional.ofNullable(socket)));
    }
  }

  @Command(name = "discover", description = "The NICs of this host and what each can do.")
  static final class Discover implements ParsedVerb {
    @Mixin private final ConfigOption config = new ConfigOption();

    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().discover(config.file(context), output.screen(context));
    }
  }

  @Command(
      name = "nic",
      description = "What is known of NICs' parameters, and what their firmware keeps.")
  static final class Nic implements ParsedVerb {
    @Override
    public int run(Context context) {
      throw CliException.usage("nic needs 'params' or 'firmware PORT'");
    }
  }

  @Command(
      name = "params",
      description = {
        "Congestion control (DCQCN) parameters: unit, hard range, default, advice,",
        "what each driver calls them and where that is written down."
      })
  static final class NicParams implements ParsedVerb {
    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().nicParams(output.screen(context));
    }
  }

  @Command(
      name = "config",
      description = "Check a config file, show how it is understood, or take it over.")
  static final class Config implements ParsedVerb {
    @Override
    public int run(Context context) {
      throw CliException.usage("config needs 'check FILE', 'show [FILE]' or 'apply'");
    }
  }

  /** {@code losslessd config check FILE}. */
  @Command(name = "check", description = "Every error of a config file, with its line.")
  static final class ConfigCheck implements ParsedVerb {
    @Parameters(index = "0", paramLabel = "FILE", description = "The file to check.")
    private Path file = Path.of(".");

    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context.local().configCheck(file, output.screen(context));
    }
  }

  /** {@code losslessd config show [FILE]}. */
  @Command(
      name = "show",
      description = "A config file with all defaults, as YAML if not told otherwise.")
  static final class ConfigShow implements ParsedVerb {
    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "FILE",
        description = "Default: LOSSLESSD_CONFIG, else /etc/losslessd/losslessd.yaml.")
    private @Nullable Path file;

    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      Path shown = file == null ? context.environment().config() : file;
      return context.local().configShow(shown, output.screen(context));
    }
  }

  @Command(
      name = "recover",
      description = {
        "Roll back what a dead daemon left open, or say when it is due.",
        "The dead-man timer calls this; there is no harm in calling it twice."
      })
  static final class Recover implements ParsedVerb {
    @Mixin private final ConfigOption config = new ConfigOption();

    @Option(
        names = "--when-due",
        description =
            "Only if the time of a dead-man file in the state folder is over; else say when it is.")
    private boolean whenDue;

    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      return context
          .local()
          .recover(
              new LocalVerbs.RecoverOptions(config.file(context), whenDue), output.screen(context));
    }
  }

  @Command(name = "version", description = "The version of this program.")
  static final class Version implements ParsedVerb {
    @Mixin private final OutputOption output = new OutputOption();

    @Override
    public int run(Context context) {
      Screen screen = output.screen(context);
      screen.document(Map.of("version", context.local().version()));
      screen.line("losslessd " + context.local().version());
      return ExitCode.OK;
    }
  }
}
