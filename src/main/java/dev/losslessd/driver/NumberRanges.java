package dev.losslessd.driver;

import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Lists such as {@code 24-31,46}. */
public final class NumberRanges {
  private NumberRanges() {}

  /**
   * @param command that printed it, for messages
   * @param largest number there can be; the smallest is 0
   * @throws DeviceException GARBLED if it is no such list
   */
  public static List<Integer> parse(String command, String text, int largest) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!Pattern.matches("\\d{1,4}(-\\d{1,4})?", part)) {
        throw wrong(command, text, largest);
      }
      String[] ends = part.split("-");
      int from = Integer.parseInt(ends[0]);
      int to = Integer.parseInt(ends[ends.length - 1]);
      if (from > to || to > largest) {
        throw wrong(command, text, largest);
      }
      for (int n = from; n <= to; n++) {
        numbers.add(n);
      }
    }
    return numbers;
  }

  /**
   * One number of 0..largest.
   *
   * @throws RuntimeException what is given, if the text is none
   */
  public static int number(String text, int largest, Supplier<? extends RuntimeException> wrong) {
    int digits = String.valueOf(largest).length();
    if (!Pattern.matches("\\d+", text)
        || text.length() > digits
        || Integer.parseInt(text) > largest) {
      throw wrong.get();
    }
    return Integer.parseInt(text);
  }

  /**
   * The priorities of such a list.
   *
   * @throws DeviceException GARBLED if it is none of 0..7
   */
  public static PrioritySet priorities(String command, String text) {
    return PrioritySet.of(
        parse(command, text, Priority.COUNT - 1).stream().mapToInt(Integer::intValue).toArray());
  }

  /** One text for each run of neighbours: {@code 24-31}, {@code 46}. */
  public static List<String> runs(Collection<Integer> numbers) {
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

  private static RuntimeException wrong(String command, String text, int largest) {
    return ParseErrors.at(command, text, "numbers and rising ranges of 0.." + largest);
  }
}
