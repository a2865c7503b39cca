package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.LineRule;
import java.util.List;

/**
 * The lines that the configuration knows, from the examples of Azure Local, Microsoft and Intel.
 */
final class KnownLines {
  private static final String LIST = "[0-9,-]{1,40}";
  private static final String NEVER = "(?!)";

  static final List<LineRule<Mode>> ALL =
      List.of(
          LineRule.of("hostname \\S+", NEVER, "00 hostname", Mode.GLOBAL),
          LineRule.of("dcbx enable", "no dcbx enable", "01 dcbx", Mode.GLOBAL),
          LineRule.of("no iscsi enable", "iscsi enable", "02 iscsi", Mode.GLOBAL),
          LineRule.of(
              "random-detect color (green|yellow|red) minimum-threshold \\d{1,7}"
                  + " maximum-threshold \\d{1,7} drop-probability \\d{1,3}",
              NEVER,
              "10 $1",
              Mode.WRED),
          LineRule.of("random-detect ecn", NEVER, "20 ecn", Mode.WRED),
          LineRule.of("match qos-group [0-7]", NEVER, "10 match", Mode.CLASS_NETWORK),
          LineRule.of("match queue [0-7]", NEVER, "10 match", Mode.CLASS_QUEUING),
          LineRule.of("qos-group ([0-7]) dot1p " + LIST, NEVER, "10 $1", Mode.TRUST_DOT1P),
          LineRule.of("qos-group ([0-7]) dscp " + LIST, NEVER, "10 $1", Mode.TRUST_DSCP),
          LineRule.of(
              "queue ([0-7]) qos-group " + LIST + "(?: type ucast)?", NEVER, "10 $1", Mode.QUEUES),
          LineRule.of(
              "queue ([0-7]) qos-group " + LIST + " type mcast", NEVER, "20 $1", Mode.QUEUES),
          LineRule.of("pause", NEVER, "10 pause", Mode.PAUSES),
          LineRule.of("pfc-cos " + LIST, NEVER, "20 pfc-cos", Mode.PAUSES),
          LineRule.of("bandwidth percent (?:\\d{1,2}|100)", NEVER, "10 share", Mode.SHARES),
          LineRule.of("priority", NEVER, "10 share", Mode.SHARES),
          LineRule.of("random-detect \\S+", NEVER, "20 wred", Mode.SHARES),
          LineRule.of(
              "(pfc-max-buffer-size|pfc-shared-buffer-size) \\d{1,6}", NEVER, "30 $1", Mode.SYSTEM),
          LineRule.of(
              "trust-map (?:dot1p|dscp) \\S+",
              "no trust-map (?:dot1p|dscp)",
              "10 trust",
              Mode.SYSTEM,
              Mode.PORT),
          LineRule.of("ets mode on", "no ets", "72 ets", Mode.SYSTEM, Mode.PORT),
          LineRule.of("description .{1,240}", "no description", "01 description", Mode.PORT),
          LineRule.of("(?:no )?shutdown", NEVER, "02 shutdown", Mode.PORT),
          LineRule.of(
              "channel-group \\d{1,3} mode (?:active|passive|on)",
              "no channel-group",
              "06 channel-group",
              Mode.PORT),
          LineRule.of("switchport access vlan \\d{1,4}", NEVER, "03 vlan", Mode.PORT),
          LineRule.of(
              "mtu (?:1[3-9]\\d\\d|[2-8]\\d{3}|9[01]\\d\\d|92(?:0\\d|1[0-6]))",
              "no mtu", "04 mtu", Mode.PORT),
          LineRule.of(
              "flowcontrol (receive|transmit) (?:on|off)",
              "no flowcontrol (receive|transmit)",
              "05 $1",
              Mode.PORT),
          LineRule.of(
              "priority-flow-control mode (?:on|off)",
              "no priority-flow-control",
              "70 pfc",
              Mode.PORT),
          LineRule.of(
              "service-policy input type network-qos \\S+",
              "no service-policy input type network-qos \\S+",
              "71 input",
              Mode.PORT),
          LineRule.of(
              "service-policy output type queuing \\S+",
              "no service-policy output type queuing \\S+",
              "71 output",
              Mode.PORT),
          LineRule.of(
              "qos-map traffic-class \\S+", "no qos-map traffic-class", "73 queues", Mode.PORT),
          LineRule.of("dcbx version (?:cee|ieee)", "no dcbx version", "74 dcbx", Mode.PORT));

  private KnownLines() {}
}
