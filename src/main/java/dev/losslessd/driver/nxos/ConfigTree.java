package dev.losslessd.driver.nxos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The running configuration as lines below lines.
 *
 * @param line as printed, blanks at both ends cut
 * @param below what is indented under it
 */
record ConfigTree(String line, List<ConfigTree> below) {
  static final String COMMAND = "show running-config";

  ConfigTree {
    below = List.copyOf(below);
  }

  /** A line that is still gathering what is below it. */
  private record Open(int indent, String line, List<ConfigTree> below) {}

  /**
   * A whole configuration has {@code version} near its start, and its interfaces before {@code line
   * vty}, which every NX-OS prints: without them the text was cut.
   */
  static ConfigTree parseConfig(String text) {
    Deque<Open> open = new ArrayDeque<>();
    open.push(new Open(-1, "", new ArrayList<>()));
    for (String raw : Banners.without(text)) {
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
    ConfigTree tree = new ConfigTree("", open.element().below);
    requireWhole(tree, text);
    return tree;
  }

  private static void close(Deque<Open> open) {
    Open done = open.pop();
    open.element().below.add(new ConfigTree(done.line, done.below));
  }

  private static void requireWhole(ConfigTree tree, String text) {
    List<String> tops = tree.below.stream().map(ConfigTree::line).toList();
    if (tops.stream().noneMatch(top -> top.startsWith("version "))) {
      throw Garbled.at(COMMAND, text.lines().findFirst().orElse(""), "a line 'version ...'");
    }
    if (tops.lastIndexOf("line vty") < lastInterface(tops)) {
      throw Garbled.at(COMMAND, tops.getLast(), "'line vty' after the last interface");
    }
  }

  private static int lastInterface(List<String> tops) {
    for (int i = tops.size() - 1; i >= 0; i--) {
      if (tops.get(i).startsWith("interface ")) {
        return i;
      }
    }
    return 0;
  }

  boolean has(String wanted) {
    return below.stream().anyMatch(one -> one.line.equals(wanted));
  }

  Optional<ConfigTree> at(String wanted) {
    return below.stream().filter(one -> one.line.equals(wanted)).findFirst();
  }

  /** What follows a beginning, of each line that has it: names of policies, numbers. */
  List<String> after(String beginning) {
    return below.stream()
        .map(ConfigTree::line)
        .filter(one -> one.startsWith(beginning))
        .map(one -> one.substring(beginning.length()))
        .toList();
  }

  List<ConfigTree> starting(String beginning) {
    return below.stream().filter(one -> one.line.startsWith(beginning)).toList();
  }
}
