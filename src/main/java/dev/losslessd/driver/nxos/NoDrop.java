package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.PrioritySet;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which priorities {@code pause no-drop} is about, which does not say it itself: those that the
 * class matches, or that are classified into its group.
 */
final class NoDrop {
  private static final Pattern BUILT_IN = Pattern.compile("c-(?:8q-)?nq([0-7])");

  private final ConfigTree config;

  NoDrop(ConfigTree config) {
    this.config = config;
  }

  /**
   * @param name of the class of type network-qos
   */
  PrioritySet priorities(String name) {
    List<String> groups = new ArrayList<>();
    Matcher builtIn = BUILT_IN.matcher(name);
    if (builtIn.matches()) {
      groups.add(builtIn.group(1));
    }
    for (ConfigTree map : named("network-qos", name)) {
      PrioritySet cos = cos(map);
      if (!cos.isEmpty()) {
        return cos;
      }
      groups.addAll(map.after("match qos-group "));
    }
    if (groups.size() != 1 || !groups.getFirst().matches("[0-7]")) {
      throw ParseErrors.at(
          RunningConfig.COMMAND, "class " + name, "a class-map with 'match cos' or 'qos-group'");
    }
    PrioritySet classified = classified(groups.getFirst());
    return classified.isEmpty() ? PrioritySet.of(Integer.parseInt(groups.getFirst())) : classified;
  }

  /** Classes of service that a policy of type qos puts into a group. */
  private PrioritySet classified(String group) {
    PrioritySet all = PrioritySet.NONE;
    for (ConfigTree policy : config.starting("policy-map type qos ")) {
      for (ConfigTree one : policy.starting("class ")) {
        if (one.has("set qos-group " + group)) {
          for (ConfigTree map : named("qos", RunningConfig.lastWord(one))) {
            all = all.with(cos(map));
          }
        }
      }
    }
    return all;
  }

  private List<ConfigTree> named(String type, String name) {
    return config.starting("class-map type " + type + " ").stream()
        .filter(map -> RunningConfig.lastWord(map).equals(name))
        .toList();
  }

  private static PrioritySet cos(ConfigTree map) {
    PrioritySet all = PrioritySet.NONE;
    for (String text : map.after("match cos ")) {
      for (String part : text.split("[, ]+")) {
        all = all.with(NumberRanges.priorities(RunningConfig.COMMAND, part));
      }
    }
    return all;
  }
}
