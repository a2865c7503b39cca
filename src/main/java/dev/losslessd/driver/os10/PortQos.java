package dev.losslessd.driver.os10;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Settings of one port by its own lines, those of {@code system qos} and those that they name. */
final class PortQos {
  private static final String MODE = "priority-flow-control mode ";
  private static final String ETS_ON = "ets mode on";
  private static final String INPUT = "service-policy input type network-qos ";
  private static final String OUTPUT = "service-policy output type queuing ";
  private static final String CLASSIFY = "service-policy input type qos ";
  private static final String TRUST = "trust-map ";
  private static final String BANDWIDTH = "bandwidth percent ";

  /** Lines of a class or a section that are understood, or known to say nothing of it. */
  private static final Pattern PAUSING = Pattern.compile("pause(?: .*)?|pfc-cos .*|queue-limit .*");

  private static final Pattern QUEUING =
      Pattern.compile(
          "bandwidth percent .*|priority(?: .*)?|random-detect .*|queue-limit .*|shape .*");
  private static final Pattern CLASSES = Pattern.compile("(?:class|description) .*");
  private static final Pattern MARKING =
      Pattern.compile("random-detect (?:ecn|color .*|weight .*)");

  private static final Pattern GREEN =
      Pattern.compile(
          "random-detect color green minimum-threshold (\\d{1,7}) maximum-threshold (\\d{1,7})"
              + " drop-probability (\\d{1,3})");

  // unverified: kilobytes of 1000 bytes, as for EOS
  private static final long KILOBYTE = 1000;

  private final RunningConfig config;
  private final ConfigTree port;

  PortQos(RunningConfig config, String name) {
    this.config = config;
    this.port = config.port(name);
  }

  /** A port without the line has none: {@code no priority-flow-control} is its undo. */
  Pfc pfc() {
    return switch (only(port, MODE).orElse("off")) {
      case "off" -> Pfc.OFF;
      case "on" -> new Pfc(paused(config.named("policy-map type network-qos " + required(INPUT))));
      default -> throw unsupported("'" + MODE + only(port, MODE).orElse("") + "'");
    };
  }

  private static PrioritySet paused(ConfigTree policy) {
    PrioritySet all = PrioritySet.NONE;
    for (ConfigTree one : known(policy, CLASSES).starting("class ")) {
      ConfigTree _ = known(one, PAUSING);
      boolean pauses =
          one.below().stream().anyMatch(line -> Pattern.matches("pause( .*)?", line.line()));
      Optional<String> priorities = only(one, "pfc-cos ");
      if (pauses != priorities.isPresent()) {
        throw unsupported("'" + one.line() + "' with only one of 'pause' and 'pfc-cos'");
      }
      all =
          all.with(
              priorities
                  .map(text -> NumberRanges.priorities(RunningConfig.COMMAND, text))
                  .orElse(PrioritySet.NONE));
    }
    return all;
  }

  /**
   * Returns a section all whose own lines are known; a line that is not may change what it does.
   */
  private static ConfigTree known(ConfigTree section, Pattern lines) {
    for (ConfigTree one : section.below()) {
      if (!lines.matcher(one.line()).matches()) {
        throw unsupported(
            "what '" + PrintableText.brief(one.line()) + "' in '" + section.line() + "' does");
      }
    }
    return section;
  }

  private static List<Integer> numbers(Optional<String> list) {
    return list.map(text -> NumberRanges.parse(RunningConfig.COMMAND, text, 7)).orElse(List.of());
  }

  /** OS10 trusts nothing by default. A policy that classifies acts beside the map. */
  Trust trust() {
    requireNoPolicy();
    String map = required(TRUST);
    return switch (map.split(" ", 2)[0]) {
      case "dot1p" -> new Trust(Trust.Field.PCP);
      case "dscp" -> new Trust(Trust.Field.DSCP);
      default -> throw ParseErrors.at(RunningConfig.COMMAND, TRUST + map, "dot1p or dscp");
    };
  }

  /**
   * Shares of the queues. A queue that the policy has no class for is read as vendor's own: no
   * source says how it is scheduled.
   */
  Ets ets() {
    if (!port.has(ETS_ON) || !config.system().has(ETS_ON)) {
      throw unsupported("a port without '" + ETS_ON + "' here and under 'system qos'");
    }
    Ets.Selection[] selection = new Ets.Selection[Priority.COUNT];
    Integer[] shares = new Integer[Priority.COUNT];
    Arrays.fill(selection, Ets.Selection.VENDOR);
    Arrays.fill(shares, 0);
    String policy =
        only(port, OUTPUT).orElseThrow(() -> unsupported("a port without '" + OUTPUT + "...'"));
    classes(policy)
        .forEach((queue, lines) -> {
          Optional<String> share = only(lines, BANDWIDTH);
          boolean strict =
              lines.below().stream().anyMatch(l -> Pattern.matches("priority( .*)?", l.line()));
          if (strict == share.isPresent()) {
            throw unsupported("'" + lines.line() + "' without one of priority and bandwidth");
          }
          selection[queue] = strict ? Ets.Selection.STRICT : Ets.Selection.ETS;
          shares[queue] = share.map(text -> percent(text, lines)).orElse(0);
        });
    return new Ets(List.of(selection), List.of(shares), maps().queueOfPriority());
  }

  private static int percent(String text, ConfigTree lines) {
    if (!Pattern.matches("\\d{1,2}|100", text)) {
      throw ParseErrors.at(RunningConfig.COMMAND, lines.line() + " " + text, "0..100 percent");
    }
    return Integer.parseInt(text);
  }

