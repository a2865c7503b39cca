package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.LineRule;
import java.util.List;

/** The lines that EOS's configuration accepts here. */
final class KnownLines {
  private static final String UNIT = "(?:bytes|kbytes|segments|microseconds|milliseconds)";
  private static final String SECONDS = "\\d{1,3}(?:\\.\\d{1,3})?";
  private static final String WATCHDOG = "priority-flow-control pause watchdog";

  static final List<LineRule<Mode>> ALL =
      List.of(
          LineRule.of("hostname \\S+", "(?!)", "00 hostname", Mode.GLOBAL),
          LineRule.of(
              "snmp-server (contact|location) .+",
              "no snmp-server (contact|location)",
              "05 snmp-server $1",
              Mode.GLOBAL),
          LineRule.of(
              "qos rewrite (dscp|cos)", "no qos rewrite (dscp|cos)", "06 rewrite $1", Mode.GLOBAL),
          LineRule.of(
              "qos map cos ([0-7]) to traffic-class [0-7]", "(?!)", "07 cos $1", Mode.GLOBAL),
          LineRule.of(
              "qos map traffic-class ([0-7]) to dscp \\d{1,2}", "(?!)", "08 to $1", Mode.GLOBAL),
          LineRule.of(
              "priority-flow-control all off",
              "no priority-flow-control all off",
              "30 all",
              Mode.GLOBAL),
          LineRule.of(
              WATCHDOG + " default (timeout|recovery-time|polling-interval) " + SECONDS,
              "no " + WATCHDOG + " default (timeout|recovery-time|polling-interval)",
              "31 default $1",
              Mode.GLOBAL),
          LineRule.of(
              WATCHDOG + " action (?:drop|no-drop)",
              "no " + WATCHDOG + " action",
              "32 action",
              Mode.GLOBAL),
          LineRule.of("description .+", "no description", "10 description", Mode.PORT),
          LineRule.of("shutdown", "no shutdown", "11 shutdown", Mode.PORT),
          LineRule.of("mtu (?:[6-9]\\d|\\d{3,4})", "no mtu", "12 mtu", Mode.PORT),
          LineRule.of(
              "flowcontrol (send|receive) (?:on|off|desired)",
              "no flowcontrol (send|receive)",
              "13 flowcontrol $1",
              Mode.PORT),
          LineRule.of(
              "channel-group \\d{1,4} mode (?:active|passive|on)",
              "no channel-group",
              "16 channel-group",
              Mode.PORT),
          LineRule.of("no switchport", "switchport", "14 switchport", Mode.PORT),
          LineRule.of("ip address \\S+", "no ip address", "15 ip", Mode.PORT),
          LineRule.of(
              "service-profile \\S+", "no service-profile \\S+", "20 service-profile", Mode.PORT),
          LineRule.of(
              "service-policy type qos input \\S+", "(?!)", "20 service-policy", Mode.PROFILE),
          LineRule.of(
              "qos trust (?:dscp|cos)|no qos trust",
              "default qos trust",
              "21 trust",
              Mode.PORT,
              Mode.PROFILE),
          LineRule.of(
              "qos (cos|dscp) \\d{1,2}", "no qos (cos|dscp)", "22 $1", Mode.PORT, Mode.PROFILE),
          LineRule.of(
              "priority-flow-control on",
              "no priority-flow-control",
              "60 pfc",
              Mode.PORT,
              Mode.PROFILE),
          LineRule.of(
              "priority-flow-control priority ([0-7]) (?:no-drop|drop)",
              "no priority-flow-control priority ([0-7])",
              "61 priority $1",
              Mode.PORT,
              Mode.PROFILE),
          LineRule.of("no " + WATCHDOG, WATCHDOG, "62 watchdog", Mode.PORT, Mode.PROFILE),
          LineRule.of(
              WATCHDOG + " port action (?:drop|notify-only)",
              "no " + WATCHDOG + " port action",
              "63 action",
              Mode.PORT,
              Mode.PROFILE),
          LineRule.of(
              WATCHDOG
                  + " port timer timeout "
                  + SECONDS
                  + " polling-interval (?:auto|"
                  + SECONDS
                  + ") recovery-time "
                  + SECONDS
                  + "(?: forced)?",
              "no " + WATCHDOG + " port timer",
              "64 timer",
              Mode.PORT,
              Mode.PROFILE),
          LineRule.of("no priority", "priority strict", "10 priority", Mode.QUEUE),
          LineRule.of(
              "bandwidth percent (?:\\d{1,2}|100)",
              "no bandwidth percent",
              "20 bandwidth",
              Mode.QUEUE),
          LineRule.of(
              "bandwidth guaranteed percent (?:\\d{1,2}|100)",
              "no bandwidth guaranteed",
              "21 guaranteed",
              Mode.QUEUE),
          LineRule.of("shape rate \\d{1,9}(?: percent)?", "no shape rate", "30 shape", Mode.QUEUE),
          LineRule.of(
              "random-detect ecn minimum-threshold \\d{1,9} "
                  + UNIT
                  + " maximum-threshold \\d{1,9} "
                  + UNIT
                  + "(?: max-mark-probability (?:\\d{1,2}|100))?(?: weight \\d{1,2})?",
              "no random-detect ecn(?: minimum-threshold)?",
              "40 ecn",
              Mode.QUEUE),
          LineRule.of(
              "random-detect drop(?: drop-precedence (\\d))? minimum-threshold \\d{1,9} "
                  + UNIT
                  + " maximum-threshold \\d{1,9} "
                  + UNIT
                  + " drop-probability (?:\\d{1,2}|100)(?: weight \\d{1,2})?",
              "(?!)",
              "35 drop $1",
              Mode.QUEUE),
          LineRule.of(
              "random-detect ecn count", "no random-detect ecn count", "41 count", Mode.QUEUE));

  private KnownLines() {}
}
