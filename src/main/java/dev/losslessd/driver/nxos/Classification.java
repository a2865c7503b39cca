package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The classification policy: DSCP to qos-group, group n for priority n. */
final class Classification {
  /** Names that NX-OS prints instead of numbers (RFC 2474, 2597, 3246). */
  private static final Map<String, Integer> NAMES = names();

  private static final String GROUP = "set qos-group ";
  private static final Pattern MAP =
      Pattern.compile("^class-map type qos (?:match-any |match-all )?");

  /** The class of all packets that no other one of the policy takes. */
  private static final String REST = "class-default";

  private static final String BY_DSCP = "dscp ";
  private static final String BY_COS = "cos ";

  private Classification() {}

  private static Map<String, Integer> names() {
    Map<String, Integer> names = new HashMap<>(Map.of("default", 0, "ef", 46));
    for (int group = 1; group < Priority.COUNT; group++) {
      names.put("cs" + group, 8 * group);
    }
    for (int group = 1; group <= 4; group++) {
      for (int drop = 1; drop <= 3; drop++) {
        names.put("af" + group + drop, 8 * group + 2 * drop);
      }
    }
    return names;
  }

  /**
   * Returns the DSCP map of the policy. Classes by CoS and those without a qos-group add nothing.
   *
   * @throws DeviceException UNSUPPORTED for a class that takes packets by anything else, such as an
   *     access list, to a qos-group
   */
  static DscpMap parse(ConfigTree config, QosPolicy policy) {
    Map<Integer, Optional<Integer>> groups = new TreeMap<>();
    policy
        .classes()
        .forEach((name, body) -> {
          Optional<Integer> group = group(policy, name, body);
          group.ifPresent(one -> requireByDscp(config, policy, name, one));
          // the first class that matches wins, also one without a group
          dscps(config, name, group).forEach(dscp -> groups.putIfAbsent(dscp, group));
        });
    Map<Dscp, Priority> entries = new TreeMap<>();
    groups.forEach((dscp, group) ->
        group.ifPresent(one -> entries.put(Dscp.of(dscp), Priority.of(one))));
    return DscpMap.of(entries);
  }

  private static Optional<Integer> group(QosPolicy policy, String name, List<String> body) {
    return body.stream()
        .filter(line -> line.startsWith(GROUP))
        .findFirst()
        .map(line -> {
          if (!Pattern.matches(GROUP + "[0-7]", line)) {
            throw ParseErrors.at(
                RunningConfig.COMMAND, policy.name() + " " + name + ": " + line, "a group of 0..7");
          }
          return Integer.valueOf(line.substring(GROUP.length()));
        });
  }

  /** The code points of a class; those of the class for all else only where it has a group. */
  private static List<Integer> dscps(ConfigTree config, String name, Optional<Integer> group) {
    if (name.equals(REST)) {
      return group.orElse(0) == 0 ? List.of() : NumberRanges.parse(RunningConfig.COMMAND, "0-63", 63);
    }
    return matches(config, name).stream()
        .filter(match -> match.startsWith(BY_DSCP))
        .flatMap(match -> numbers(match.substring(BY_DSCP.length())).stream())
        .toList();
  }

  private static void requireByDscp(ConfigTree config, QosPolicy policy, String name, int group) {
    List<String> matches = matches(config, name);
    if (matches.isEmpty() && !name.equals(REST)) {
      throw other(policy, name, group, "a class-map that the configuration does not have");
    }
    matches.stream()
        .filter(match -> !match.startsWith(BY_DSCP) && !match.startsWith(BY_COS))
        .findFirst()
        .ifPresent(match -> {
          throw other(policy, name, group, "'match " + Sanitized.of(match) + "'");
        });
  }

  private static DeviceException other(QosPolicy policy, String name, int group, String by) {
    return DeviceException.unsupported(
        "policy-map "
            + Sanitized.of(policy.name())
            + ": class "
            + Sanitized.of(name)
            + " takes packets to qos-group "
            + group
            + " by "
            + by
            + ", by neither their DSCP nor their PCP");
  }

  private static List<String> matches(ConfigTree config, String className) {
    return config.starting("class-map type qos ").stream()
        .filter(map -> MAP.matcher(map.line()).replaceFirst("").equals(className))
        .flatMap(map -> map.after("match ").stream())
        .toList();
  }

  private static List<Integer> numbers(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : Pattern.of("[, ]+").split(text)) {
      Integer named = NAMES.get(part);
      numbers.addAll(
          named == null ? NumberRanges.parse(RunningConfig.COMMAND, part, 63) : List.of(named));
    }
    return numbers;
  }

  /** The DSCPs of each priority, for rendering. */
  static Map<Priority, List<Integer>> byPriority(DscpMap map) {
    Map<Priority, List<Integer>> all = new TreeMap<>();
    map.entries()
        .forEach((dscp, priority) ->
            all.computeIfAbsent(priority, _ -> new ArrayList<>()).add(dscp.value()));
    return all;
  }
}
