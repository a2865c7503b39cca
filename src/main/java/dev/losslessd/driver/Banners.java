package dev.losslessd.driver;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code banner motd #}: text of the operator's between two marks of their choice. It stands in the
 * configuration as it is, so that it could look like configuration.
 */
public final class Banners {
  private Banners() {}

  /**
   * The lines of a configuration without its banners.
   *
   * @param command that printed it, for messages
   * @param kinds words behind {@code banner}, as a regular expression
   * @throws DeviceException GARBLED if a banner has no end
   */
  public static List<String> without(String command, String kinds, String config) {
    Pattern beginning = Pattern.of("banner (?:" + kinds + ") (\\S)(.*)");
    List<String> lines = new ArrayList<>();
    String mark = "";
    for (String ended : config.split("\n", -1)) {
      String line = ended.endsWith("\r") ? ended.substring(0, ended.length() - 1) : ended;
      Matcher banner = beginning.matcher(line);
      if (!mark.isEmpty()) {
        mark = line.contains(mark) ? "" : mark;
      } else if (banner.matches()) {
        mark = banner.group(2).contains(banner.group(1)) ? "" : banner.group(1);
      } else {
        lines.add(line);
      }
    }
    if (!mark.isEmpty()) {
      throw ParseErrors.at(command, "banner", "the mark " + mark + " at the banner's end");
    }
    return lines;
  }
}
