package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** UCX's lists of devices, ranges in brackets told out: {@code mlx5_[0-3]:1}. */
final class UcxNames {
  private static final int MOST = 256;

  private static final Pattern RANGE = Pattern.compile("\\[(\\d{1,4})-(\\d{1,4})\\]");

  private UcxNames() {}

  static List<String> of(String value) {
    List<String> names = new ArrayList<>();
    Arrays.stream(value.split(","))
        .map(String::strip)
        .filter(one -> !one.isEmpty())
        .forEach(one -> add(one, names));
    return names;
  }

  private static void add(String name, List<String> names) {
    Matcher range = RANGE.matcher(name);
    if (!range.find()) {
      names.add(name);
      return;
    }
    int last = Integer.parseInt(range.group(2));
    for (int n = Integer.parseInt(range.group(1)); n <= last && names.size() < MOST; n++) {
      names.add(name.substring(0, range.start()) + n + name.substring(range.end()));
    }
  }
}
