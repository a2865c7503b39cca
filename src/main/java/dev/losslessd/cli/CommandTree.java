package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;

/** All verbs, as the parser of the command line knows them. */
final class CommandTree {
  /** Key of the help text that lists the settings. */
  static final String SETTINGS = "settings";

  private CommandTree() {}

  /** Parses and runs one command. */
  static int execute(String[] args, Context context, Failures failures) {
    return commandLine(args, context, failures).execute(args);
  }

  /** {@code losslessd} without a verb. */
  @Command(
      name = "losslessd",
      synopsisSubcommandLabel = "VERB",
      description = "Keeps a RoCEv2 fabric lossless: one contract on both ends, read back.",
      footer = {
        "",
        "losslessd help VERB tells more. Exit codes: 0 ok, 1 finding or refusal,",
        "2 usage or missing prerequisite, 3 device failure, 4 not found, 5 no daemon",
        "reached, 6 no permission; 10 changed (--changed-exit)."
      })
  static final class Root implements ParsedVerb {
    @Option(names = "--version", description = "Print the version.")
    private boolean version;

    @Override
    public int run(Context context) {
      if (!version) {
        throw CliException.usage("a verb is missing; 'losslessd --help' lists them");
      }
      context.out().println("losslessd " + context.local().version());
      return ExitCode.OK;
    }
  }

  /** All verbs, with nothing to run: for what is made of their options and texts. */
  static CommandLine described() {
    CommandLine root = new CommandLine(new Root());
    Verb.ALL.forEach(verb -> root.addSubcommand(verb.name(), verb.make().get()));
    addHelp(root);
    root.setResourceBundle(new Descriptions()).setInterpolateVariables(false);
    return root;
  }

  private static CommandLine commandLine(String[] args, Context context, Failures failures) {
    CommandLine root = new CommandLine(new Root());
    Optional<Verb> only =
        Verb.ALL.stream().filter(verb -> args.length > 0 && verb.name().equals(args[0])).findAny();
    List<Verb> verbs = only.map(List::of).orElse(Verb.ALL);
    verbs.forEach(verb -> root.addSubcommand(verb.name(), verb.make().get()));
    if (only.isEmpty()) {
      root.addSubcommand("help", new CommandLine.HelpCommand());
    }
    addHelp(root);
    settings(root, context, failures);
    return root;
  }

  private static void addHelp(CommandLine command) {
    command
        .getCommandSpec()
        .addOption(
            CommandLine.Model.OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Show this help.")
                .build());
    command
        .getSubcommands()
        .forEach((name, sub) -> {
          if (!name.equals("help")) {
            addHelp(sub);
          }
        });
  }

  /** Arguments are data: no @files, no variables, no quotes to trim. */
  private static void settings(CommandLine root, Context context, Failures failures) {
    boolean colour = context.environment().colour();
    root.setExpandAtFiles(false)
        .setInterpolateVariables(false)
        .setResourceBundle(new Descriptions())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(writer(context.out()))
        .setErr(writer(context.err()))
        .setColorScheme(CommandLine.Help.defaultColorScheme(colour ? Ansi.ON : Ansi.OFF))
        .setExecutionStrategy(parsed -> run(parsed, context))
        .setParameterExceptionHandler(new Usage(failures)::complain)
        .setExecutionExceptionHandler((e, command, parsed) -> failures.report(name(command), e));
    root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> text(help));
  }

  private static int run(CommandLine.ParseResult parsed, Context context) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    CommandLine last = parsed.asCommandLineList().getLast();
    try {
      ParsedVerb verb = last.getCommand();
      return verb.run(context);
    } catch (RuntimeException e) {
      throw new CommandLine.ExecutionException(last, "while running " + name(last), e);
    }
  }

  /** Help texts that an annotation cannot compute. */
  private static final class Descriptions extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{SETTINGS, SettingKind.words().replace(",", "") + "."}};
    }
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  static String text(Help help) {
    Map<String, StringBuilder> groups = new LinkedHashMap<>();
    for (Verb verb : Verb.ALL) {
      Help sub = help.subcommands().get(verb.name());
      if (sub != null) {
        groups
            .computeIfAbsent(verb.group(), group -> new StringBuilder("\n" + group + ":\n"))
            .append(String.format("  %-11s  %s%n", verb.name(), summary(sub)));
      }
    }
    return String.join("", groups.values());
  }

  private static String summary(Help sub) {
    String[] description = sub.commandSpec().usageMessage().description();
    return description.length == 0 ? "" : description[0];
  }
}
