package dev.losslessd.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completions for fish(1), one line each, from the parser's own model of the verbs. */
final class FishCompletion {
  private final List<String> lines = new ArrayList<>();

  private FishCompletion() {}

  static String of(CommandLine root) {
    FishCompletion fish = new FishCompletion();
    fish.lines.add("complete -c losslessd -f");
    fish.verbs(root, "__fish_use_subcommand");
    fish.options(root, "__fish_use_subcommand");
    root.getSubcommands().forEach((name, verb) -> fish.verb(name, verb));
    return String.join("\n", fish.lines) + "\n";
  }

  private void verb(String name, CommandLine verb) {
    String seen = "__fish_seen_subcommand_from " + name;
    String inner = String.join(" ", verb.getSubcommands().keySet());
    String here = inner.isEmpty() ? seen : seen + "; and not __fish_seen_subcommand_from " + inner;
    verbs(verb, here);
    options(verb, here);
    verb.getSubcommands()
        .forEach((word, sub) -> options(sub, seen + "; and __fish_seen_subcommand_from " + word));
  }

  private void verbs(CommandLine command, String when) {
    command
        .getSubcommands()
        .forEach((name, sub) -> add(when, "-a " + quoted(name) + about(ManPage.summary(sub))));
  }

  private void options(CommandLine command, String when) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (option.hidden()) {
        continue;
      }
      StringBuilder line = new StringBuilder();
      for (String name : option.names()) {
        line.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
            .append(' ');
      }
      boolean takesValue = option.arity().max() > 0 && !option.usageHelp();
      line.append(takesValue && option.arity().min() > 0 ? "-r " : "").append(values(option));
      add(when, line.toString().strip() + about(String.join(" ", option.description())));
    }
    for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
      String values = values(parameter);
      if (!values.isEmpty()) {
        add(when, values);
      }
    }
  }

  private static String values(ArgSpec argument) {
    if (argument.type() == Path.class) {
      return "-F";
    }
    List<String> words = ManPage.words(argument);
    return words.isEmpty() ? "" : "-a " + quoted(String.join(" ", words));
  }

  private void add(String when, String what) {
    lines.add("complete -c losslessd -n " + quoted(when) + " " + what);
  }

  private static String about(String text) {
    return text.isEmpty() ? "" : " -d " + quoted(text);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
