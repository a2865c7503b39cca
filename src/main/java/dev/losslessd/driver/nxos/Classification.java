package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The classification policy: DSCP to qos-group, group n for priority n. */
final class Classification {
  private static final String DSCP = "match dscp ";
  private static final String GROUP = "set qos-group ";

  /** The class of all that no other class has. */
  private static final String ALL_ELSE = "class-default";

  private Classification() {}

  /**
   * Returns the DSCP map of the policy. Classes that match by CoS alone add nothing; {@code
   * class-default} adds what is left where it has a group other than 0.
   *
   * @throws DeviceException UNSUPPORTED where packets of one DSCP may have several groups: a class
   *     with a group matches by something else (precedence, an ACL, {@code not})
   */
  static DscpMap parse(ConfigTree config, QosPolicy policy) {
    Map<Integer, Optional<Integer>> groups = new TreeMap<>();
    policy
        .classes()
        .forEach((name, body) -> {
          Optional<Integer> group = group(policy, name, body);
          group
              .filter(_ -> !name.equals(ALL_ELSE))
              .ifPresent(number -> requireByDscp(config, policy.name(), name, number));
          // the first class that matches wins, also one without a group
          dscps(config, name, group.orElse(0)).forEach(dscp -> groups.putIfAbsent(dscp, group));
        });
    Map<Dscp, Priority> entries = new TreeMap<>();
    groups.forEach((dscp, group) ->
        group.ifPresent(number -> entries.put(Dscp.of(dscp), Priority.of(number))));
    return DscpMap.of(entries);
  }

  private static void requireByDscp(ConfigTree config, String policy, String name, int group) {
    List<ConfigTree> maps = RunningConfig.classMaps(config, "qos", name);
    if (maps.isEmpty()) {
      throw unsupported(policy, name, GROUP + group + "' without a class-map '" + name);
    }
    maps.forEach(map ->
        other(map)
            .ifPresent(line -> {
              throw unsupported(policy, name, line);
            }));
  }

  /**
   * A line by which a class-map matches by neither DSCP nor CoS. Sites match both at once ({@code
   * match-all}): such a class counts by its DSCP, with the CoS that these packets have.
   */
  private static Optional<String> other(ConfigTree map) {
    return map.lines()
        .filter(line -> line.startsWith("match "))
        .filter(line -> !line.startsWith(DSCP) && !line.startsWith("match cos "))
        .findFirst();
  }

  private static DeviceException unsupported(String policy, String name, String line) {
    return DeviceException.unsupported(
        "class %s of policy %s has '%s', which is in no DSCP map"
            .formatted(
                PrintableText.brief(name), PrintableText.brief(policy), PrintableText.brief(line)));
  }

  private static Optional<Integer> group(QosPolicy policy, String name, List<String> body) {
    return body.stream()
        .filter(line -> line.startsWith(GROUP))
        .findFirst()
        .map(line -> {
          if (!Pattern.matches(GROUP + "[0-7]", line)) {
            throw garbled(policy.name() + " " + name + ": " + line, "a group of 0..7");
          }
          return Integer.valueOf(line.substring(GROUP.length()));
        });
  }

  private static List<Integer> dscps(ConfigTree config, String name, int group) {
    if (name.equals(ALL_ELSE)) {
      return group == 0 ? List.of() : numbers("0-63");
    }
    return RunningConfig.classMaps(config, "qos", name).stream()
        .flatMap(map -> map.after(DSCP).stream())
        .flatMap(text -> numbers(text).stream())
        .toList();
  }

  private static List<Integer> numbers(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : Pattern.of("[, ]+").split(text)) {
      OptionalInt named = part.equals("default") ? OptionalInt.of(0) : Dscp.named(part);
      numbers.addAll(
          named.isEmpty()
              ? NumberRanges.parse(RunningConfig.COMMAND, part, 63)
              : List.of(named.getAsInt()));
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
