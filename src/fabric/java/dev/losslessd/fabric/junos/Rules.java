package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Constraints on a configuration, as {@code commit check} finds them. */
record Rules(Tree tree) {
  static final String COS = "class-of-service";

  /** Classes that there are without a statement, with their queues. */
  static final Map<String, Integer> USUAL = usual();

  private static Map<String, Integer> usual() {
    Map<String, Integer> usual = new LinkedHashMap<>();
    usual.put("best-effort", 0);
    usual.put("fcoe", 3);
    usual.put("no-loss", 4);
    usual.put("network-control", 7);
    return usual;
  }

  void check() throws CliError {
    for (List<String> one : tree.under(COS, "interfaces")) {
      bound(one);
    }
    for (List<String> one : tree.under(COS, "scheduler-maps")) {
      known(one, one.get(4));
      require(tree.has(COS, "schedulers", one.getLast()), one, "scheduler is not defined");
    }
    for (List<String> one : tree.under(COS, "schedulers")) {
      if (one.contains("drop-profile")) {
        require(tree.has(COS, "drop-profiles", one.getLast()), one, "drop-profile is not defined");
      }
    }
    classifiers();
    for (String profile : tree.names(COS, "congestion-notification-profile")) {
      profile(profile);
    }
    for (String map : tree.names(COS, "scheduler-maps")) {
      shares(map);
    }
    for (String port : tree.names("interfaces")) {
      port(port);
    }
  }

  private void bound(List<String> one) throws CliError {
    String name = one.getLast();
    switch (one.get(3)) {
      case "congestion-notification-profile" ->
          require(
              tree.has(COS, "congestion-notification-profile", name),
              one,
              "congestion-notification-profile is not defined");
      case "scheduler-map" ->
          require(tree.has(COS, "scheduler-maps", name), one, "scheduler-map is not defined");
      case "unit" ->
          require(
              !one.contains("dscp")
                  || name.equals("default")
                  || tree.has(COS, "classifiers", "dscp", name),
              one,
              "classifier is not defined");
      default ->
          require(
              tree.has(COS, "traffic-control-profiles", name),
              one,
              "traffic-control-profile is not defined");
    }
  }

  private void known(List<String> one, String forwardingClass) throws CliError {
    require(
        USUAL.containsKey(forwardingClass)
            || tree.has(COS, "forwarding-classes", "class", forwardingClass, "queue-num"),
        one,
        "forwarding-class " + forwardingClass + " is not defined");
  }

  private void classifiers() throws CliError {
    for (String name : tree.names(COS, "classifiers", "dscp")) {
      Set<String> points = new TreeSet<>();
      for (List<String> one : tree.under(COS, "classifiers", "dscp", name, "forwarding-class")) {
        known(one, one.get(5));
        require(points.add(one.getLast()), one, "code point is there twice");
      }
    }
  }

  private void profile(String name) throws CliError {
    String[] input = {COS, "congestion-notification-profile", name, "input"};
    boolean both =
        tree.has(input[0], input[1], input[2], input[3], "dscp")
            && tree.has(input[0], input[1], input[2], input[3], "ieee-802.1");
    require(!both, List.of(input), "dscp and ieee-802.1 cannot be in one profile");
    // junos:must of pfc-watchdog in junos-qfx-conf-class-of-service
    boolean blind =
        tree.has(COS, input[1], name, "pfc-watchdog") && !tree.has(COS, input[1], name, "output");
    require(
        !blind, List.of(COS, input[1], name, "pfc-watchdog"), "output must be configured with it");
  }

  private void shares(String map) throws CliError {
    int sum = 0;
    for (List<String> one : tree.under(COS, "scheduler-maps", map)) {
      String percent = tree.text(COS, "schedulers", one.getLast(), "transmit-rate", "percent");
      sum += percent.isEmpty() ? 0 : Integer.parseInt(percent);
    }
    require(sum <= 100, List.of(COS, "scheduler-maps", map), "transmit-rate is over 100 percent");
  }

  private void port(String port) throws CliError {
    boolean on = tree.has("interfaces", port, "ether-options", "flow-control");
    boolean off = tree.has("interfaces", port, "ether-options", "no-flow-control");
    List<String> at = List.of("interfaces", port, "ether-options");
    require(!(on && off), at, "flow-control and no-flow-control are mutually exclusive");
    require(
        !on || profileOf(port).isEmpty(),
        at,
        "flow-control and congestion-notification-profile are mutually exclusive");
  }

  /** The profile of a port, by a statement of its own or of a wildcard; empty for none. */
  String profileOf(String port) {
    return told(port, "congestion-notification-profile");
  }

  String told(String port, String word) {
    String own = tree.text(COS, "interfaces", port, word);
    if (!own.isEmpty()) {
      return own;
    }
    for (String name : tree.names(COS, "interfaces")) {
      boolean all = name.equals("all");
      if (all || (name.endsWith("*") && port.startsWith(name.substring(0, name.length() - 1)))) {
        String there = tree.text(COS, "interfaces", name, word);
        if (!there.isEmpty()) {
          return there;
        }
      }
    }
    return "";
  }

  private static void require(boolean well, List<String> at, String otherwise) throws CliError {
    if (!well) {
      throw new CliError(
          "[edit "
              + String.join(" ", at.subList(0, at.size() - 1))
              + "]\n  '"
              + at.getLast()
              + "'\n    "
              + otherwise
              + "\nerror: configuration check-out failed");
    }
  }
}
