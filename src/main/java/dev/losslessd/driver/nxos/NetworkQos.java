package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The network-qos policy: which classes pause. */
final class NetworkQos {
  private static final Pattern PAUSE = Pattern.compile("pause pfc-cos ([0-7](?:[,-][0-7])*)");
  private static final Pattern COPYABLE =
      Pattern.compile("mtu \\d{3,5}|no pause|congestion-control tail-drop|" + PAUSE.pattern());

  private static final Pattern BUILT_IN = Pattern.compile("c-(?:8q-)?nq([0-7])");

  /** MTU that Cisco's own examples give to every class of a lossless fabric. */
  private static final String MTU = "mtu 9216";

  static final Mtu DEFAULT_MTU = new Mtu(1500);

  private static final Pattern COS =
      Pattern.compile("pause (?:.+ )?pfc-cos ([0-7](?:[,-][0-7])*)( .+)?");

  private NetworkQos() {}

  /** The MTU that a number of a line is. */
  static Mtu mtu(String number) {
    return Mtu.parse(number).orElseThrow(() -> garbled("mtu " + number, "bytes"));
  }

  /**
   * The MTU of all classes; one without a line has 1500, as has all that is in no class.
   *
   * @throws DeviceException UNSUPPORTED for classes with several
   */
  static Mtu mtu(QosPolicy policy) {
    TreeSet<Integer> all = new TreeSet<>();
    boolean rest = false;
    for (var one : policy.classes().entrySet()) {
      all.add(
          one.getValue().stream()
              .filter(line -> line.startsWith("mtu "))
              .findFirst()
              .map(line -> mtu(line.substring("mtu ".length())))
              .orElse(DEFAULT_MTU)
              .bytes());
      rest |= one.getKey().endsWith("default");
    }
    if (!rest) {
      all.add(DEFAULT_MTU.bytes());
    }
    if (all.size() > 1) {
      throw DeviceException.unsupported(
          "network-qos policy %s has an MTU for each class: %s"
              .formatted(PrintableText.brief(policy.name()), all));
    }
    return new Mtu(all.first());
  }

  /**
   * The MTU of a port without {@code mtu} on a switch whose release does not say where ports have
   * it from. A Nexus 9000 has classes of its own alone (its QoS guide, network-qos); a policy with
   * others that have an MTU may be that of a Nexus 3000, whose ports take it from there.
   *
   * @throws DeviceException UNSUPPORTED for such a policy
   */
  static Mtu mtuBeside(QosPolicy policy) {
    boolean large =
        policy.classes().values().stream()
            .flatMap(List::stream)
            .anyMatch(
                line -> line.startsWith("mtu ") && !line.equals("mtu " + DEFAULT_MTU.bytes()));
    if (large && Family.by(policy.classes().keySet()).isEmpty()) {
      throw DeviceException.unsupported(
          ("network-qos policy %s has an MTU, which a Nexus 3000 gives to its ports and a Nexus"
                  + " 9000 does not: set 'mtu' at the port, or see 'show interface'")
              .formatted(PrintableText.brief(policy.name())));
    }
    return DEFAULT_MTU;
  }

  /** Lines with options of a pause that a value does not have. */
  static List<String> options(QosPolicy policy) {
    return policy.classes().values().stream()
        .flatMap(List::stream)
        .filter(line -> COS.matcher(line).matches() && !PAUSE.matcher(line).matches())
        .toList();
  }

  /** The classes that the system's default policy leaves without pause. */
  static Map<String, List<String>> systemDefault(Family family) {
    return Map.of(family.networkDefault(), List.of(MTU));
  }

  static Lossless parse(ConfigTree config, QosPolicy policy) {
    PrioritySet set = PrioritySet.NONE;
    for (var one : policy.classes().entrySet()) {
      for (String line : one.getValue()) {
        set =
            set.with(
                line.equals("pause no-drop") ? noDrop(config, one.getKey()) : paused(policy, line));
      }
    }
    return new Lossless(set);
  }

