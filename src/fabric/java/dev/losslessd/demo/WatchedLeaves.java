package dev.losslessd.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Configuration of watched-only leaves, made by hand by their team, for all ports including those
 * to gpu01.
 */
final class WatchedLeaves {
  /** Line that Onyx shows for PFC on the leaf's first port. */
  static final String ONYX_PFC = "interface ethernet 1/1 dcb priority-flow-control mode on";

  private WatchedLeaves() {}

  /** DSCP 26 is in priority 3 and 48 in 6 as delivered, by their upper three bits. */
  static String onyx(DemoLeaf.Ports ports) {
    List<String> lines = new ArrayList<>();
    lines.add("dcb priority-flow-control enable force");
    lines.add("dcb priority-flow-control priority 3 enable force");
    lines.add("interface ethernet 1/1-1/" + ports.last());
    lines.add("mtu 9216 force");
    lines.add("qos trust L3");
    lines.add("traffic-class 3 congestion-control ecn minimum-absolute 400 maximum-absolute 1600");
    lines.add("traffic-class 0 dcb ets wrr 45");
    List.of(1, 2, 4, 5, 7).forEach(n -> lines.add("traffic-class " + n + " dcb ets wrr 1"));
    lines.add("traffic-class 3 dcb ets wrr 50");
    lines.add("traffic-class 6 dcb ets strict");
    lines.add("dcb priority-flow-control mode on force");
    return String.join(" ; ", lines);
  }

  static String os10(DemoLeaf.Ports ports) {
    return String.join(
        " ; ",
        "wred MARKS",
        "random-detect color green minimum-threshold 400 maximum-threshold 1600"
            + " drop-probability 20",
        "random-detect ecn",
        "class-map type network-qos ROCE",
        "match qos-group 3",
        "class-map type queuing Q0",
        "match queue 0",
        "class-map type queuing Q3",
        "match queue 3",
        "class-map type queuing Q6",
        "match queue 6",
        "trust dscp-map SITE",
        "qos-group 3 dscp 26",
        "qos-group 6 dscp 48",
        "qos-group 0 dscp 0-25,27-47,49-63",
        "qos-map traffic-class QUEUES",
        "queue 0 qos-group 0-2,4-5,7",
        "queue 3 qos-group 3",
        "queue 6 qos-group 6",
        "policy-map type network-qos NODROP",
        "class ROCE",
        "pause",
        "pfc-cos 3",
        "policy-map type queuing SHARES",
        "class Q0",
        "bandwidth percent 50",
        "class Q3",
        "bandwidth percent 50",
        "random-detect MARKS",
        "class Q6",
        "priority",
        "system qos",
        "trust-map dscp SITE",
        "ets mode on",
        "interface range ethernet 1/1/1-1/1/" + ports.last(),
        "mtu 9216",
        "flowcontrol receive off",
        "flowcontrol transmit off",
        "ets mode on",
        "qos-map traffic-class QUEUES",
        "service-policy input type network-qos NODROP",
        "service-policy output type queuing SHARES",
        "priority-flow-control mode on");
  }
}
