package dev.losslessd.fabric.skeleton;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of a configuration: key words and depth; names and numbers are masked. */
final class ConfigText {
  private ConfigText() {}

  static List<String> parts(String text) {
    Set<String> parts = new LinkedHashSet<>();
    TableText.lines(text).stream()
        .filter(line -> !line.isBlank() && !line.strip().matches("[!#]+"))
        .forEach(line -> parts.add(line(line)));
    return List.copyOf(parts);
  }

  private static String line(String line) {
    String bare = line.strip();
    if (bare.matches("[!#].*")) {
      return bare.replaceFirst("(?:[:\\d]| at ).*", "").strip();
    }
    String indent = " ".repeat(line.length() - line.stripLeading().length());
    String free =
        bare.replaceFirst("^((?:interface \\S+ \\S+ )?(?:description|hostname)) .*", "$1 #");
    return indent
        + Stream.of(free.split("\\s+"))
            .map(ConfigText::word)
            .collect(Collectors.joining(" "))
            .replaceAll("#(?: #)+", "#");
  }

  private static String word(String word) {
    return word.matches("on|off|auto") ? "*" : word.matches(".*[A-Z_\\d].*") ? "#" : word;
  }
}