  /**
   * Returns the priorities that {@code pause no-drop} is about, which does not say it itself: those
   * that the class matches, or that are classified into its group.
   */
  private static PrioritySet noDrop(ConfigTree config, String name) {
    List<String> groups = new ArrayList<>();
    Matcher builtIn = BUILT_IN.matcher(name);
    if (builtIn.matches()) {
      groups.add(builtIn.group(1));
    }
    for (ConfigTree map : RunningConfig.classMaps(config, "network-qos", name)) {
      PrioritySet cos = cos(map);
      if (!cos.isEmpty()) {
        return cos;
      }
      groups.addAll(map.after("match qos-group "));
    }
    if (groups.size() != 1 || !Pattern.matches("[0-7]", groups.getFirst())) {
      throw garbled("class " + name, "a class-map with 'match cos' or 'qos-group'");
    }
    PrioritySet classified = classified(config, groups.getFirst());
    return classified.isEmpty() ? PrioritySet.of(Integer.parseInt(groups.getFirst())) : classified;
  }

  /** Classes of service that a policy of type qos puts into a group. */
  private static PrioritySet classified(ConfigTree config, String group) {
    PrioritySet all = PrioritySet.NONE;
    for (ConfigTree policy : config.starting("policy-map type qos ")) {
      for (ConfigTree one : policy.starting("class ")) {
        if (one.has("set qos-group " + group)) {
          for (ConfigTree map :
              RunningConfig.classMaps(config, "qos", RunningConfig.lastWord(one))) {
            all = all.with(cos(map));
          }
        }
      }
    }
    return all;
  }

  private static PrioritySet cos(ConfigTree map) {
    PrioritySet all = PrioritySet.NONE;
    for (String text : map.after("match cos ")) {
      for (String part : Pattern.of("[, ]+").split(text)) {
        all = all.with(NumberRanges.priorities(RunningConfig.COMMAND, part));
      }
    }
    return all;
  }

  private static PrioritySet paused(QosPolicy policy, String line) {
    if (!line.startsWith("pause ")) {
      return PrioritySet.NONE;
    }
    Matcher pause = COS.matcher(line);
    if (!pause.matches()) {
      // buffers alone name no priority; to guess would be wrong half the time
      throw garbled(policy.name() + ": " + line, "'pause pfc-cos' and priorities 0..7");
    }
    return NumberRanges.priorities(RunningConfig.COMMAND, pause.group(1));
  }

  /**
   * Returns the classes with another set of priorities that pause.
   *
   * @throws DeviceException UNSUPPORTED for priority 0, which has no class of its own
   */
  static Map<String, List<String>> with(
      Family family, Map<String, List<String>> classes, Lossless wanted) {
    if (wanted.priorities().contains(Priority.of(0))) {
      throw DeviceException.unsupported(
          ("lossless %s: priority 0 is in %s, with all that has no class of its own, and is not"
                  + " made no-drop from here")
              .formatted(wanted.text(), family.networkDefault()));
    }
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (Priority priority : wanted.priorities().priorities()) {
      all.put(family.networkClass(priority), List.of(MTU));
    }
    all.putAll(classes);
    all.replaceAll((name, body) -> body(family, name, body, wanted));
    return all;
  }

  private static List<String> body(Family family, String name, List<String> body, Lossless wanted) {
    List<String> lines = new ArrayList<>();
    for (String line : body) {
      if (!COPYABLE.matcher(line).matches()) {
        throw QosPolicy.notTakenOver("network-qos", name, line);
      }
      if (!line.startsWith("pause ")) {
        lines.add(line);
      }
    }
    for (Priority priority : wanted.priorities().priorities()) {
      if (name.equals(family.networkClass(priority))) {
        lines.add("pause pfc-cos " + priority);
      }
    }
    return lines;
  }
}
