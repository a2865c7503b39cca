package dev.losslessd.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Facts that the demo needs about a leaf's system.
 *
 * @param port the leaf's first one, where gpu01 hangs
 * @param networkTeam what others have configured there, as {@code fabric ctl foreign} takes it, for
 *     all ports but those to gpu01
 * @param place the line above those of that port in what the leaf itself shows; empty where each
 *     line names its port
 * @param pfcOn what the leaf itself shows there with PFC on
 * @param sharedName what this system has for the whole switch, as a sentence begins with it
 * @param shared a change of it, as words for {@code set}; empty if this system is only watched
 */
public record DemoLeaf(
    String port,
    String networkTeam,
    String place,
    String pfcOn,
    String sharedName,
    List<String> shared) {
  /** More leaves than NICs in a host have no NIC of gpu01 each. */
  private static final int MOST = 8;

  private static final List<String> MARKING = List.of("ecn", "3=150000,1500000,10");

  /**
   * Ports of a leaf: those to gpu01 come first, then as many of gpu02, then two of others.
   *
   * @param own number of those to gpu01
   */
  record Ports(int own) {
    /** The number of the last. */
    int last() {
      return 2 * own + 2;
    }
  }

  /**
   * @param os the system of each leaf, leaf1 first
   * @param number of the leaf, from 1: the fabric gives every other leaf an older release
   */
  static DemoLeaf of(List<String> os, int number) {
    Ports ports = ports(os.size(), number);
    return switch (os.get(number - 1)) {
      case "nxos" ->
          new DemoLeaf(
              "Ethernet1/1",
              DemoConfig.networkTeam(ports),
              "interface Ethernet1/1",
              "  priority-flow-control mode on",
              "Marking",
              MARKING);
      case "eos" ->
          new DemoLeaf(
              "Ethernet1",
              arista(ports),
              "interface Ethernet1",
              "   priority-flow-control on",
              "The DSCP map",
              List.of("dscp", "26=4"));
      case "nvue" ->
          new DemoLeaf(
              "swp1",
              cumulus(number, ports),
              "",
              "nv set interface swp1 qos pfc profile ROCE",
              "Marking",
              MARKING);
      case "sonic" ->
          new DemoLeaf(
              "Ethernet0",
              sonic(ports),
              "",
              "PORT_QOS_MAP|Ethernet0 pfc_enable=3",
              "The DSCP map",
              List.of("dscp", "26=4"));
      case "junos" ->
          new DemoLeaf(
              "et-0/0/0",
              juniper(ports),
              "",
              "set class-of-service interfaces et-0/0/0 congestion-notification-profile",
              "The DSCP map",
              List.of("dscp", "26=4"));
      case "onyx" -> watched("Eth1/1", WatchedLeaves.onyx(ports), "", WatchedLeaves.ONYX_PFC);
      case "os10" ->
          watched(
              "ethernet1/1/1",
              WatchedLeaves.os10(ports),
              "interface ethernet1/1/1",
              " priority-flow-control mode on");
      default -> throw noLeaf(os.get(number - 1));
    };
  }

  /** A leaf whose own team has set up every port; the agent writes nothing there. */
  private static DemoLeaf watched(String port, String lines, String place, String pfcOn) {
    return new DemoLeaf(port, lines, place, pfcOn, "", List.of());
  }

  /** Whether nothing is written to it. */
  boolean isWatched() {
    return shared.isEmpty();
  }

  /** The name of a port that is not gpu01's nor gpu02's, from 1. */
  static String portOfOthers(List<String> os, int leaf, int number) {
    int port = 2 * ports(os.size(), leaf).own() + number;
    return switch (os.get(leaf - 1)) {
      case "nxos" -> "Ethernet1/" + port;
      case "eos" -> "Ethernet" + port;
      case "nvue" -> "swp" + port;
      case "sonic" -> "Ethernet" + 4 * (port - 1);
      case "junos" -> "et-0/0/" + (port - 1);
      case "onyx" -> "Eth1/" + port;
      case "os10" -> "ethernet1/1/" + port;
      default -> throw noLeaf(os.get(leaf - 1));
    };
  }

  private static IllegalArgumentException noLeaf(String os) {
    return new IllegalArgumentException("the demo has no leaf with " + os);
  }

  /**
   * @throws IllegalArgumentException if a host has not a NIC for each of so many leaves
   */
  static void requireCount(int leaves) {
    if (leaves > MOST) {
      throw new IllegalArgumentException(
          "--os of " + leaves + " leaves: expected 1.." + MOST + " for the demo");
    }
  }

  /** With more leaves than two rails, hosts have NICs for each. */
  static int nics(int leaves) {
    return leaves > 4 ? 8 : leaves > 2 ? 4 : 2;
  }

  /** NIC n of a host is on leaf n modulo their number. */
  private static Ports ports(int leaves, int number) {
    int own = 0;
    for (int nic = 0; nic < nics(leaves); nic++) {
      own += nic % leaves == number - 1 ? 1 : 0;
    }
    return new Ports(own);
  }

  private static String arista(Ports ports) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "qos map dscp 26 to traffic-class 3",
            "qos map dscp 48 to traffic-class 6",
            "qos profile ROCE",
            "qos trust dscp",
            "priority-flow-control on",
            "priority-flow-control priority 3 no-drop"));
    for (int queue : List.of(0, 1, 2, 4, 5)) {
      lines.addAll(List.of("tx-queue " + queue, "no priority", "bandwidth percent 10"));
    }
    lines.addAll(
        List.of(
            "tx-queue 3",
            "no priority",
            "bandwidth percent 50",
            "random-detect ecn minimum-threshold 400000 bytes maximum-threshold 1600000 bytes"
                + " max-mark-probability 20"));
    for (int port = ports.own() + 1; port <= ports.last(); port++) {
      lines.addAll(List.of("interface Ethernet" + port, "service-profile ROCE"));
    }
    return String.join(" ; ", lines);
  }

  /** Ports of a new switch carry 1514 bytes, which is too few for any of its neighbours. */
  private static String juniper(Ports ports) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "forwarding-classes class ROCE queue-num 3",
            "forwarding-classes class ROCE no-loss",
            "forwarding-classes class ROCE pfc-priority 3",
            "forwarding-classes class CNP queue-num 6",
            "classifiers dscp roce forwarding-class ROCE loss-priority low code-points 011010",
            "classifiers dscp roce forwarding-class CNP loss-priority low code-points 110000",
            "congestion-notification-profile roce input dscp code-point 011010 pfc",
            "congestion-notification-profile roce output ieee-802.1 code-point 011"
                + " flow-control-queue 3",
            "drop-profiles roce interpolate fill-level 10",
            "drop-profiles roce interpolate fill-level 40",
            "drop-profiles roce interpolate drop-probability 0",
            "drop-profiles roce interpolate drop-probability 20",
            "schedulers roce transmit-rate percent 50",
            "schedulers roce drop-profile-map loss-priority any protocol any drop-profile roce",
            "schedulers roce explicit-congestion-notification",
            "schedulers cnp priority strict-high",
            "scheduler-maps roce forwarding-class ROCE scheduler roce",
            "scheduler-maps roce forwarding-class CNP scheduler cnp"));
    lines.replaceAll("set class-of-service "::concat);
    for (int port = ports.own(); port < ports.last(); port++) {
      String at = "set class-of-service interfaces et-0/0/" + port;
      lines.add(at + " congestion-notification-profile roce");
      lines.add(at + " scheduler-map roce");
      lines.add(at + " unit 0 classifiers dscp roce");
    }
    for (int port = 0; port < ports.last(); port++) {
      lines.add("set interfaces et-0/0/" + port + " mtu 9216");
    }
    return String.join(" ; ", lines);
  }

  private static String cumulus(int number, Ports ports) {
    String end = number % 2 == 1 ? "d" : "";
    String others = "swp" + (ports.own() + 1) + "-" + ports.last();
    String marks = "set qos congestion-control default-global traffic-class ";
    String shares = "set qos egress-scheduler default-global traffic-class ";
    return String.join(
        " ; ",
        "set qos traffic-pool default-lossy memory-percent 50",
        "set qos traffic-pool default-lossless memory-percent 50",
        "set qos pfc ROCE switch-priority 3",
        "set interface " + others + " qos pfc profile ROCE",
        "set qos mapping ROCE trust l3",
        "set interface " + others + " qos mapping profile ROCE",
        marks + "0 ecn disable" + end,
        marks + "3 ecn enable" + end,
        marks + "3 min-threshold 400000",
        marks + "3 max-threshold 1600000",
        marks + "3 probability 20",
        shares + "0,3 mode dwrr",
        shares + "0,3 bw-percent 50",
        shares + "6,7 mode strict",
        "set qos egress-queue-mapping default-global switch-priority 1,2,4,5 traffic-class 0");
  }

  /** PFC is on for 3 and 4 on every port of a new switch. */
  private static String sonic(Ports ports) {
    List<String> lines = new ArrayList<>();
    lines.add("sudo sonic-db-cli CONFIG_DB hset 'DSCP_TO_TC_MAP|AZURE' 26 3");
    for (int port = 1; port <= ports.last(); port++) {
      String name = "Ethernet" + 4 * (port - 1);
      lines.add("sudo config interface pfc priority " + name + " 4 off");
      if (port <= ports.own()) {
        lines.add("sudo sonic-db-cli CONFIG_DB hdel 'PORT_QOS_MAP|" + name + "' pfc_enable");
      }
    }
    return String.join(" ; ", lines);
  }

  /**
   * Whether the leaf itself shows PFC on at that port.
   *
   * @param state all lines of its running configuration
   */
  boolean showsPfc(List<String> state) {
    boolean within = place.isEmpty();
    for (String line : state) {
      if (!place.isEmpty() && !line.startsWith(" ")) {
        within = line.equals(place);
      }
      if (within && line.startsWith(pfcOn)) {
        return true;
      }
    }
    return false;
  }
}
