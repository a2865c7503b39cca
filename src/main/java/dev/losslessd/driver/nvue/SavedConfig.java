package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Map;
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
  static String of(Node tree, List<String> paths) {
    List<String> lines =
        paths.stream()
            .flatMap(path ->
                tree.lines(path).entrySet().stream().sorted(Map.Entry.comparingByKey(Node.ORDER)))
            .filter(
                line -> line.getValue().isPresent() || Tree.MEMBER.matcher(line.getKey()).matches())
            .map(line -> line.getKey() + line.getValue().map(text -> "=" + text).orElse(""))
            .toList();
    boolean bare = port(paths).filter(one -> Tree.isBare(tree, one)).isPresent();
    return lines.isEmpty() ? bare ? BARE : UNSET : String.join("; ", lines);
  }

  private static boolean isIn(List<String> paths, String line) {
    return paths.stream().anyMatch(path -> (line + " ").startsWith(path + " "));
  }

  /** Makes the parts what they were. */
  static void restore(Node tree, List<String> paths, String words) {
    paths.forEach(tree::remove);
    if (!words.equals(UNSET) && !words.equals(BARE)) {
      for (String line : Pattern.of("; ").split(words)) {
        String[] parts = line.split("=", 2);
        if (!isIn(paths, parts[0])) {
          throw DeviceException.unsupported(
              "words '%s': expected 'unset' or lines below %s"
                  .formatted(PrintableText.brief(words), paths));
        }
        tree.put(parts[0], parts.length == 1 ? Optional.empty() : Optional.of(parts[1]));
      }
    }
    if (words.equals(UNSET)) {
      port(paths).ifPresent(port -> clean(tree, port));
    }
  }

  /** Takes a port out of the configuration that has nothing left there but its type. */
  static void clean(Node tree, String port) {
    if (Tree.isBare(tree, port)) {
      tree.remove("interface", port);
    }
  }

  private static Optional<String> port(List<String> paths) {
    return paths.stream()
        .filter(path -> path.startsWith("interface "))
        .map(path -> path.split(" ")[1])
        .findFirst();
  }
}
