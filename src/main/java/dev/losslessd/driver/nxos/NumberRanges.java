package dev.losslessd.driver.nxos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Lists such as {@code 24-31,46}. */
final class NumberRanges {
  private NumberRanges() {}

  static List<Integer> parse(String text, int largest) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.matches("\\d{1,3}(-\\d{1,3})?")) {
        throw wrong(text, largest);
      }
      String[] ends = part.split("-");
      int from = Integer.parseInt(ends[0]);
      int to = Integer.parseInt(ends[ends.length - 1]);
      if (from > to || to > largest) {
        throw wrong(text, largest);
      }
      for (int n = from; n <= to; n++) {
        numbers.add(n);
      }
    }
    return numbers;
  }

  /** One text for each run of neighbours: {@code 24-31}, {@code 46}. */
  static List<String> runs(Collection<Integer> numbers) {
    List<String> runs = new ArrayList<>();
    TreeSet<Integer> left = new TreeSet<>(numbers);
    while (!left.isEmpty()) {
      int from = left.removeFirst();
      int to = from;
      while (left.remove(to + 1)) {
        to++;
      }
      runs.add(from == to ? "" + from : from + "-" + to);
    }
    return runs;
  }

  private static RuntimeException wrong(String text, int largest) {
    return Garbled.at(ConfigTree.COMMAND, text, "numbers and rising ranges of 0.." + largest);
  }
}
