package dev.losslessd.driver.os10;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Release of the switch, as {@code show version} prints it.
 *
 * @param release for example {@code 10.5.3.4}
 */
record Identity(String release) {
  static final String COMMAND = "show version";

  private static final Pattern OURS = Pattern.compile("(?m)^\\s*Dell .*\\bOS10\\b.*$");
  private static final Pattern RELEASE = Pattern.compile("(?m)^\\s*OS Version: (\\S+)\\s*\\R");

  /**
   * @throws DeviceException UNSUPPORTED if this is another system
   */
  static Identity parse(String text) {
    if (!OURS.matcher(text).find()) {
      throw DeviceException.unsupported(
          ParseErrors.at(COMMAND, text, "Dell ... OS10: is 'os: os10' right?").getMessage());
    }
    Matcher release = RELEASE.matcher(text);
    if (!release.find()) {
      throw ParseErrors.at(COMMAND, text, "'OS Version:'");
    }
    return new Identity(release.group(1));
  }
}
