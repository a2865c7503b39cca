package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
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

  private static final String DSCP = "dscp ";

  /**
   * Fields of a packet that say nothing of its DSCP (Cisco's QoS guide for the Nexus 9000,
   * configuring classification). A precedence is eight DSCPs, and {@code any} is all of them.
   */
  private static final Pattern OTHER_FIELD =
      Pattern.compile("(?:access-group|cos|ip rtp|mpls|packet length|protocol|vlan) .*");

  private static final String GROUP = "set qos-group ";

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

  /** Returns the DSCP map of the policy; classes that match by something else add nothing. */
  static DscpMap parse(ConfigTree config, QosPolicy policy) {
    Map<Dscp, Priority> entries = new TreeMap<>();
    policy
        .classes()
        .forEach((name, body) -> {
          for (int dscp : dscps(config, name)) {
            // the first class that matches wins
            group(policy, name, body)
                .ifPresent(group -> entries.putIfAbsent(Dscp.of(dscp), Priority.of(group)));
          }
        });
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

  private static List<Integer> dscps(ConfigTree config, String className) {
    List<Integer> all = new ArrayList<>();
    for (ConfigTree map : config.starting("class-map type qos ")) {
      if (Pattern.of("^class-map type qos (match-any |match-all )?")
          .matcher(map.line())
          .replaceFirst("")
          .equals(className)) {
        map.after("match ").forEach(text -> all.addAll(matched(text)));
      }
    }
    return all;
  }

  /**
   * DSCPs of one line of a class-map; other fields add none.
   *
   * @throws DeviceException GARBLED for a field that is not known: it may be DSCPs too
   */
  private static List<Integer> matched(String text) {
    if (text.startsWith(DSCP)) {
      return numbers(text.substring(DSCP.length()));
    }
    if (!OTHER_FIELD.matcher(text).matches()) {
      throw ParseErrors.at(RunningConfig.COMMAND, "match " + text, "'dscp' or another known field");
    }
    return List.of();
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
