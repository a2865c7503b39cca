package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The lines that lead from one tree to another: what goes first, what comes after it. */
final class Lines {
  private Lines() {}

  /**
   * @throws DeviceException UNSUPPORTED if the ledger has no line for a part of it
   */
  static List<Line> between(Node before, Node after, Profiles profiles) {
    Set<String> lines = new LinkedHashSet<>();
    before
        .lines()
        .forEach((path, value) -> {
          if (!after.has(path)) {
            unset(path, value.isPresent(), after).ifPresent(lines::add);
          }
        });
    after
        .lines()
        .forEach((path, value) -> {
          boolean there = value.isEmpty() ? before.has(path) : before.value(path).equals(value);
          if (!there) {
            lines.add("nv set " + after.words(path));
          }
        });
    return lines.stream().map(line -> NvueLedger.line(profiles.outward(line))).toList();
  }

  /** Returns the shortest line that the ledger has; a branch that held nothing needs none. */
  private static Optional<String> unset(String path, boolean isLeaf, Node after) {
    String[] names = path.split(" ");
    Optional<String> shortest =
        IntStream.rangeClosed(1, names.length)
            .mapToObj(n -> String.join(" ", List.of(names).subList(0, n)))
            .filter(part -> !after.has(part))
            .map(part -> "nv unset " + part)
            .filter(line -> NvueLedger.LEDGER.find(line).isPresent())
            .findFirst();
    if (isLeaf && shortest.isEmpty()) {
      throw DeviceException.unsupported("line 'nv unset " + path + "' is not in the ledger");
    }
    return shortest;
  }

  /** Returns the line with other releases' word for its last one; empty if there is none. */
  static List<Line> otherSpelling(Line line) {
    String text = line.text();
    int last = text.lastIndexOf(' ');
    return Switch.otherSpelling(text.substring(last + 1))
        .map(word -> List.of(NvueLedger.line(text.substring(0, last + 1) + word)))
        .orElse(List.of());
  }
}
