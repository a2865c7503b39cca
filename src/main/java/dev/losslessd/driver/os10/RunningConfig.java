package dev.losslessd.driver.os10;

import dev.losslessd.driver.Banners;
import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code show running-configuration}. It has no mark at its end, so that a cut cannot be seen as
 * such. But each section ends where another line begins at the margin: the last one of a text is
 * never taken for whole, and what a section is missing is only believed of one that is whole.
 *
 * @param tree of all sections but the last
 * @param cut line of the last section
 */
record RunningConfig(ConfigTree tree, String cut) {
  static final String COMMAND = "show running-configuration";

  private static final Pattern PORT =
      Pattern.compile("ethernet\\d{1,2}/\\d{1,2}/\\d{1,3}(?::\\d{1,2})?");

  static RunningConfig parse(String text) {
    List<String> lines = new ArrayList<>();
    int begun = 0;
    for (String line : Banners.without(COMMAND, "motd|login", text)) {
      boolean atMargin = !line.isBlank() && line.charAt(0) != ' ';
      if (atMargin) {
        begun = lines.size();
      }
      lines.add(line);
    }
    ParseErrors.throwIf(lines.stream().allMatch(String::isBlank), COMMAND, text, "a configuration");
    return new RunningConfig(ConfigTree.parse(lines.subList(0, begun)), lines.get(begun).strip());
  }

  static boolean isPort(String name) {
    return PORT.matcher(name).matches();
  }

  /** Front panel ports, broken out ones too; no bundles, VLANs or management. */
  List<String> ports() {
    return tree.after("interface ").stream().filter(RunningConfig::isPort).distinct().toList();
  }

  /**
   * The port channel that a port is a member of ({@code channel-group N mode active}). Dell's guide
   * says of MTU that members inherit it; no source says so of QoS.
   */
  Optional<String> bundle(String port) {
    return tree.bundle(port, "port-channel");
  }

  /**
   * @throws DeviceException GONE if there is none, GARBLED if the text ends within it
   */
  ConfigTree port(String name) {
    return section("interface " + name)
        .orElseThrow(() -> DeviceException.gone(name + ": no such interface in the configuration"));
  }

  /**
   * A section that others name.
   *
   * @throws DeviceException GARBLED if it is not there, or the text ends within it
   */
  ConfigTree named(String line) {
    return section(line).orElseThrow(() -> ParseErrors.at(COMMAND, "the name alone", line));
  }

  /**
   * {@code system qos}. A configuration without one may be a cut one: it says nothing.
   *
   * @throws DeviceException UNSUPPORTED if it is not there, GARBLED if the text ends within it
   */
  ConfigTree system() {
    return section("system qos")
        .orElseThrow(() ->
            DeviceException.unsupported(
                "'" + COMMAND + "' has no 'system qos', or ends before it"));
  }

  private Optional<ConfigTree> section(String line) {
    Optional<ConfigTree> whole = tree.at(line);
    if (whole.isEmpty() && cut.equals(line)) {
      throw ParseErrors.at(COMMAND, line, "a line at the margin after this section's end");
    }
    return whole;
  }
}
