package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Banners;
import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.ParseErrors;
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
  static ConfigTree parseConfig(String text) {
    return parseConfig(COMMAND, text);
  }

  static ConfigTree parseConfig(String command, String text) {
    ConfigTree tree = ConfigTree.parse(Banners.without(command, "motd|exec", text));
    List<String> tops = tree.below().stream().map(ConfigTree::line).toList();
    if (tops.stream().noneMatch(top -> top.startsWith("version "))) {
      throw ParseErrors.at(command, text.lines().findFirst().orElse(""), "a line 'version ...'");
    }
    if (tops.lastIndexOf("line vty") < lastInterface(tops)) {
      throw ParseErrors.at(command, tops.getLast(), "'line vty' after the last interface");
    }
    return tree;
  }

  /** The name at the end of a line such as {@code class-map type qos match-any NAME}. */
  static String lastWord(ConfigTree section) {
    return section.line().substring(section.line().lastIndexOf(' ') + 1);
  }

  private static int lastInterface(List<String> tops) {
    for (int i = tops.size() - 1; i >= 0; i--) {
      if (tops.get(i).startsWith("interface ")) {
        return i;
      }
    }
    return 0;
  }
}
