package dev.losslessd.driver.junos;

import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Statements of a configuration, each as the words behind {@code set}. */
record Statements(Collection<String> all) {
  Statements {
    all = new LinkedHashSet<>(all);
  }

  /** Returns words behind {@code class-of-service}. */
  static String cos(String words) {
    return "class-of-service " + words;
  }

  void add(String statement) {
    all.add(statement);
  }

  /** All statements of class of service. */
  List<String> classOfService() {
    return all.stream().filter(one -> begins(one, "class-of-service")).toList();
  }

  /** Returns a copy with names in class of service replaced. */
  Statements renamed(UnaryOperator<String> names) {
    return new Statements(
        all.stream().map(one -> begins(one, "class-of-service") ? names.apply(one) : one).toList());
  }

  /** Takes away everything that begins with these words. */
  void removeUnder(String path) {
    all.removeIf(one -> begins(one, path));
  }

  void remove(String statement) {
    all.remove(statement);
  }

  /** Whether anything begins with these words. */
  boolean has(String path) {
    return all.stream().anyMatch(one -> begins(one, path));
  }

  private Stream<String> behind(String path) {
    return all.stream()
        .filter(one -> one.length() > path.length() && begins(one, path))
        .map(one -> one.substring(path.length() + 1));
  }

  /** Returns the statements below a path, sorted. */
  TreeSet<String> below(String path) {
    return behind(path).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the statements below a path that have a form, sorted. */
  TreeSet<String> below(String path, Pattern form) {
    TreeSet<String> some = below(path);
    some.removeIf(one -> !form.matcher(one).matches());
    return some;
  }

  /** Puts lines in the place of the statements below a path that have a form. */
  void replace(String path, Pattern form, Collection<String> lines) {
    below(path, form).forEach(one -> remove(path + " " + one));
    lines.forEach(line -> add(path + " " + line));
  }

  /** The words that stand next behind these. */
  Set<String> names(String path) {
    return behind(path).map(Statements::first).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The first word, which has blanks only within quotes. */
  private static String first(String words) {
    boolean quoted = words.startsWith("\"");
    int end = words.indexOf(quoted ? "\" " : " ");
    return end < 0 ? words : words.substring(0, quoted ? end + 1 : end);
  }

  /** Words that stand anywhere behind this one. */
  static Set<String> named(Collection<String> statements, String word) {
    Set<String> names = new TreeSet<>();
    for (String one : statements) {
      int at = (" " + one).indexOf(" " + word + " ");
      if (at >= 0) {
        names.add(first(one.substring(at + word.length() + 1)));
      }
    }
    return names;
  }

  /** Returns the last word of a statement. */
  static String last(String statement) {
    return statement.substring(statement.lastIndexOf(' ') + 1);
  }

  /** The word behind these, of a statement with one value. */
  Optional<String> text(String path) {
    return names(path).stream().findFirst();
  }

  static boolean begins(String statement, String path) {
    return statement.startsWith(path)
        && (statement.length() == path.length() || statement.charAt(path.length()) == ' ');
  }
}
