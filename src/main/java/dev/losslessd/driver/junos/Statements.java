package dev.losslessd.driver.junos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Statements of a configuration, each as the words behind {@code set}. */
final class Statements {
  private final Set<List<String>> all;

  Statements() {
    this.all = new LinkedHashSet<>();
  }

  private Statements(Collection<List<String>> all) {
    this.all = new LinkedHashSet<>(all);
  }

  Statements copy() {
    return new Statements(all);
  }

  static List<String> path(String... words) {
    return List.of(words);
  }

  /** Returns words behind {@code class-of-service}. */
  static List<String> cos(String... words) {
    List<String> path = new ArrayList<>(List.of("class-of-service"));
    path.addAll(List.of(words));
    return path;
  }

  /** Words behind words, those of the second separated by blanks. */
  static List<String> join(List<String> path, String words) {
    List<String> joined = new ArrayList<>(path);
    joined.addAll(List.of(words.split(" ")));
    return joined;
  }

  void add(List<String> words) {
    all.add(List.copyOf(words));
  }

  /** All words of class of service. */
  List<String> classOfService() {
    return all.stream()
        .filter(one -> one.getFirst().equals("class-of-service"))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns a copy with each word of class of service replaced. */
  Statements renamed(UnaryOperator<String> name) {
    Statements other = new Statements();
    for (List<String> one : all) {
      boolean concerned = one.getFirst().equals("class-of-service");
      other.all.add(concerned ? one.stream().map(name).toList() : one);
    }
    return other;
  }

  /** Takes away everything that begins with these words. */
  void removeUnder(List<String> path) {
    all.removeIf(one -> begins(one, path));
  }

  void remove(List<String> words) {
    all.remove(words);
  }

  Set<List<String>> all() {
    return all;
  }

  boolean contains(List<String> words) {
    return all.contains(words);
  }

  /** Whether anything begins with these words. */
  boolean has(List<String> path) {
    return all.stream().anyMatch(one -> begins(one, path));
  }

  /** Returns the statements below a path, words separated by blanks, sorted. */
  TreeSet<String> below(List<String> path) {
    TreeSet<String> tails = new TreeSet<>();
    for (List<String> one : all) {
      if (one.size() > path.size() && begins(one, path)) {
        tails.add(String.join(" ", one.subList(path.size(), one.size())));
      }
    }
    return tails;
  }

  /** The words that stand next behind these. */
  Set<String> names(List<String> path) {
    Set<String> names = new LinkedHashSet<>();
    for (List<String> one : all) {
      if (one.size() > path.size() && begins(one, path)) {
        names.add(one.get(path.size()));
      }
    }
    return names;
  }

  /** Returns the last word of a statement. */
  static String last(String statement) {
    return statement.substring(statement.lastIndexOf(' ') + 1);
  }

  /** The word behind these, of a statement with one value. */
  Optional<String> text(List<String> path) {
    return names(path).stream().findFirst();
  }

  static boolean begins(List<String> words, List<String> path) {
    return words.size() >= path.size() && words.subList(0, path.size()).equals(path);
  }
}
