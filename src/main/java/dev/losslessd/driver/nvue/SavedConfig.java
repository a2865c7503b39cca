package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of the configuration in words, so that it can come back as it was: what is set there, or
 * that nothing is. A value that is set and one that is the default read the same.
 */
final class SavedConfig {
  private static final String UNSET = "unset";

  /** Stands for a port that is in the configuration with nothing but its type. */
  private static final String BARE = "unset, port kept";

  private SavedConfig() {}

  /**
   * @param paths of the parts
   */
  static String of(Node tree, List<List<String>> paths) {
    List<String> lines = new ArrayList<>();
    for (List<String> path : paths) {
      tree.at(path).ifPresent(node -> lines(node, path, lines));
    }
    boolean bare = lines.isEmpty() && port(paths).filter(one -> Tree.isBare(tree, one)).isPresent();
    return lines.isEmpty() ? bare ? BARE : UNSET : String.join("; ", lines);
  }

  private static void lines(Node node, List<String> path, List<String> lines) {
    if (node.isLeaf()) {
      lines.add(
          String.join(" ", path.subList(0, path.size() - 1))
              + " "
              + path.getLast()
              + "="
              + node.text().orElse(""));
    } else if (node.isEmpty() && path.get(path.size() - 2).equals("switch-priority")) {
      lines.add(String.join(" ", path));
    } else {
      node.below()
          .forEach((name, below) -> {
            lines(below, Node.join(path, name), lines);
          });
    }
  }

  /** Makes the parts what they were. */
  static void restore(Node tree, List<List<String>> paths, String words) {
    paths.forEach(tree::remove);
    if (!words.equals(UNSET) && !words.equals(BARE)) {
      for (String line : Pattern.of("; ").split(words)) {
        restore(tree, paths, List.of(line.split(" ")), words);
      }
    }
    if (words.equals(UNSET)) {
      port(paths).ifPresent(port -> clean(tree, port));
    }
  }

  private static void restore(
      Node tree, List<List<String>> paths, List<String> line, String words) {
    String last = line.getLast();
    int equals = last.indexOf('=');
    List<String> path = new ArrayList<>(line.subList(0, line.size() - 1));
    path.add(equals < 0 ? last : last.substring(0, equals));
    boolean inside =
        paths.stream()
            .anyMatch(one -> path.size() >= one.size() && path.subList(0, one.size()).equals(one));
    if (!inside) {
      throw DeviceException.unsupported(
          "words '" + PrintableText.brief(words) + "': expected 'unset' or lines below " + paths);
    }
    String[] to = path.toArray(String[]::new);
    if (equals < 0) {
      tree.add(to);
    } else {
      tree.set(last.substring(equals + 1), to);
    }
  }

  /** Takes a port out of the configuration that has nothing left there but its type. */
  static void clean(Node tree, String port) {
    if (Tree.isBare(tree, port)) {
      tree.remove("interface", port);
    }
  }

  private static Optional<String> port(List<List<String>> paths) {
    return paths.stream()
        .filter(path -> path.getFirst().equals("interface"))
        .map(path -> path.get(1))
        .findFirst();
  }
}
