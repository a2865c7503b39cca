package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
      Set<Integer> cos = cos(map);
      if (!cos.isEmpty()) {
        return set(cos);
      }
      groups.addAll(map.after("match qos-group "));
    }
    if (groups.size() != 1 || !groups.getFirst().matches("[0-7]")) {
      throw ParseErrors.at(
          RunningConfig.COMMAND, "class " + name, "a class-map with 'match cos' or 'qos-group'");
    }
    Set<Integer> classified = classified(groups.getFirst());
    return set(classified.isEmpty() ? Set.of(Integer.valueOf(groups.getFirst())) : classified);
  }

  /** Classes of service that a policy of type qos puts into a group. */
  private Set<Integer> classified(String group) {
    Set<Integer> all = new TreeSet<>();
    for (ConfigTree policy : config.starting("policy-map type qos ")) {
      for (ConfigTree one : policy.starting("class ")) {
        if (one.has("set qos-group " + group)) {
          named("qos", lastWord(one)).forEach(map -> all.addAll(cos(map)));
        }
      }
    }
    return all;
  }

  private List<ConfigTree> named(String type, String name) {
    return config.starting("class-map type " + type + " ").stream()
        .filter(map -> lastWord(map).equals(name))
        .toList();
  }

  private static String lastWord(ConfigTree tree) {
    return tree.line().substring(tree.line().lastIndexOf(' ') + 1);
  }

  private static Set<Integer> cos(ConfigTree map) {
    Set<Integer> all = new TreeSet<>();
    for (String text : map.after("match cos ")) {
      for (String part : text.split("[, ]+")) {
        all.addAll(NumberRanges.parse(RunningConfig.COMMAND, part, 7));
      }
    }
    return all;
  }

  private static PrioritySet set(Set<Integer> cos) {
    PrioritySet set = PrioritySet.NONE;
    for (int number : cos) {
      set = set.with(Priority.of(number));
    }
    return set;
  }
}
