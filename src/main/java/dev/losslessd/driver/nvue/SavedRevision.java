package dev.losslessd.driver.nvue;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The applied revision beside the one that the switch comes up with. From NVUE 5.9 on an apply is
 * also saved, unless that was turned off: then they are the same.
 */
final class SavedRevision {
  static final String COMMAND = Tree.command("startup");

  private SavedRevision() {}

  /**
   * @param ours targets that this agent sets
   */
  static Unsaved compare(Node saved, Node applied, Set<Target> ours) {
    Set<String> names = SettingTable.ports(ours);
    return SavedTree.compare(
        tree("", Tree.pruned(saved)), tree("", Tree.pruned(applied)), path -> isOurs(path, names));
  }

  /** A leaf is one line with its name: its value may be a secret, and so has no blank in it. */
  private static ConfigTree tree(String name, Node node) {
    List<ConfigTree> below = new ArrayList<>();
    for (String inner : node.names()) {
      below.add(
          node.value(inner)
              .map(value -> Pattern.of("\\s").matcher(value).replaceAll("_"))
              .map(value -> new ConfigTree(inner + " " + value, List.of()))
              .orElseGet(() -> tree(inner, node.at(inner).orElseThrow())));
    }
    return new ConfigTree(name, below);
  }

  private static boolean isOurs(List<String> path, Set<String> ours) {
    if (path.getFirst().equals("qos")) {
      boolean named = path.size() > 2 && path.get(2).startsWith(Tree.OURS);
      return named || ours.contains("");
    }
    if (path.size() < 3 || !path.getFirst().equals("interface")) {
      return false;
    }
    boolean ourLine =
        path.get(2).equals("qos")
            || (path.size() == 4 && path.get(2).equals("link") && path.get(3).startsWith("mtu "));
    return ourLine && ours.contains(path.get(1));
  }
}
