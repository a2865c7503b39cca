package dev.losslessd.driver;

import dev.losslessd.text.Pattern;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A configuration that is printed as lines indented below lines.
 *
 * @param line as printed, blanks at both ends cut
 * @param below what is indented under it
 */
public record ConfigTree(String line, List<ConfigTree> below) {
  public ConfigTree {
    below = List.copyOf(below);
  }

  /** A line that is still gathering what is below it. */
  private record Open(int indent, String line, List<ConfigTree> below) {}

  /**
   * @param lines without what is no configuration, such as banners; lines of blanks and those that
   *     begin with {@code !} are passed over
   */
  public static ConfigTree parse(List<String> lines) {
    Deque<Open> open = new ArrayDeque<>();
    open.push(new Open(-1, "", new ArrayList<>()));
    for (String raw : lines) {
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("!")) {
        continue;
      }
      int indent = raw.length() - raw.stripLeading().length();
      while (open.element().indent >= indent) {
        close(open);
      }
      open.push(new Open(indent, line, new ArrayList<>()));
    }
    while (open.size() > 1) {
      close(open);
    }
    return new ConfigTree("", open.element().below);
  }

  private static void close(Deque<Open> open) {
    Open done = open.pop();
    open.element().below.add(new ConfigTree(done.line, done.below));
  }

  /** Whether this very line is below. */
  public boolean has(String wanted) {
    return lines().anyMatch(wanted::equals);
  }

  /** The lines below, without what is below them. */
  public Stream<String> lines() {
    return below.stream().map(ConfigTree::line);
  }

  /** This very line and what is below it. */
  public Optional<ConfigTree> at(String wanted) {
    return below.stream().filter(one -> one.line.equals(wanted)).findFirst();
  }

  /** Returns the rest of each line with this beginning: names of policies, numbers. */
  public List<String> after(String beginning) {
    return lines()
        .filter(one -> one.startsWith(beginning))
        .map(one -> one.substring(beginning.length()))
        .toList();
  }

  /**
   * The bundle that a port is a member of, by its line {@code channel-group N}.
   *
   * @param prefix of the bundle's name, before its number
   */
  public Optional<String> bundle(String port, String prefix) {
    return at("interface " + port).stream()
        .flatMap(section -> section.after("channel-group ").stream())
        .map(words -> words.split(" ", 2)[0])
        .filter(word -> Pattern.matches("\\d{1,5}", word))
        .findFirst()
        .map(number -> prefix + number);
  }

  /** The lines that begin so. */
  public List<ConfigTree> starting(String beginning) {
    return below.stream().filter(one -> one.line.startsWith(beginning)).toList();
  }
}
