package dev.losslessd.cli;

import dev.losslessd.jobs.EnvCheck;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;

/**
 * Variables in a text: {@code env}'s output, shell, {@code nccl.conf}, Dockerfile, systemd, launch
 * lines of mpirun, docker and srun, Python, environments with NUL between, YAML and JSON of
 * Kubernetes and compose. Only names of libraries for RDMA are looked at.
 */
final class EnvText {
  private static final String NAME = EnvCheck.NAME;

  /** A line that is one assignment, as {@code env} prints it: all behind the sign is the value. */
  private static final Pattern WHOLE = Pattern.compile("(" + NAME + ")=(.*)");

  /** {@code "NAME=a value"} of systemd and YAML. */
  private static final Pattern QUOTED =
      Pattern.compile("(?<![\\w$])(?:'(" + NAME + ")=(.*?)'|\"(" + NAME + ")=(.*?)\")");

  /** An assignment within a line, of a shell or of Python. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "(?<![A-Za-z0-9_$])("
              + NAME
              + ")(?:['\"]\\]\\s*=\\s*|=)(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|[^\\s'\";]*)");

  /** {@code setenv NAME VALUE} of csh, {@code ENV NAME VALUE} of a Dockerfile. */
  private static final Pattern SPACED = Pattern.compile("(?:setenv|ENV)\\s+(" + NAME + ")\\s+(.*)");

  private static final Pattern OTHER = Pattern.compile("\\s(?:" + NAME + ")=");

  /** A value and a command behind it. */
  private static final Pattern COMMAND =
      Pattern.compile("[\\w:.,=-]+\\s+(?:\\.{0,2}/)?[\\w./-]+\\s[^#]*");

  private static final Pattern UNSET = Pattern.compile("unset\\s+(" + NAME + ")\\b.*");

  /** A name of ours that is set by nothing that is known here. */
  private static final Pattern TORN =
      Pattern.compile("(?:export\\s+)?(?:" + EnvCheck.LIBRARY_NAME + ")(?:\\s*[:=]?\\s.*|:)?");

  private final Map<String, String> found = new LinkedHashMap<>();
  private final String source;

  private EnvText(String source) {
    this.source = source;
  }

  /**
   * @param source name of the file, for what is wrong with it
   */
  static Map<String, String> of(String text, String source) {
    EnvText all = new EnvText(source);
    if (!all.structured(text) || all.found.isEmpty()) {
      all.lines(text.replace('\0', '\n'), true);
    }
    return all.found;
  }

  /** Whether the text is a document of YAML or JSON, not only a scalar that holds lines. */
  private boolean structured(String text) {
    String start = text.stripLeading();
    boolean looks =
        start.startsWith("{")
            || start.startsWith("[")
            || Pattern.of("(?m)^\\s*(?:- )?[\\w.\"-]+:(?:\\s|$)").matcher(text).find();
    if (!looks) {
      return false;
    }
    boolean any = false;
    for (String part : Pattern.of("(?m)^---\\s*$").split(text)) {
      if (!part.isBlank()) {
        try {
          any |= walk(Json.parseYaml(part));
        } catch (JacksonException e) {
          return any;
        }
      }
    }
    return any;
  }

  private boolean walk(JsonValue value) {
    if (Pattern.matches(NAME, value.at("name").text()) && !value.at("value").isNothing()) {
      keep(value.at("name").text(), value.at("value").text());
      return true;
    }
    boolean any = !value.items().isEmpty();
    for (JsonValue item : value.items()) {
      if (!walk(item)) {
        lines(item.text(), false);
      }
    }
    for (Map.Entry<String, JsonValue> field : value.fields().entrySet()) {
      any = true;
      JsonValue one = field.getValue();
      if (Pattern.matches(NAME, field.getKey())) {
        keep(field.getKey(), one.text());
      } else if (!walk(one)) {
        lines(one.text(), false);
      }
    }
    return any;
  }

  /**
   * @param strict whether a name without a value is an error: not in what another format holds
   */
  private void lines(String text, boolean strict) {
    List<String> lines = text.replace("\\\r\n", " ").replace("\\\n", " ").lines().toList();
    for (int n = 0; n < lines.size(); n++) {
      String line = lines.get(n).strip();
      boolean comment = line.startsWith("#") && !Pattern.matches("#(?:SBATCH|PBS|BSUB)\\b.*", line);
      if (!comment
          && !line(line)
          && strict
          && !Pattern.matches("export\\s+[\\w ]+", line)
          && TORN.matcher(line).matches()) {
        throw CliException.usage(
            source
                + ", line "
                + (n + 1)
                + ": '"
                + line
                + "': expected NAME=value, without blanks around the sign");
      }
    }
  }

  /** Whether something in the line was understood. */
  private boolean line(String line) {
    Matcher whole = WHOLE.matcher(line);
    if (whole.matches() && isOneAssignment(whole.group(2))) {
      keep(whole.group(1), unquoted(whole.group(2).strip()));
      return true;
    }
    Matcher spaced = SPACED.matcher(line);
    if (spaced.matches()) {
      keep(spaced.group(1), unquoted(spaced.group(2).strip()));
      return true;
    }
    Matcher unset = UNSET.matcher(line);
    if (unset.matches()) {
      found.remove(unset.group(1));
      return true;
    }
    return within(line);
  }

  /** Not {@code A=1 B=2 ./train}. */
  private static boolean isOneAssignment(String value) {
    return !OTHER.matcher(value).find() && !COMMAND.matcher(value).matches();
  }

  private boolean within(String line) {
    Matcher quoted = QUOTED.matcher(line);
    StringBuilder rest = new StringBuilder();
    boolean any = false;
    while (quoted.find()) {
      boolean single = quoted.group(1) != null;
      keep(quoted.group(single ? 1 : 3), quoted.group(single ? 2 : 4));
      quoted.appendReplacement(rest, " ");
      any = true;
    }
    quoted.appendTail(rest);
    // Slurm parts its list at commas, those of a value included
    String plain = line.contains("--export") ? rest.toString().replace(',', ' ') : rest.toString();
    Matcher within = WITHIN.matcher(plain);
    while (within.find()) {
      keep(within.group(1), unquoted(within.group(2)));
      any = true;
    }
    return any;
  }

  private void keep(String name, String value) {
    if (EnvCheck.isOurs(name)) {
      found.put(name, value);
    }
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() > 1
            && (value.startsWith("'") || value.startsWith("\""))
            && value.charAt(0) == value.charAt(value.length() - 1);
    return quoted
        ? value.substring(1, value.length() - 1)
        : Pattern.of("\\s+#.*").matcher(value).replaceFirst("");
  }
}
