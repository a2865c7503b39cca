package dev.losslessd.driver;

import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The account of a system that may do what a ledger has and nothing else, made from that ledger.
 */
final class LeastAccount {
  private static final String NO_INPUT = " </dev/null";

  private static final Pattern RIGHTS =
      Pattern.compile("losslessd ALL=\\(root\\) NOPASSWD: (\\S+) \\^(.*)\\$");

  private LeastAccount() {}

  /** Path of a program that runs as root, in SONiC's image. */
  private static String path(String program) {
    return (program.equals("ip") ? "/usr/sbin/" : "/usr/local/bin/") + program;
  }

  /**
   * {@code sudoers}: a program and a regular expression of its arguments (sudo 1.9.10 and later).
   */
  static List<String> sudoers(Ledger ledger) {
    List<String> lines = new ArrayList<>();
    for (String each : patterns(ledger)) {
      String line = each.replaceFirst("^\\(\\?:(sudo .*?) ?\\)\\?", "$1 ");
      int sudo = line.indexOf("sudo ");
      if (sudo < 0) {
        continue;
      }
      String command = line.substring(sudo + 5).replace(NO_INPUT, "").replace("'", "");
      String[] words = command.split(" ", 2);
      lines.add("losslessd ALL=(root) NOPASSWD: " + path(words[0]) + " ^" + ere(words[1]) + "$");
    }
    return lines.stream().distinct().toList();
  }

  /** Whether rights made by {@link #sudoers} let a program run with these arguments. */
  static boolean permits(List<String> sudoers, String program, String arguments) {
    return sudoers.stream()
        .map(RIGHTS::matcher)
        .filter(Matcher::matches)
        .anyMatch(
            right -> right.group(1).equals(path(program)) && arguments.matches(right.group(2)));
  }

  /** A role of EOS: what no rule permits is denied. */
  static List<String> eos(Ledger ledger) {
    List<String> lines = new ArrayList<>(List.of("role losslessd"));
    int number = 10;
    for (String pattern : patterns(ledger)) {
      lines.add(String.format(Locale.ROOT, "   %d permit command %s", number, ere(pattern)));
      number += 10;
    }
    lines.add("   " + number + " deny command .*");
    return lines;
  }

  /** Each line that may be sent, without what no source has: nothing of that is ever sent. */
  private static List<String> patterns(Ledger ledger) {
    List<String> all = new ArrayList<>();
    for (Entry entry : ledger.entries()) {
      Pattern line = entry.line();
      if (line != null && entry.evidence() == Ledger.Evidence.SOURCED) {
        all.addAll(alternatives(line.pattern()));
      }
    }
    return all.stream().distinct().toList();
  }

  /** Alternatives of a pattern, outside of groups and character classes. */
  static List<String> alternatives(String pattern) {
    List<String> all = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int at = 0; at < pattern.length(); at++) {
      char c = pattern.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == '[' || c == '(') {
        depth++;
      } else if (c == ']' || c == ')') {
        depth--;
      } else if (c == '|' && depth == 0) {
        all.add(pattern.substring(start, at));
        start = at + 1;
      }
    }
    all.add(pattern.substring(start));
    return all;
  }

  /** Converts a pattern to an extended regular expression of POSIX. */
  static String ere(String pattern) {
    return pattern
        .replace("(?:", "(")
        .replace("\\d", "[0-9]")
        .replace("\\[", "[[]")
        .replace("\\]", "[]]")
        .replaceAll("\\\\([.|*])", "[$1]");
  }
}
