package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A configuration: every statement in the words of {@code set}. */
final class Tree {
  private static final int PAIR_WORDS = 7;

  private final TreeSet<List<String>> all = new TreeSet<>(Tree::order);

  /** Word by word, numbers by their size: values of one statement stay in the order of a curve. */
  private static int order(List<String> one, List<String> other) {
    for (int n = 0; n < Math.min(one.size(), other.size()); n++) {
      String a = one.get(n);
      String b = other.get(n);
      boolean numbers = a.matches("\\d{1,9}") && b.matches("\\d{1,9}");
      int by = numbers ? Integer.compare(Integer.parseInt(a), Integer.parseInt(b)) : 0;
      by = by == 0 ? a.compareTo(b) : by;
      if (by != 0) {
        return by;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  Tree copy() {
    Tree copy = new Tree();
    copy.all.addAll(all);
    return copy;
  }

  boolean same(Tree other) {
    return all.equals(other.all);
  }

  Set<List<String>> all() {
    return all;
  }

  /** Lines as {@code display set} prints them. */
  List<String> lines() {
    return all.stream().map(one -> "set " + String.join(" ", one)).toList();
  }

  List<List<String>> under(String... path) {
    return all.stream().filter(one -> begins(one, List.of(path))).toList();
  }

  boolean has(String... path) {
    return !under(path).isEmpty();
  }

  /** Word that follows a path; empty for none. */
  String text(String... path) {
    return under(path).stream()
        .filter(one -> one.size() > path.length)
        .map(one -> one.get(path.length))
        .findFirst()
        .orElse("");
  }

  /** Words that follow a path. */
  Set<String> names(String... path) {
    Set<String> names = new TreeSet<>();
    under(path).stream()
        .filter(one -> one.size() > path.length)
        .forEach(one -> names.add(one.get(path.length)));
    return names;
  }

  static boolean begins(List<String> words, List<String> path) {
    return words.size() >= path.size() && words.subList(0, path.size()).equals(path);
  }

  void set(List<String> words) throws CliError {
    Schema.Kind last = walk(words, true);
    if (last == Schema.Kind.LEAF) {
      List<String> others = words.subList(0, words.size() - 1);
      all.removeIf(one -> one.size() == words.size() && begins(one, others));
    }
    if (last == Schema.Kind.PAIRS) {
      List<String> keys = words.subList(0, words.size() - 1);
      all.removeIf(one -> one.size() == words.size() && begins(one, keys));
    }
    all.removeIf(one -> one.size() < words.size() && begins(words, one)); // a presence that goes on
    if (all.stream().noneMatch(one -> one.size() > words.size() && begins(one, words))) {
      all.add(List.copyOf(words));
    }
  }

  /** Whether anything was there. */
  boolean delete(List<String> words) throws CliError {
    walk(words, false);
    return all.removeIf(one -> begins(one, words));
  }

  private static Schema.Kind walk(List<String> words, boolean whole) throws CliError {
    Schema at = Schema.ROOT;
    int n = 0;
    while (n < words.size()) {
      Schema parent = at;
      String word = words.get(n);
      at = parent.next(word).orElseThrow(() -> new CliError("syntax error."));
      n += at.silent() ? 0 : 1;
      if (at.kind() == Schema.Kind.PAIRS) {
        return pairs(at, words, n - 1, whole);
      }
      boolean valued =
          at.kind() == Schema.Kind.LIST
              || at.kind() == Schema.Kind.LEAF
              || at.kind() == Schema.Kind.LEAVES;
      if (valued) {
        if (n == words.size()) {
          return end(at, whole);
        }
        if (!at.allows(words.get(n))) {
          throw new CliError("error: invalid value: " + words.get(n));
        }
        n++;
      }
      if (n == words.size()) {
        return valued && at.kind() != Schema.Kind.LIST ? at.kind() : end(at, whole);
      }
    }
    return end(at, whole);
  }

  private static Schema.Kind end(Schema at, boolean whole) throws CliError {
    boolean complete = at.kind() == Schema.Kind.FLAG || at.kind() == Schema.Kind.PRESENCE;
    if (whole && !complete) {
      throw new CliError("missing argument.");
    }
    return at.kind();
  }

  private static Schema.Kind pairs(Schema at, List<String> words, int from, boolean whole)
      throws CliError {
    List<String> tail = words.subList(from, words.size());
    boolean fits =
        tail.size() == PAIR_WORDS
            && tail.get(1).equals("loss-priority")
            && tail.get(2).matches("low|medium-low|medium-high|high|any")
            && tail.get(3).equals("protocol")
            && tail.get(4).matches("any|tcp|non-tcp")
            && tail.get(5).equals("drop-profile")
            && at.allows(tail.get(6));
    if (whole && !fits) {
      throw new CliError("syntax error.");
    }
    return Schema.Kind.PAIRS;
  }

  /**
   * Output of {@code show | compare}: statements that go and come, below their place in the tree.
   */
  List<String> compare(Tree before) {
    List<String> out = new ArrayList<>();
    String at = "";
    TreeSet<List<String>> both = new TreeSet<>(all.comparator());
    both.addAll(all);
    both.addAll(before.all);
    for (List<String> one : both) {
      if (all.contains(one) && before.all.contains(one)) {
        continue;
      }
      int parent = Math.max(1, one.size() - 2);
      String here = "[edit " + String.join(" ", one.subList(0, parent)) + "]";
      if (!here.equals(at)) {
        out.add(here);
        at = here;
      }
      String sign = all.contains(one) ? "+" : "-";
      out.add(sign + "   " + String.join(" ", one.subList(parent, one.size())) + ";");
    }
    return out;
  }
}
