package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Banners;
import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Pattern;
import java.util.List;

/** {@code show running-config}, and what is saved in the same form. */
final class RunningConfig {
  static final String COMMAND = "show running-config";
  static final String SAVED = "show startup-config";

  private RunningConfig() {}

  /**
   * A whole configuration has {@code version} near its start, and its interfaces before {@code line
   * vty}, which every NX-OS prints: without them the text was cut.
   */
  static ConfigTree parseConfig(String command, String text) {
    ConfigTree tree = ConfigTree.parse(Banners.without(command, "motd|exec", text));
    List<String> tops = tree.lines().toList();
    if (tops.stream().noneMatch(top -> top.startsWith("version "))) {
      throw ParseErrors.at(command, text.lines().findFirst().orElse(""), "a line 'version ...'");
    }
    if (tops.lastIndexOf("line vty") < lastInterface(tops)) {
      throw ParseErrors.at(command, tops.getLast(), "'line vty' after the last interface");
    }
    return tree;
  }

  /**
   * Whether ports that switch have their MTU from the network-qos policy: Nexus 3000, 5000 and 6000
   * up to release 7, whose releases are named {@code 6.0(2)U6(1)}, {@code A} or {@code N} (Cisco's
   * QoS guides of these, configuring MTU). Newer releases of the Nexus 3000 are named as those of
   * the Nexus 9000: see {@link NetworkQos#mtuBeside}.
   */
  static boolean isMtuOfClasses(ConfigTree config) {
    return config.after("version ").stream()
        .anyMatch(release -> Pattern.matches("\\d+\\.\\d+\\(\\d+\\w*\\)[UAN]\\d.*", release));
  }

  /** The name at the end of a line such as {@code class-map type qos match-any NAME}. */
  static String lastWord(ConfigTree section) {
    return section.line().substring(section.line().lastIndexOf(' ') + 1);
  }

  /** Class-maps of a type and a name, whether they match any or all. */
  static List<ConfigTree> classMaps(ConfigTree config, String type, String name) {
    return config.starting("class-map type " + type + " ").stream()
        .filter(map -> lastWord(map).equals(name))
        .toList();
  }

  private static int lastInterface(List<String> tops) {
    for (int i = tops.size() - 1; i >= 0; i--) {
      if (tops.get(i).startsWith("interface ")) {
        return i;
      }
    }
    return 0;
  }

  /** An error about a line of it. */
  static DeviceException garbled(String line, String expected) {
    return ParseErrors.at(COMMAND, line, expected);
  }
}
