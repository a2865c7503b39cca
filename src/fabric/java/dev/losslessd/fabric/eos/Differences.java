package dev.losslessd.fabric.eos;

import java.util.ArrayList;
import java.util.List;

/** Output of {@code show session-config diffs}: lines that go, and lines that come. */
final class Differences {
  private Differences() {}

  /** Returns the differences; empty if the two are the same. */
  static List<String> between(String session, List<String> before, List<String> after) {
    int[][] common = common(before, after);
    List<String> out = new ArrayList<>();
    int b = 0;
    int a = 0;
    while (b < before.size() || a < after.size()) {
      if (b < before.size() && a < after.size() && before.get(b).equals(after.get(a))) {
        b++;
        a++;
      } else if (a == after.size() || (b < before.size() && common[b + 1][a] >= common[b][a + 1])) {
        out.add("-" + before.get(b++));
      } else {
        out.add("+" + after.get(a++));
      }
    }
    if (!out.isEmpty()) {
      out.addAll(
          0, List.of("--- system:/running-config", "+++ session:/" + session + "-session-config"));
    }
    return out;
  }

  /** Lengths of the longest common subsequences of what is left of both. */
  private static int[][] common(List<String> before, List<String> after) {
    int[][] lengths = new int[before.size() + 1][after.size() + 1];
    for (int b = before.size() - 1; b >= 0; b--) {
      for (int a = after.size() - 1; a >= 0; a--) {
        lengths[b][a] =
            before.get(b).equals(after.get(a))
                ? lengths[b + 1][a + 1] + 1
                : Math.max(lengths[b + 1][a], lengths[b][a + 1]);
      }
    }
    return lengths;
  }
}
