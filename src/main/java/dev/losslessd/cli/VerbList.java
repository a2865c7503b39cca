package dev.losslessd.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Help;

/** The verbs by group, for {@code losslessd --help}. */
final class VerbList {
  private VerbList() {}

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
