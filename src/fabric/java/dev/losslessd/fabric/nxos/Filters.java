package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Filters behind the bars of a command, such as {@code | json}. */
final class Filters {
  private Filters() {}

  static List<String> apply(Answer answer, List<String> filters) throws CliError {
    Answer now = answer;
    for (String filter : filters) {
      now = apply(now, filter.strip());
    }
    return now.lines();
  }

  private static Answer apply(Answer answer, String filter) throws CliError {
    String[] words = filter.split("\\s+", 2);
    String argument = words.length < 2 ? "" : unquote(words[1].strip());
    return switch (words[0]) {
      case "json", "json-pretty" -> json(answer);
      case "no-more" -> answer;
      case "include", "inc", "i" -> Answer.lines(having(answer.lines(), argument, true));
      case "exclude", "exc" -> Answer.lines(having(answer.lines(), argument, false));
      case "section", "sec" -> Answer.lines(sections(answer.lines(), pattern(argument)));
      case "count" -> Answer.lines(Integer.toString(answer.lines().size()));
      default -> throw new CliError("% Invalid command at '^' marker.");
    };
  }

  private static Answer json(Answer answer) throws CliError {
    if (answer.json() == null) {
      // unverified: which commands have no structured output differs between releases
      throw new CliError("ERROR: No structured output for this command");
    }
    return answer.json().isEmpty() ? Answer.SILENT : Answer.lines(JsonText.write(answer.json()));
  }

  private static List<String> having(List<String> lines, String expression, boolean wanted)
      throws CliError {
    Pattern pattern = pattern(expression);
    return lines.stream().filter(line -> pattern.matcher(line).find() == wanted).toList();
  }

  private static List<String> sections(List<String> lines, Pattern pattern) {
    List<String> found = new ArrayList<>();
    int depth = -1;
    for (String line : lines) {
      int indent = line.length() - line.stripLeading().length();
      if (depth >= 0 && !line.isBlank() && indent > depth) {
        found.add(line);
      } else {
        depth = pattern.matcher(line).find() ? indent : -1;
        if (depth >= 0) {
          found.add(line);
        }
      }
    }
    return found;
  }

  private static String unquote(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private static Pattern pattern(String text) throws CliError {
    if (text.isEmpty()) {
      throw new CliError("% Incomplete command at '^' marker.");
    }
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new CliError("% Invalid regular expression");
    }
  }
}
