package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.JsonText;
import java.util.List;
import java.util.regex.Pattern;

/** NVUE's structured output: numbers are numbers, names of branches are always texts. */
final class NvueJson {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,17}");

  private NvueJson() {}

  static List<String> print(Object value) {
    return JsonText.lines(value, "  ", word -> NUMBER.matcher(word).matches());
  }
}
