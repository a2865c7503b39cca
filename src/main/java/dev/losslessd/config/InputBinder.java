package dev.losslessd.config;

import static dev.losslessd.config.Binder.time;

import dev.losslessd.config.Checked.Fields;

/** Checked limits of what devices send as records. */
final class InputBinder {
  private InputBinder() {}

  static Config.Input bind(Fields input) {
    Fields dialogue = input.section("dialogue");
    Fields snmp = input.section("snmp");
    Fields lldp = input.section("lldp");
    return new Config.Input(
        input.number("total").orElseThrow(),
        count(input, "command"),
        count(input, "line"),
        count(input, "banner"),
        count(dialogue, "lines"),
        time(dialogue, "time"),
        count(snmp, "rows"),
        count(snmp, "rowsPerPort"),
        count(snmp, "value"),
        time(snmp, "walkTime"),
        count(lldp, "frame"),
        count(lldp, "neighbours"),
        count(lldp, "framesPerSecond"),
        time(lldp, "silent"));
  }

  private static int count(Fields fields, String key) {
    return Math.toIntExact(fields.number(key).orElseThrow());
  }
}
