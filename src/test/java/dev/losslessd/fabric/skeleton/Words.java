package dev.losslessd.fabric.skeleton;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words of a line with their values masked. */
final class Words {
  private static final Pattern NUMBER =
      Pattern.compile(
          "[-+]?\\d[\\d,]*(?:\\.\\d+)?(?:"
              + " ?(%|[kKMGT]?(?:[Bb]|[Bb]it|[Bb]ytes|bps|b/s)|pps|[mu]?sec|ms|us"
              + "|seconds|[KMG]|days?|[Pp]ackets))?");
  private static final Pattern WORD = Pattern.compile("([\\[(\"'<]*)(.*?)([])\"'>,;.:%|]*)");
  private static final Pattern STATE =
      Pattern.compile(
          "(?i)up|down|on|off|yes|no|true|false|auto|full|half|none|never|enabled?|disabled?"
              + "|connected|notconnect|active|inactive|shutdown|ok|n/a");

  private static final String DATE =
      "Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";

  private Words() {}

  /** Value of a label: a number with its unit, or text. */
  static String value(String text) {
    String bare = text.strip();
    if (bare.isEmpty()) {
      return "";
    }
    Matcher m = NUMBER.matcher(bare);
    if (!m.matches()) {
      return "text";
    }
    return m.group(1) == null ? "#" : "# " + m.group(1);
  }

  /** Words of a text, with numbers, names of parts and states masked. */
  static String masked(String text) {
    String quoted = text.strip().replaceAll("'[^']*'", "'#'").replaceAll("\"[^\"]*\"", "\"#\"");
    return Stream.of(quoted.split("\\s+")).map(Words::word).collect(Collectors.joining(" "));
  }

  private static String word(String word) {
    Matcher m = WORD.matcher(word);
    if (!m.matches()) {
      return word;
    }
    return m.group(1) + core(m.group(2)) + m.group(3);
  }

  private static String core(String word) {
    Matcher m = NUMBER.matcher(word);
    if (m.matches()) {
      return m.group(1) == null ? "#" : "#" + m.group(1);
    }
    if (STATE.matcher(word).matches()) {
      return "*";
    }
    boolean value = word.matches(DATE) || word.chars().anyMatch(Character::isDigit);
    return value ? "#" : word;
  }

  /** Parts of a line that commas, bars or two blanks separate. */
  static List<String> cells(String line) {
    return Stream.of(line.strip().replaceAll("\\s+:(\\s|$)\\s*", ": ").split("\\s{2,}|,\\s+|\\|"))
        .map(cell -> cell.replaceFirst(",$", "").strip())
        .filter(cell -> !cell.isEmpty())
        .toList();
  }

  /** Letters of a text, to find a name in another format of the same output. */
  static String letters(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]|\\brow_", "");
  }
}
