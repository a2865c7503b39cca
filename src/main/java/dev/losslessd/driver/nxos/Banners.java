package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Garbled;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code banner motd #}: text of the operator's between two marks of their choice. It stands in the
 * configuration as it is, so that it could look like configuration.
 */
final class Banners {
  private static final Pattern BEGINNING = Pattern.compile("banner (?:motd|exec) (\\S)(.*)");

  private Banners() {}

  /** The lines of a configuration without its banners. */
  static List<String> without(String config) {
    List<String> lines = new ArrayList<>();
    String mark = "";
    for (String line : config.split("\n", -1)) {
      Matcher beginning = BEGINNING.matcher(line);
      if (!mark.isEmpty()) {
        mark = line.contains(mark) ? "" : mark;
      } else if (beginning.matches()) {
        mark = beginning.group(2).contains(beginning.group(1)) ? "" : beginning.group(1);
      } else {
        lines.add(line);
      }
    }
    if (!mark.isEmpty()) {
      throw Garbled.at(
          RunningConfig.COMMAND, "banner", "the mark " + mark + " at the banner's end");
    }
    return lines;
  }
}