  /**
   * Marks by priority. Without an output policy of the port no profile acts (Microsoft's and
   * Intel's examples).
   */
  Ecn ecn() {
    Optional<String> policy = only(port, OUTPUT);
    if (policy.isEmpty()) {
      if (config.tree().at("system qos").flatMap(all -> only(all, OUTPUT)).isPresent()) {
        throw unsupported("what '" + OUTPUT + "...' of 'system qos' does to a port without it");
      }
      return Ecn.OFF;
    }
    Map<Integer, Ecn.Marking> marking = new TreeMap<>();
    classes(policy.get())
        .forEach((queue, lines) ->
            only(lines, "random-detect ")
                .flatMap(profile -> wred(config.named("wred " + profile)))
                .ifPresent(marks -> marking.put(queue, marks)));
    if (marking.isEmpty()) {
      return Ecn.OFF;
    }
    Map<Priority, Ecn.Marking> all = new TreeMap<>();
    List<Integer> queues = maps().queueOfPriority();
    for (int n = 0; n < Priority.COUNT; n++) {
      if (marking.containsKey(queues.get(n))) {
        all.put(Priority.of(n), marking.get(queues.get(n)));
      }
    }
    return Ecn.of(all);
  }

  /**
   * Marks of a {@code wred NAME} section, of packets that are within their rate, which RoCE's are.
   * Empty if it drops, without {@code random-detect ecn}.
   */
  private static Optional<Ecn.Marking> wred(ConfigTree profile) {
    if (!profile.has("random-detect ecn")) {
      return Optional.empty();
    }
    for (ConfigTree line : known(profile, MARKING).below()) {
      Matcher m = GREEN.matcher(line.line());
      if (m.matches()) {
        return Optional.of(marking(m));
      }
    }
    throw ParseErrors.at(RunningConfig.COMMAND, profile.line(), "random-detect color green ...");
  }

  private static Ecn.Marking marking(Matcher m) {
    try {
      return new Ecn.Marking(
          Long.parseLong(m.group(1)) * KILOBYTE,
          Long.parseLong(m.group(2)) * KILOBYTE,
          Integer.parseInt(m.group(3)));
    } catch (IllegalArgumentException e) {
      throw ParseErrors.at(RunningConfig.COMMAND, m.group(), "minimum <= maximum, 0..100 percent");
    }
  }

  /** Classes of an output policy by the queue that their class-map matches. */
  private Map<Integer, ConfigTree> classes(String policy) {
    Map<Integer, ConfigTree> all = new TreeMap<>();
    ConfigTree lines = known(config.named("policy-map type queuing " + policy), CLASSES);
    for (ConfigTree one : lines.starting("class ")) {
      String name = one.line().substring("class ".length());
      ConfigTree match = config.named("class-map type queuing " + name);
      List<Integer> queues = numbers(only(match, "match queue "));
      if (queues.size() != 1) {
        throw unsupported("class-map " + name + ": expected one 'match queue N'");
      }
      all.put(queues.getFirst(), known(one, QUEUING));
    }
    return all;
  }

  /** Requires that no policy of the port or of {@code system qos} gives packets a qos-group. */
  private void requireNoPolicy() {
    Stream.concat(Stream.of(port), config.tree().at("system qos").stream())
        .flatMap(section -> section.after(CLASSIFY).stream())
        .filter(policy ->
            config.named("policy-map type qos " + policy.strip()).starting("class ").stream()
                .flatMap(one -> one.below().stream())
                .anyMatch(line -> line.line().startsWith("set qos-group ")))
        .findFirst()
        .ifPresent(policy -> {
          throw unsupported(
              "what '" + CLASSIFY + PrintableText.brief(policy) + "' does beside a map");
        });
  }

  private QueueMaps maps() {
    requireNoPolicy();
    String trust = required(TRUST);
    if (!trust.startsWith("dot1p ")) {
      throw unsupported("'trust-map " + trust + "': no source has the lines of a dscp map, so");
    }
    return new QueueMaps(
        map("trust dot1p-map " + trust.substring("dot1p ".length())),
        map("qos-map traffic-class " + required("qos-map traffic-class ")));
  }

  /** A map of the configuration; that of the factory, {@code default}, is not printed. */
  private ConfigTree map(String line) {
    if (line.endsWith(" default") && config.tree().at(line).isEmpty()) {
      throw unsupported("what '" + line + "' has, the factory's, which is not printed:");
    }
    return config.named(line);
  }

  /**
   * Returns the rest of the line with this beginning, of the port or of the whole switch, which
   * have to agree.
   */
  private String required(String beginning) {
    Optional<String> own = only(port, beginning);
    // a port that says it itself needs no 'system qos'
    Optional<String> general =
        own.isPresent()
            ? config.tree().at("system qos").flatMap(all -> only(all, beginning))
            : only(config.system(), beginning);
    if (own.isPresent() && general.isPresent() && !own.equals(general)) {
      throw unsupported(
          "'" + beginning + "' of the port and of 'system qos' differ: which counts,");
    }
    return own.or(() -> general)
        .orElseThrow(
            () -> unsupported("neither the port nor 'system qos' has '" + beginning + "'"));
  }

  /**
   * Returns the rest of the line with this beginning; several such lines are more than is
   * understood.
   */
  private static Optional<String> only(ConfigTree section, String beginning) {
    List<String> all = new ArrayList<>(section.after(beginning));
    if (all.size() > 1) {
      throw unsupported("'" + section.line() + "' has '" + beginning + "' more than once:");
    }
    return all.stream().findFirst().map(String::strip);
  }

  private static DeviceException unsupported(String what) {
    return DeviceException.unsupported(what + " no source tells (os10.qos, unverified)");
  }
}
