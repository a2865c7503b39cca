package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.Section;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A whole configuration of EOS: what runs, what a session has made of it, what is saved. */
final class EosConfig {
  private static final String PROFILES = "40 profile ";
  private static final String PORTS = "60 ";
  private static final String BUNDLES = "59 ";

  private final Section root;

  /** Traffic class by DSCP, of entries of its own; with its drop precedence where it has one. */
  private final Map<Integer, String> classes;

  private EosConfig(Section root, Map<Integer, String> classes) {
    this.root = root;
    this.classes = classes;
  }

  static EosConfig factory(String name, List<SwitchPort> ports) {
    Section root = new Section("");
    root.lines().put("00 hostname", "hostname " + name);
    for (SwitchPort port : ports) {
      root.open(portKey(port), "interface " + port.name())
          .lines()
          .put("10 description", "description " + port.neighbour().host());
    }
    return new EosConfig(root, new TreeMap<>());
  }

  EosConfig copy() {
    return new EosConfig(root.copy(), new TreeMap<>(classes));
  }

  Section root() {
    return root;
  }

  static String portKey(SwitchPort port) {
    return PORTS + "%03d".formatted(port.number());
  }

  static String bundleKey(String number) {
    return BUNDLES + "%4s".formatted(number);
  }

  /** Port channels, by number. */
  List<Section> bundles() {
    return root.below().entrySet().stream()
        .filter(one -> one.getKey().startsWith(BUNDLES))
        .map(Map.Entry::getValue)
        .toList();
  }

  static String profileKey(String name) {
    return PROFILES + name;
  }

  @Nullable Section profile(String name) {
    return root.below(profileKey(name));
  }

  Section port(SwitchPort port) {
    return Objects.requireNonNull(root.below(portKey(port)));
  }

  void map(int dscp, String trafficClass) {
    classes.put(dscp, trafficClass);
  }

  /** A line of a port, its own or its profile's; null if neither has it. */
  @Nullable String line(SwitchPort port, String key) {
    return line(port(port), profileOf(port), key);
  }

  /** A line of one of the port's queues, its own or its profile's; null if neither has it. */
  @Nullable String line(SwitchPort port, int queue, String key) {
    String place = queueKey("tx-queue " + queue);
    Section own = port(port).below(place);
    Section profile = profileOf(port);
    return line(own, profile == null ? null : profile.below(place), key);
  }

  private static @Nullable String line(
      @Nullable Section own, @Nullable Section shared, String key) {
    String line = own == null ? null : own.lines().get(key);
    return line != null || shared == null ? line : shared.lines().get(key);
  }

  private @Nullable Section profileOf(SwitchPort port) {
    String line = port(port).lines().get("20 service-profile");
    return line == null ? null : profile(line.substring("service-profile ".length()));
  }

  static String queueKey(String header) {
    return "40 " + header;
  }

  /** Class of a code point without a line; a line that says the same is not printed. */
  private static String factory(int dscp) {
    return String.valueOf(dscp < 16 ? 1 - dscp / 8 : dscp / 8);
  }

  /** As {@code show running-config} prints it. */
  List<String> text() {
    List<String> lines = new ArrayList<>();
    List<String> rest = new ArrayList<>(Printed.text(root));
    lines.add(rest.removeFirst());
    Map<String, List<String>> byClass = new TreeMap<>();
    classes.forEach((dscp, tc) -> {
      if (!tc.equals(factory(dscp))) {
        byClass.computeIfAbsent(tc, _ -> new ArrayList<>()).add(dscp.toString());
      }
    });
    byClass.forEach((tc, dscps) ->
        lines.add("qos map dscp " + String.join(" ", dscps) + " to traffic-class " + tc));
    lines.addAll(rest);
    lines.add("!");
    lines.add("end");
    return lines;
  }
}
