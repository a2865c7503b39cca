package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Pattern;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The configuration of a switch as one tree, each port and each class by itself. */
final class Tree {
  /** Profile of all ports that have none of their own. */
  static final String GLOBAL = "default-global";

  /** The profile that is ours. */
  static final String OURS = "losslessd";

  /** Below these, NVUE may write one branch for several. */
  private static final Set<String> LISTED =
      Set.of("interface", "switch-priority", "traffic-class", "dscp", "pcp");

  private static final String PROFILES =
      "pfc|mapping|link-pause|congestion-control|egress-scheduler|egress-queue-mapping"
          + "|traffic-pool";

  /** Branches that exist for what is below them. */
  private static final Pattern BRANCH =
      Pattern.compile(
          "(?:.* )?(?:qos|link|interface|traffic-class|switch-priority|dscp|pfc-watchdog"
              + ("|" + PROFILES + "|(?:interface|" + PROFILES + ") \\S+")
              + ("|" + GLOBAL + " traffic-class \\S+)"));

  /** What is in a set, which has nothing below it either. */
  static final Pattern MEMBER = Pattern.compile("(?:.* )?switch-priority \\S+");

  private static final String TYPE = "type";

  private Tree() {}

  static String command(String revision) {
    return "nv config show -r " + revision;
  }

  /**
   * Parses the output of {@code nv config show}: a list of a header and of what is set.
   *
   * @throws dev.losslessd.driver.DeviceException GARBLED if it is neither
   */
  static Node parse(String command, Node told) {
    if (!told.has("set") && !told.has("header")) {
      throw ParseErrors.at(command, told.toString(), "'header' and 'set'");
    }
    Node whole = new Node();
    told.at("set")
        .ifPresent(set ->
            set.lines().forEach((line, value) -> each(line).forEach(one -> whole.put(one, value))));
    return whole;
  }

  /** One line for each of those that NVUE has written as one. */
  private static List<String> each(String line) {
    List<String> all = List.of("");
    String above = "";
    for (String name : line.split(" ")) {
      List<String> names = LISTED.contains(above) ? Ports.each(name) : List.of(name);
      all =
          all.stream()
              .flatMap(path -> names.stream().map(one -> path.isEmpty() ? one : path + " " + one))
              .toList();
      above = name;
    }
    return all;
  }

  /**
   * Without branches that hold nothing, which come and go as the switch likes. What is in a set
   * looks the same and stays.
   */
  static Node pruned(Node node) {
    Node pruned = new Node();
    node.lines()
        .forEach((line, value) -> {
          String path = line;
          while (value.isEmpty()
              && BRANCH.matcher(path).matches()
              && !MEMBER.matcher(path).matches()) {
            path = path.substring(0, Math.max(0, path.lastIndexOf(' ')));
          }
          if (!path.isEmpty()) {
            pruned.put(path, value);
          }
        });
    return pruned;
  }

  /**
   * Lines of a {@link #pruned} tree without port types, which NVUE sets by itself. On and off are
   * the same in every release's words.
   */
  static Set<String> essence(Node tree) {
    Node copy = tree.copy();
    copy.names("interface").forEach(port -> copy.remove("interface", port, TYPE));
    Set<String> essence = new HashSet<>();
    pruned(copy)
        .lines()
        .forEach((line, value) ->
            essence.add(
                line
                    + value
                        .map(v -> " " + Switch.read(v).map(String::valueOf).orElse(v))
                        .orElse("")));
    return essence;
  }

  /** Whether a port has nothing of its own but its type, which NVUE adds by itself. */
  static boolean isBare(Node tree, String port) {
    return tree.at("interface", port)
        .map(node -> pruned(node).names())
        .filter(names -> names.isEmpty() || names.equals(Set.of(TYPE)))
        .isPresent();
  }

  /** Whether RoCE is set for the whole switch by its one command, and without drop. */
  static boolean losslessRoce(Node tree) {
    boolean on =
        tree.at("qos", "roce")
            .filter(roce ->
                List.of("enable", "state").stream()
                    .flatMap(name -> roce.text(name).flatMap(Switch::read).stream())
                    .allMatch(Boolean::booleanValue))
            .isPresent();
    return on && !tree.text("qos", "roce", "mode").orElse("lossless").startsWith("lossy");
  }

  /**
   * Which PFC profile the lossless set is that of: that of all ports if it has one, else ours, else
   * one that ports are bound to, where these have the same priorities.
   *
   * @throws DeviceException UNSUPPORTED where they have not
   */
  static String pfcProfile(Node tree) {
    if (!tree.names("qos", "pfc", GLOBAL, "switch-priority").isEmpty() || losslessRoce(tree)) {
      return GLOBAL;
    }
    SortedMap<String, Set<String>> others = new TreeMap<>();
    for (String port : tree.names("interface")) {
      ownProfile(tree, "pfc", port)
          .ifPresent(name ->
              others.put(name, new TreeSet<>(tree.names("qos", "pfc", name, "switch-priority"))));
    }
    if (tree.has("qos", "pfc", OURS) || others.isEmpty()) {
      return OURS;
    }
    if (Set.copyOf(others.values()).size() > 1) {
      throw DeviceException.unsupported(
          "ports are bound to PFC profiles of different priorities, "
              + others.entrySet().stream()
                  .map(one -> one.getKey() + " " + String.join(",", one.getValue()))
                  .collect(Collectors.joining("; "))
              + ": each port has its own");
    }
    return others.firstKey();
  }

  /** Ports that are bound to a profile. */
  static List<String> bound(Node tree, String kind, String profile) {
    return tree.names("interface").stream()
        .filter(port -> ownProfile(tree, kind, port).filter(profile::equals).isPresent())
        .toList();
  }

  /** The profile that a port is bound to; empty where it has that of all ports. */
  static Optional<String> ownProfile(Node tree, String kind, String port) {
    return tree.text("interface", port, "qos", kind, "profile");
  }

  /** The profile of a port; without a port, that of those that are bound to none. */
  static String profile(Node tree, String kind, String port) {
    return ownProfile(tree, kind, port).orElse(GLOBAL);
  }

  /** Takes away what a port has of one kind, and the port if that was all that it had. */
  static void unbind(Node tree, String kind, String port) {
    tree.remove("interface", port, "qos", kind);
    SavedConfig.clean(tree, port);
  }

  /**
   * An error about a port that is to have something other than all.
   *
   * @param what port, value wanted and how it has another one
   */
  static DeviceException ofAllPorts(String what) {
    return DeviceException.refused(
        what + " the profile of all ports (" + GLOBAL + "), which one port cannot leave");
  }

  static boolean isPercent(String text) {
    return Pattern.matches("\\d{1,2}|100", text);
  }

  /** Priorities 0 to 7 by their names. */
  static boolean isPriority(String name) {
    return name.length() == 1 && name.charAt(0) >= '0' && name.charAt(0) < '0' + Priority.COUNT;
  }
}
