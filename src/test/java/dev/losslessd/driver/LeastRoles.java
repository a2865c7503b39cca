package dev.losslessd.driver;

import dev.losslessd.driver.Ledger.Access;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Roles and classes of systems that authorise by command, by path or by hierarchy. */
final class LeastRoles {
  private static final Pattern LITERAL = Pattern.compile("[a-z][a-z0-9-]*");

  private LeastRoles() {}

  /**
   * A role of NX-OS: the rule with the highest number comes first, and what none permits is not.
   */
  static List<String> nxos(Ledger ledger) {
    List<String> lines = new ArrayList<>(List.of("role name losslessd"));
    int number = 1;
    for (String pattern : patterns(ledger, _ -> true)) {
      lines.add(
          String.format(
              Locale.ROOT, "  rule %d permit command %s", number, LeastAccount.ere(pattern)));
      number++;
    }
    return lines;
  }

  /**
   * A class of Junos: flags for configuration mode as such, commands without what is behind a pipe,
   * and hierarchies without {@code set} and {@code delete}, to which no expression applies.
   */
  static List<String> junos(Ledger ledger) {
    String of = "set system login class losslessd ";
    List<String> lines =
        new ArrayList<>(List.of(of + "permissions [ configure rollback view-configuration ]"));
    Set<String> commands = new TreeSet<>();
    for (String pattern : patterns(ledger, entry -> entry.access() == Access.READ)) {
      String bare = pattern.replaceFirst(" \\\\\\|.*", "").replace("(?:run )?", "");
      commands.add("(^" + LeastAccount.ere(bare) + "$)");
    }
    lines.add(of + "allow-commands \"" + String.join("|", commands) + "\"");
    hierarchies(ledger)
        .forEach(path -> lines.add(of + "allow-configuration-regexps \"^" + path + "\""));
    return lines;
  }

  private static Set<String> hierarchies(Ledger ledger) {
    Set<String> all = new TreeSet<>();
    for (String pattern : patterns(ledger, entry -> entry.access() == Access.WRITE)) {
      String line = pattern.replaceFirst("^\\(\\?:set\\|delete\\) ", "set ");
      if (line.matches("(?:set|delete) .*")) {
        String path = line.substring(line.indexOf(' ') + 1);
        (path.startsWith("(?:") ? spelled(path) : List.of(path))
            .forEach(one -> all.add(LeastAccount.ere(hierarchy(words(one)))));
      }
    }
    return all;
  }

  /** Down to the first name; of a port one word more, as there is much else below it. */
  private static String hierarchy(List<String> words) {
    int name = 0;
    while (name < words.size() - 1 && LITERAL.matcher(words.get(name)).matches()) {
      name++;
    }
    boolean ofPort = words.getFirst().equals("interfaces") && name + 1 < words.size();
    return tailless(String.join(" ", words.subList(0, name + (ofPort ? 2 : 1))));
  }

  /** Removes the tail of a pattern that allows any further words. */
  private static String tailless(String pattern) {
    return pattern.replaceFirst("\\(\\?: .*", "");
  }

  /** A class of NVUE: command paths with all that is below them. */
  static List<String> nvue(Ledger ledger) {
    Map<String, Set<Access>> paths = new TreeMap<>();
    for (Entry entry : ledger.entries()) {
      for (String pattern : patterns(ledger, entry::equals)) {
        spelled(pattern).stream()
            .filter(line -> line.matches("nv (?:show|set|unset) .*"))
            .map(LeastRoles::path)
            .forEach(path -> paths.computeIfAbsent(path, _ -> new TreeSet<>()).add(entry.access()));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("nv set system aaa class losslessd action allow");
    paths.forEach((path, access) ->
        lines.add(
            "nv set system aaa class losslessd command-path "
                + path
                + " permission "
                + (access.size() > 1 ? "all" : access.contains(Access.READ) ? "ro" : "rw")));
    lines.add("nv set system aaa role losslessd class losslessd");
    lines.add("nv set system aaa user losslessd role losslessd");
    return lines;
  }

  /** Path down to the first name; all ports have one, as a line of the driver removes a port. */
  private static String path(String line) {
    List<String> literal =
        words(tailless(line.replaceFirst("nv (?:show|set|unset) ", ""))).stream()
            .takeWhile(word -> LITERAL.matcher(word).matches() && !word.startsWith("default-"))
            .toList();
    return literal.getFirst().equals("interface")
        ? "/interface/"
        : "/" + String.join("/", literal) + "/";
  }

  /** A level of OS10: commands with all that may be behind them. */
  static List<String> os10(Ledger ledger) {
    return patterns(ledger, entry -> entry.access() == Access.READ).stream()
        .flatMap(pattern -> spelled(pattern).stream())
        .map(line -> tailless(line).replaceFirst(" [a-z]*\\\\.*", "").strip())
        .distinct()
        .map(command -> "privilege exec priv-lvl 4 \"" + command + "\"")
        .toList();
  }

  private static Set<String> patterns(Ledger ledger, Predicate<Entry> which) {
    Set<String> all = new LinkedHashSet<>();
    for (Entry entry : ledger.entries()) {
      Pattern line = entry.line();
      if (line != null && entry.evidence() == Ledger.Evidence.SOURCED && which.test(entry)) {
        all.addAll(LeastAccount.alternatives(bare(line.pattern())));
      }
    }
    return all;
  }

  /** Each way to say a pattern whose groups are such that one of them must be there. */
  private static List<String> spelled(String pattern) {
    for (int at = pattern.indexOf("(?:"); at >= 0; at = pattern.indexOf("(?:", at + 1)) {
      int end = closes(pattern, at);
      String behind = pattern.substring(end + 1);
      if (!behind.startsWith("?")) {
        String before = pattern.substring(0, at);
        return LeastAccount.alternatives(pattern.substring(at + 3, end)).stream()
            .flatMap(one -> spelled(before + one + behind).stream())
            .toList();
      }
    }
    return List.of(pattern);
  }

  /** Without {@code -o json}, and without a group around all of it. */
  private static String bare(String pattern) {
    String line = pattern.replace("(?: -o json)?", "");
    boolean whole = line.startsWith("(?:") && closes(line, 0) == line.length() - 1;
    return whole ? line.substring(3, line.length() - 1) : line;
  }

  private static int closes(String pattern, int open) {
    int depth = 0;
    int at = open;
    do {
      char c = pattern.charAt(at);
      at += c == '\\' ? 1 : 0;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      at++;
    } while (depth > 0);
    return at - 1;
  }

  /** Split at blanks that are in no group. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int depth = 0;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (c == ' ' && depth == 0) {
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(word.toString());
    return words;
  }
}
