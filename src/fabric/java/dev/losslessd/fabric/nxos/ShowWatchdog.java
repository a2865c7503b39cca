package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code show queuing pfc-queue detail}. The twin's watchdog has never had to act. */
final class ShowWatchdog {
  private static final String RULE = "+" + "-".repeat(52) + "+";

  /** Fields of the structured output, and the rows of the text. */
  private static final Map<String, String> COUNTERS = counters();

  private ShowWatchdog() {}

  private static Map<String, String> counters() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("q-shutdown", "Shutdown");
    all.put("q-restored", "Restored");
    all.put("q-pkt-drained", "Total pkts drained");
    all.put("q-pkt-dropped", "Total pkts dropped");
    all.put("q-pkt-drained-n-dropped", "Total pkts drained + dropped");
    all.put("q-aggr-pkt-dropped", "Aggregate pkts dropped");
    all.put("q-ing-pkt-dropped", "Total Ingress pkts dropped");
    all.put("q-ing-aggr-pkt-dropped", "Aggregate Ingress pkts dropped");
    return all;
  }

  static Answer show(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>(List.of("", "slot  1", "=======", ""));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SwitchPort port : ports) {
      boolean on = QosState.on(device, port, Keys.WATCHDOG);
      List<Integer> groups = on ? QosState.noDrop(device) : List.of();
      text(port, on, groups, lines);
      rows.add(row(port, on, groups));
    }
    return new Answer(lines, NxosJson.module(NxosJson.table("queuing_interface", rows)));
  }

  private static void text(SwitchPort port, boolean on, List<Integer> groups, List<String> lines) {
    lines.add(port.name() + " Interface PFC watchdog: [" + (on ? "Enabled" : "Disabled") + "]");
    lines.add("Disable-action                     : No");
    lines.add("PFC watch-dog interface-multiplier : 0");
    for (int group : groups) {
      lines.add(RULE);
      lines.add("| QOS GROUP %d [Active] PFC [YES] PFC-COS [%d]".formatted(group, group));
      lines.add(RULE);
      lines.add("|%31s|  Stats             |".formatted(""));
      lines.add(RULE);
      COUNTERS.values().forEach(name -> lines.add("|%31s|%20d|".formatted(name, 0)));
      lines.add(RULE);
    }
    lines.add("");
  }

  private static Map<String, Object> row(SwitchPort port, boolean on, List<Integer> groups) {
    Map<String, Object> row =
        NxosJson.row("if_name_str", port.name())
            .with("wd-status", on ? "Enabled" : "Disabled")
            .with("disable-action", "No")
            .with("intf-multi", 0);
    List<Map<String, Object>> stats = new ArrayList<>();
    for (int group : groups) {
      Map<String, Object> one =
          NxosJson.row("eq-qosgrp", group)
              .with("eq-qosgrp-state", "Active")
              .with("pfc-configured", "YES")
              .with("pfc-cos", group);
      Map<String, Object> entry = NxosJson.row("q-stat-type", "Stats");
      COUNTERS.keySet().forEach(field -> entry.put(field, "0"));
      NxosJson.addTable(one, "qosgrp_stats_entry", List.of(entry));
      stats.add(one);
    }
    NxosJson.addTable(row, "qosgrp_stats", stats);
    return row;
  }
}
