package dev.losslessd.cli;

import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A manual page, in the macros of man(7), from the parser's own model of a verb. */
final class ManPage {
  /** Each exit code and what it means. */
  static final List<String[]> EXIT_CODES =
      List.of(
          new String[] {"0", "Done, or nothing to do."},
          new String[] {
            "1", "A finding or a refusal: drift, a refused plan, a rolled-back commit."
          },
          new String[] {"2", "Wrong usage or a missing prerequisite."},
          new String[] {"3", "A device failed, or the daemon itself broke."},
          new String[] {"4", "What was named is not there: no such port, commit or revision."},
          new String[] {"5", "No daemon was reached."},
          new String[] {"6", "No permission: for the daemon's socket, or for this request."},
          new String[] {"10", "Something was or would be changed; only with --changed-exit."});

  /** Environment variables that every verb heeds. */
  static final List<String[]> VARIABLES =
      List.of(
          new String[] {"LOSSLESSD_SOCKET", "The daemon's Unix socket."},
          new String[] {"LOSSLESSD_CONFIG", "The config file of verbs without a daemon."},
          new String[] {"LOSSLESSD_DEBUG", "1 shows where an unexpected failure came from."},
          new String[] {"NO_COLOR", "Not empty: no colours, also on a terminal."},
          new String[] {"COLUMNS", "Width of tables on a terminal, instead of its own."});

  private final CommandLine command;
  private final CommandSpec spec;
  private final String version;
  private final List<String> lines = new ArrayList<>();

  ManPage(CommandLine command, String version) {
    this.command = command;
    this.spec = command.getCommandSpec();
    this.version = version;
  }

  String text() {
    String name = spec.qualifiedName("-");
    lines.add(".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"" + version + "\" \"losslessd\"");
    section("NAME");
    lines.add(
        roff(name) + " \\- " + roff(Pattern.of("\\.$").matcher(summary(command)).replaceAll("")));
    section("SYNOPSIS");
    synopsis();
    section("DESCRIPTION");
    description();
    verbs();
    arguments();
    pairs("EXIT STATUS", EXIT_CODES);
    pairs("ENVIRONMENT", VARIABLES);
    section("FILES");
    tagged("/etc/losslessd/losslessd.yaml", "The config file.");
    tagged("/run/losslessd/losslessd.sock", "The socket of the daemon.");
    return String.join("\n", lines) + "\n";
  }

  /** The first line of what it does. */
  static String summary(CommandLine command) {
    String[] description = command.getCommandSpec().usageMessage().description();
    return description.length == 0 ? "" : description[0];
  }

  /** The words that an argument takes; none where it takes others. */
  static List<String> words(ArgSpec argument) {
    Iterable<String> candidates = argument.completionCandidates();
    return candidates == null
        ? List.of()
        : StreamSupport.stream(candidates.spliterator(), false).toList();
  }

  private void section(String title) {
    lines.add(".SH " + (title.indexOf(' ') < 0 ? title : "\"" + title + "\""));
  }

  private void synopsis() {
    String name = spec.qualifiedName();
    String arguments = synopsis(command).substring(name.length());
    lines.add(
        "\\fB"
            + roff(name)
            + "\\fR"
            + Pattern.of("[A-Za-z|]+").matcher(arguments).replaceAll("\\\\fI$0\\\\fR"));
  }

  /** How it is typed, in a line: {@code losslessd get [options] PORT}. */
  static String synopsis(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    StringBuilder line = new StringBuilder(spec.qualifiedName());
    if (spec.options().stream().anyMatch(one -> !one.usageHelp() && !one.hidden())) {
      line.append(" [options]");
    }
    if (!command.getSubcommands().isEmpty()) {
      line.append(" VERB");
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      String label = parameter.paramLabel();
      String many = parameter.arity().max() > 1 ? "..." : "";
      line.append(parameter.required() ? " " + label + many : " [" + label + "]" + many);
    }
    return line.toString();
  }

  /** Lines that begin with blanks are examples and stay as they are. */
  private void description() {
    boolean asIs = false;
    for (String line : spec.usageMessage().description()) {
      boolean example = line.startsWith("  ");
      if (example != asIs) {
        lines.add(example ? ".PP\n.nf" : ".fi");
        asIs = example;
      }
      lines.add(roff(line));
    }
    if (asIs) {
      lines.add(".fi");
    }
  }

  private void verbs() {
    if (!command.getSubcommands().isEmpty()) {
      section("VERBS");
      command.getSubcommands().forEach((name, sub) -> tagged(name, summary(sub)));
    }
  }

  private void arguments() {
    if (!spec.positionalParameters().isEmpty()) {
      section("ARGUMENTS");
      spec.positionalParameters().forEach(one -> tagged(one.paramLabel(), about(spec, one)));
    }
    if (!spec.options().isEmpty()) {
      section("OPTIONS");
      spec.options().stream()
          .filter(one -> !one.hidden())
          .sorted((a, b) -> a.longestName().compareTo(b.longestName()))
          .forEach(one -> tagged(names(one), about(spec, one)));
    }
  }

  /** All names of an option, with its value: {@code -f, --file=FILE}. */
  static String names(OptionSpec option) {
    boolean takesValue = option.arity().max() > 0;
    String value =
        !takesValue
            ? ""
            : option.arity().min() > 0
                ? "=" + option.paramLabel()
                : "[=" + option.paramLabel() + "]";
    return Arrays.stream(option.names()).collect(Collectors.joining(", ")) + value;
  }

  /** What an argument means, as {@code --help} says it. */
  static String about(CommandSpec spec, ArgSpec argument) {
    String key = argument.descriptionKey();
    return key == null || key.isEmpty() || spec.resourceBundle() == null
        ? String.join(" ", argument.description())
        : spec.resourceBundle().getString(key);
  }

  private void pairs(String title, List<String[]> pairs) {
    section(title);
    pairs.forEach(pair -> tagged(pair[0], pair[1]));
  }

  private void tagged(String tag, String text) {
    lines.add(".TP");
    lines.add("\\fB" + roff(tag) + "\\fR");
    lines.add(roff(text));
  }

  /** Text that roff prints as it is: a dash stays one that can be copied, a dot begins nothing. */
  private static String roff(String text) {
    String escaped = text.replace("\\", "\\e").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
