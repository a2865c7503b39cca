package dev.losslessd.driver.esxi;

import dev.losslessd.driver.ParseErrors;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code esxcli hardware platform get}: the server that ESXi runs on. */
final class Platform {
  static final String COMMAND = "esxcli hardware platform get";

  private static final Pattern SERIAL = Pattern.compile("(?m)^   Serial Number: ?(.*)\\R");

  private Platform() {}

  static List<String> serials(String text) {
    Matcher serial = SERIAL.matcher(text);
    if (!serial.find()) {
      throw ParseErrors.at(COMMAND, text, "'   Serial Number:'");
    }
    return List.of(serial.group(1));
  }
}
