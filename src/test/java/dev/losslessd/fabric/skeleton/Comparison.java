package dev.losslessd.fabric.skeleton;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a fake prints, against all captures of the same command.
 *
 * @param captures by file name; empty if there are none
 */
record Comparison(Skeleton fake, Map<String, Captured> captures) {
  /**
   * A capture, with its letters for outputs of another format.
   *
   * @param all its parts without their order
   * @param excerpt whether it begins in the middle of a page
   * @param letters all of its letters, for the names in it
   * @param byName whether only names are compared, and not their places
   */
  record Captured(
      Skeleton skeleton, Set<String> all, boolean excerpt, String letters, boolean byName) {
    static Captured of(String text, Skeleton skeleton, boolean byName) {
      return new Captured(
          skeleton,
          Set.copyOf(skeleton.parts()),
          text.startsWith(" "),
          Words.letters(text),
          byName);
    }

    /** A part at its place; in an output of another format, its name anywhere. */
    boolean has(String part, Skeleton.Format format) {
      if (byName || skeleton.format() != format) {
        return letters.contains(Words.letters(Skeleton.name(part)));
      }
      boolean flat = all.stream().noneMatch(one -> one.startsWith(" "));
      return all.contains(flat ? part.strip() : part)
          || (excerpt && part.startsWith("  ") && all.contains(part.substring(2)))
          || hasColumn(part);
    }

    /** Headings that a capture has squeezed: the words stand there, and the type. */
    private boolean hasColumn(String part) {
      String[] column = part.split(": ?", 2);
      String words = column[0].replaceFirst("^column ", "");
      return part.startsWith("column ")
          && all.stream().noneMatch(one -> one.startsWith(column[0] + ":"))
          && all.stream().anyMatch(one -> one.startsWith("columns ") && one.contains(words))
          && all.stream()
              .anyMatch(one -> one.startsWith("column ") && one.endsWith(": " + column[1]));
    }
  }

  /** Parts of the fake that no capture has at their place. */
  Set<String> unseen() {
    Set<String> unseen = parts();
    captures.values().forEach(capture -> unseen.removeAll(seen(capture)));
    return unseen;
  }

  /** Different parts of the fake, in order. */
  Set<String> parts() {
    return new LinkedHashSet<>(fake.parts());
  }

  /** Those parts of the fake that a capture has too. */
  Set<String> seen(Captured capture) {
    Set<String> parts = parts();
    parts.removeIf(part -> !capture.has(part, fake.format()));
    return parts;
  }

  /** Words that the fake's output or every capture lacks. */
  List<String> missing(List<String> words, String output) {
    return words.stream()
        .map(Words::letters)
        .filter(word ->
            !Words.letters(output).contains(word)
                || captures.values().stream().noneMatch(one -> one.letters().contains(word)))
        .toList();
  }

  /** Pairs of neighbouring parts that the captures which have both print the other way round. */
  List<String> outOfOrder() {
    List<String> wrong = new ArrayList<>();
    if (fake.format() == Skeleton.Format.JSON || fake.format() == Skeleton.Format.CONFIG) {
      return wrong; // keys have no order, and lines of a configuration stand by their names
    }
    Set<String> before = new LinkedHashSet<>();
    String last = "";
    for (String part : fake.parts()) {
      if (part.matches("rule .*|column .*|[^A-Za-z]*")) {
        continue;
      }
      if (before.add(part) && !last.isEmpty() && !follows(last, part)) {
        wrong.add("[" + part + "] after [" + last + "]");
      }
      last = part;
    }
    return wrong;
  }

  private boolean follows(String first, String second) {
    boolean met = false;
    for (Captured capture : captures.values()) {
      List<String> parts = capture.skeleton().parts();
      if (parts.contains(first) && parts.contains(second)) {
        met = true;
        if (parts.subList(parts.indexOf(first) + 1, parts.size()).contains(second)) {
          return true;
        }
      }
    }
    return !met;
  }
}
