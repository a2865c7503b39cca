package dev.losslessd.fabric.eos;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line that a mode of the configuration knows.
 *
 * @param form of the line that sets something
 * @param away of the lines that take it away again
 * @param key the place that its values compete for; {@code $1} is the first group of either form
 */
record LineRule(Set<Mode> modes, Pattern form, Pattern away, String key) {
  private static final String UNIT = "(?:bytes|kbytes|segments|microseconds|milliseconds)";
  private static final String SECONDS = "\\d{1,3}(?:\\.\\d{1,3})?";
  private static final String WATCHDOG = "priority-flow-control pause watchdog";

  static final List<LineRule> ALL =
      List.of(
          rule("hostname \\S+", "(?!)", "00 hostname", Mode.GLOBAL),
          rule(
              "snmp-server (contact|location) .+",
              "no snmp-server (contact|location)",
              "05 snmp-server $1",
              Mode.GLOBAL),
          rule("qos rewrite (dscp|cos)", "no qos rewrite (dscp|cos)", "06 rewrite $1", Mode.GLOBAL),
          rule("qos map cos ([0-7]) to traffic-class [0-7]", "(?!)", "07 cos $1", Mode.GLOBAL),
          rule("qos map traffic-class ([0-7]) to dscp \\d{1,2}", "(?!)", "08 to $1", Mode.GLOBAL),
          rule(
              "priority-flow-control all off",
              "no priority-flow-control all off",
              "30 all",
              Mode.GLOBAL),
          rule(
              WATCHDOG + " default (timeout|recovery-time|polling-interval) " + SECONDS,
              "no " + WATCHDOG + " default (timeout|recovery-time|polling-interval)",
              "31 default $1",
              Mode.GLOBAL),
          rule(
              WATCHDOG + " action (?:drop|no-drop)",
              "no " + WATCHDOG + " action",
              "32 action",
              Mode.GLOBAL),
          rule("description .+", "no description", "10 description", Mode.PORT),
          rule("shutdown", "no shutdown", "11 shutdown", Mode.PORT),
          rule("mtu (?:[6-9]\\d|\\d{3,4})", "no mtu", "12 mtu", Mode.PORT),
          rule(
              "flowcontrol (send|receive) (?:on|off|desired)",
              "no flowcontrol (send|receive)",
              "13 flowcontrol $1",
              Mode.PORT),
          rule("no switchport", "switchport", "14 switchport", Mode.PORT),
          rule("ip address \\S+", "no ip address", "15 ip", Mode.PORT),
          rule("service-profile \\S+", "no service-profile \\S+", "20 service-profile", Mode.PORT),
          rule("service-policy type qos input \\S+", "(?!)", "20 service-policy", Mode.PROFILE),
          rule(
              "qos trust (?:dscp|cos)|no qos trust",
              "default qos trust",
              "21 trust",
              Mode.PORT,
              Mode.PROFILE),
          rule("qos (cos|dscp) \\d{1,2}", "no qos (cos|dscp)", "22 $1", Mode.PORT, Mode.PROFILE),
          rule(
              "priority-flow-control on",
              "no priority-flow-control",
              "60 pfc",
              Mode.PORT,
              Mode.PROFILE),
          rule(
              "priority-flow-control priority ([0-7]) (?:no-drop|drop)",
              "no priority-flow-control priority ([0-7])",
              "61 priority $1",
              Mode.PORT,
              Mode.PROFILE),
          rule("no " + WATCHDOG, WATCHDOG, "62 watchdog", Mode.PORT, Mode.PROFILE),
          rule(
              WATCHDOG + " port action (?:drop|notify-only)",
              "no " + WATCHDOG + " port action",
              "63 action",
              Mode.PORT,
              Mode.PROFILE),
          rule(
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
          rule("no priority", "priority strict", "10 priority", Mode.QUEUE),
          rule(
              "bandwidth percent (?:\\d{1,2}|100)",
              "no bandwidth percent",
              "20 bandwidth",
              Mode.QUEUE),
          rule(
              "bandwidth guaranteed percent (?:\\d{1,2}|100)",
              "no bandwidth guaranteed",
              "21 guaranteed",
              Mode.QUEUE),
          rule("shape rate \\d{1,9}(?: percent)?", "no shape rate", "30 shape", Mode.QUEUE),
          rule(
              "random-detect ecn minimum-threshold \\d{1,9} "
                  + UNIT
                  + " maximum-threshold \\d{1,9} "
                  + UNIT
                  + "(?: max-mark-probability (?:\\d{1,2}|100))?(?: weight \\d{1,2})?",
              "no random-detect ecn(?: minimum-threshold)?",
              "40 ecn",
              Mode.QUEUE),
          rule(
              "random-detect drop(?: drop-precedence (\\d))? minimum-threshold \\d{1,9} "
                  + UNIT
                  + " maximum-threshold \\d{1,9} "
                  + UNIT
                  + " drop-probability (?:\\d{1,2}|100)(?: weight \\d{1,2})?",
              "(?!)",
              "35 drop $1",
              Mode.QUEUE),
          rule("random-detect ecn count", "no random-detect ecn count", "41 count", Mode.QUEUE));

  private static LineRule rule(String form, String away, String key, Mode mode, Mode... more) {
    return new LineRule(EnumSet.of(mode, more), Pattern.compile(form), Pattern.compile(away), key);
  }

  /** The key if this line sets something here. */
  Optional<String> sets(Mode mode, String line) {
    return at(mode, form, line);
  }

  /** The key if this line takes something away here. */
  Optional<String> clears(Mode mode, String line) {
    return at(mode, away, line);
  }

  private Optional<String> at(Mode mode, Pattern pattern, String line) {
    Matcher m = pattern.matcher(line);
    return modes.contains(mode) && m.matches() ? Optional.of(filled(m)) : Optional.empty();
  }

  private String filled(Matcher m) {
    String text = key;
    for (int group = 1; group <= m.groupCount(); group++) {
      text = m.group(group) == null ? text : text.replace("$1", m.group(group));
    }
    return text;
  }
}
