package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;

/**
 * What stands around a line of a job: colours, what launchers print before it, the JSON or CSV that
 * collectors of logs wrap it in. Formats: docker's json-file, CRI, Fluent Bit, Loki, Ray.
 */
final class LogLine {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]");

  /** What launchers and container engines print before each line. */
  private static final Pattern PREFIX =
      Pattern.compile(
          "^(?:\\s*\\d+: |\\[\\d+,\\d+\\]<std(?:out|err)>: ?"
              + "|\\[[a-z]+\\d+(?:\\|\\d+)?\\]:? ?|\\([\\w.-]* ?pid=[^)]*\\) "
              + "|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+(?:Z|[+-]\\d\\d:?\\d\\d) std(?:out|err) [FP] "
              + "|\\[pod/[^\\]]*\\] )+");

  /** Ray tells once what many of its workers print. */
  private static final Pattern REPEATED =
      Pattern.compile("\\s*\\[repeated \\d+x across \\w+(?: \\w+)?\\].*$");

  /** The text of a line that is a JSON object; the shortest names first. */
  private static final Pattern JSON_TEXT =
      Pattern.compile(
          "\"(?:log|line|msg|message|text|MESSAGE|body)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)");

  private static final Pattern JSON_TIME =
      Pattern.compile("\"(?:time|ts|timestamp|@timestamp)\"\\s*:\\s*\"([^\"]{1,40})\"");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

  /** What a line of a library that is read has in it. */
  private static final List<String> LIBRARIES =
      List.of("NCCL", "UCX", "ib_mlx5_log", "libibverbs", "nvshmem", "status: ", "WARN: ");

  private LogLine() {}

  /** A line as the job wrote it, as far as that can be told. */
  static String plain(String line) {
    String text = line.indexOf('\0') < 0 ? line : line.replace("\0", "");
    if (text.startsWith("{") && LIBRARIES.stream().anyMatch(text::contains)) {
      text = ofJson(text);
    }
    if (text.startsWith("\"") && text.endsWith("\"")) {
      text = text.substring(0, text.length() - 1).replace("\"\"", "\"");
    }
    if (text.indexOf('\u001b') >= 0) {
      text = COLOUR.matcher(text).replaceAll("");
    }
    return text.indexOf("[repeated ") < 0 ? text : REPEATED.matcher(text).replaceFirst("");
  }

  /** A line without what a launcher prints before it: the rest of a message stands behind that. */
  static String withoutPrefix(String line) {
    return PREFIX.matcher(line).replaceFirst("");
  }

  private static String ofJson(String object) {
    Matcher text = JSON_TEXT.matcher(object);
    if (!text.find()) {
      return object;
    }
    Matcher time = JSON_TIME.matcher(object);
    String own = unescaped(text.group(1)).stripTrailing();
    return time.find() ? time.group(1) + " " + own : own;
  }

  private static String unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    return ESCAPE
        .matcher(text)
        .replaceAll(escape ->
            Matcher.quoteReplacement(
                escape.group(1) == null
                    ? plainEscape(escape.group(2).charAt(0))
                    : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
  }

  private static String plainEscape(char letter) {
    return switch (letter) {
      case 'n', 'r' -> " ";
      case 't' -> "\t";
      default -> String.valueOf(letter);
    };
  }
}
