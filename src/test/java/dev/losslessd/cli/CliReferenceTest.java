package dev.losslessd.cli;

import static dev.losslessd.house.ReferencePage.coded;

import dev.losslessd.house.ReferencePage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every verb is on the reference page, in the words of {@code --help} and the manual pages. */
class CliReferenceTest {
  /** Options of so many verbs that they are told once. */
  private static final List<String> COMMON = List.of("--config", "--output", "--socket");

  private final ReferencePage page = new ReferencePage("cli", "The command line, verb by verb");

  @Test
  void thePageIsWhatTheCodeSays() {
    Map<String, CommandLine> verbs = CommandTree.described().getSubcommands();
    page.paragraph(
        "`losslessd VERB --help` tells the same, `losslessd man VERB | man -l -` as a manual page,"
            + " and `losslessd completion bash` (`zsh`, `fish`) completes it. Every verb takes"
            + " `-h`, `--help`. How tables fit the terminal, what is asked and what is refused is"
            + " in [using the command line](../how-to/command-line.md).");
    common();
    codes();
    String group = "";
    for (Verb verb :
        Verb.ALL.stream().sorted(Comparator.comparingInt(CliReferenceTest::place)).toList()) {
      if (!verb.group().equals(group)) {
        group = verb.group();
        page.heading(2, group);
      }
      verb(Objects.requireNonNull(verbs.get(verb.name())));
    }
    page.check();
  }

  /** Groups as in {@code --help}, where the first verb of each says where it stands. */
  private static int place(Verb verb) {
    List<String> groups = Verb.ALL.stream().map(Verb::group).distinct().toList();
    return groups.indexOf(verb.group());
  }

  private void common() {
    page.heading(2, "Options of many verbs");
    page.table("Argument", "Means");
    COMMON.forEach(name -> {
      CommandSpec spec = usual(name);
      page.row(coded(ManPage.names(spec.findOption(name))), about(spec, spec.findOption(name)));
    });
  }

  /** The last verb that has the option; one that means something else by it is told apart. */
  private static CommandSpec usual(String option) {
    return CommandTree.described().getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .flatMap(spec ->
            Stream.concat(
                Stream.of(spec),
                spec.subcommands().values().stream().map(CommandLine::getCommandSpec)))
        .filter(spec -> spec.findOption(option) != null)
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  private static boolean isCommon(CommandSpec spec, String name) {
    CommandSpec usual = usual(name);
    return about(spec, spec.findOption(name)).equals(about(usual, usual.findOption(name)));
  }

  private void codes() {
    page.heading(2, "Exit codes");
    page.table("Code", "Means");
    ManPage.EXIT_CODES.forEach(one -> page.row(one[0], one[1]));
    page.heading(2, "Environment");
    page.table("Variable", "Means");
    ManPage.VARIABLES.forEach(one -> page.row(coded(one[0]), one[1]));
  }

  private void verb(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    page.heading(3, coded(spec.qualifiedName()));
    description(spec.usageMessage().description());
    page.code("", List.of(ManPage.synopsis(command)));
    arguments(command);
    command.getSubcommands().values().forEach(this::verb);
  }

  /** Lines that begin with blanks are examples and stay as they are. */
  private void description(String[] description) {
    List<String> text = new ArrayList<>();
    List<String> examples = new ArrayList<>();
    for (String line : description) {
      (line.startsWith("  ") ? examples : text).add(line.replaceFirst("^  (E\\.g\\. |     )?", ""));
    }
    page.paragraph(String.join(" ", text));
    if (!examples.isEmpty()) {
      page.code("", examples);
    }
  }

  private void arguments(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    List<OptionSpec> options =
        spec.options().stream()
            .filter(one -> !one.usageHelp() && !one.hidden())
            .filter(
                one -> !COMMON.contains(one.longestName()) || !isCommon(spec, one.longestName()))
            .sorted(Comparator.comparing(OptionSpec::longestName))
            .toList();
    if (!spec.positionalParameters().isEmpty() || !options.isEmpty()) {
      page.table("Argument", "Means");
      spec.positionalParameters()
          .forEach(one -> page.row(coded(one.paramLabel()), about(spec, one)));
      options.forEach(one -> page.row(coded(ManPage.names(one)), about(spec, one)));
    }
    String common =
        COMMON.stream()
            .filter(name -> spec.findOption(name) != null && isCommon(spec, name))
            .map(ReferencePage::coded)
            .collect(Collectors.joining(", "));
    if (!common.isEmpty()) {
      page.paragraph("And " + common + ".");
    }
  }

  private static String about(CommandSpec spec, ArgSpec argument) {
    List<String> words = ManPage.words(argument);
    String about = ManPage.about(spec, argument);
    boolean told = words.isEmpty() || words.stream().allMatch(about::contains);
    return told ? about : about + " One of: " + String.join(", ", words) + ".";
  }
}
