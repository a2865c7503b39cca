package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code show queuing interface}: scheduling, queues, and PFC by priority. */
final class ShowQueuing {
  private static final int GROUPS = 8;
  private static final String RULE = "+" + "-".repeat(67) + "+";

  private ShowQueuing() {}

  static Answer show(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>(List.of("", "slot  1", "=======", ""));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SwitchPort port : ports) {
      egress(device, port, lines);
      ingress(device, port, lines);
      rows.add(egressRow(device, port));
      rows.add(ingressRow(device, port));
    }
    return new Answer(lines, NxosJson.module(NxosJson.table("queuing_interface", rows)));
  }

  private static void egress(NxosSwitch device, SwitchPort port, List<String> lines) {
    lines.add("Egress Queuing for " + port.name() + " [System]");
    lines.add("-".repeat(78));
    lines.add("QoS-Group# Bandwidth% PrioLevel                Shape                   QLimit");
    lines.add("                                   Min          Max        Units   ");
    lines.add("-".repeat(78));
    for (int group = GROUPS - 1; group >= 0; group--) {
      lines.add(
          "%7d %13s %9s %11s %12s %5s %12s"
              .formatted(
                  group,
                  bandwidth(device, port, group),
                  level(device, port, group),
                  "-",
                  "-",
                  "-",
                  "9(D)"));
    }
    for (int group = 0; group < GROUPS; group++) {
      group(port, group, lines);
    }
    lines.add(RULE);
    lines.add("Port Egress Statistics");
    lines.add("-".repeat(56));
    lines.add("WRED Drop Pkts                              0");
    lines.add("");
  }

  private static void group(SwitchPort port, int group, List<String> lines) {
    Traffic traffic = port.traffic();
    lines.add(RULE);
    lines.add("|%31s%-36s|".formatted("", "QOS GROUP " + group));
    lines.add(RULE);
    lines.add("|%27s|  Unicast       |Multicast       |".formatted(""));
    lines.add(RULE);
    lines.add(queue("Tx Pkts", traffic.outPackets(group)));
    lines.add(queue("Tx Byts", traffic.outOctets(group)));
    lines.add(queue("WRED/AFD & Tail Drop Pkts", dropped(port, group)));
    lines.add(queue("ECN Pkts", marked(port, group)));
  }

  private static String queue(String what, long unicast) {
    return "|%26s |%16d|%16d|".formatted(what, unicast, 0);
  }

  /** All losses and marks of the twin are in the queue of RoCE. */
  private static long dropped(SwitchPort port, int group) {
    return group == 3 ? port.traffic().dropped() : 0;
  }

  private static long marked(SwitchPort port, int group) {
    return group == 3 ? port.traffic().marked() : 0;
  }

  private static void ingress(NxosSwitch device, SwitchPort port, List<String> lines) {
    lines.add("Ingress Queuing for " + port.name());
    lines.add("Port Ingress Statistics");
    lines.add("-".repeat(56));
    lines.add("Ingress MMU Drop Pkts                              0");
    lines.add("Ingress MMU Drop Bytes                             0");
    lines.add("");
    lines.add("PFC Statistics");
    lines.add("-".repeat(76));
    lines.add("TxPPP: %21d, RxPPP: %21d".formatted(port.traffic().txPfc(), port.traffic().rxPfc()));
    lines.add("-".repeat(76));
    lines.add("COS QOS Group        PG   TxPause   TxCount         RxPause         RxCount");
    List<Integer> noDrop = noDrop(device, port);
    for (int cos = 0; cos < GROUPS; cos++) {
      String group = noDrop.contains(cos) ? Integer.toString(cos) : "-";
      lines.add(
          "%4d %9s %9s  %-8s %9d        %-8s %15d"
              .formatted(
                  cos,
                  group,
                  group,
                  "Inactive",
                  port.traffic().txPfc(cos),
                  "Inactive",
                  port.traffic().rxPfc(cos)));
    }
    lines.add("-".repeat(76));
    lines.add("");
  }

  private static List<Integer> noDrop(NxosSwitch device, SwitchPort port) {
    return QosState.pfcOperates(device, port) ? QosState.noDrop(device) : List.of();
  }

  private static String queueLine(NxosSwitch device, SwitchPort port, int group) {
    Block policy = QosState.queuing(device, port);
    Block queue =
        policy == null
            ? null
            : policy.block("c-out-8q-q" + (group == 0 ? "-default" : Integer.toString(group)));
    String line = queue == null ? null : queue.line(Keys.BANDWIDTH);
    return line == null ? "" : line;
  }

  /** The factory gives all to the default queue and makes queue 7 strict. */
  private static String bandwidth(NxosSwitch device, SwitchPort port, int group) {
    if (QosState.queuing(device, port) == null) {
      return group == 7 ? "-" : group == 0 ? "100" : "0";
    }
    String line = queueLine(device, port, group);
    return line.startsWith("bandwidth") ? line.substring(line.lastIndexOf(' ') + 1) : "-";
  }

  private static String level(NxosSwitch device, SwitchPort port, int group) {
    if (QosState.queuing(device, port) == null) {
      return group == 7 ? "1" : "-";
    }
    String line = queueLine(device, port, group);
    return line.startsWith("priority") ? line.substring(line.lastIndexOf(' ') + 1) : "-";
  }

  private static Map<String, Object> egressRow(NxosSwitch device, SwitchPort port) {
    Map<String, Object> row = NxosJson.row("dir", "Egress").with("if_name_str", port.name());
    List<Map<String, Object>> config = new ArrayList<>();
    List<Map<String, Object>> queues = new ArrayList<>();
    for (int n = 0; n < GROUPS; n++) {
      config.add(
          NxosJson.row("qosgrp", n)
              .with("bandwidth", bandwidth(device, port, n))
              .with("priority", level(device, port, n)));
      Map<String, Object> queue = NxosJson.row("eq-qosgrp", n);
      NxosJson.addTable(queue, "qosgrp_egress_stats_entry", stats(port, n));
      queues.add(queue);
    }
    NxosJson.addTable(row, "qosgrp_cfg", config);
    NxosJson.addTable(row, "qosgrp_egress_stats", queues);
    return row;
  }

  private static Map<String, Object> ingressRow(NxosSwitch device, SwitchPort port) {
    Map<String, Object> row = NxosJson.row("dir", "Ingress").with("if_name_str", port.name());
    NxosJson.addTable(
        row,
        "ingress_stats_entry",
        List.of(
            NxosJson.row("ip-stat-type", "Ingress MMU Drop")
                .with("ip-stat-units", "Pkts")
                .with("ip-stat-value", 0)));
    row.put("tx-ppp", Long.toString(port.traffic().txPfc()));
    row.put("rx-ppp", Long.toString(port.traffic().rxPfc()));
    List<Map<String, Object>> pfc = new ArrayList<>();
    for (int n = 0; n < GROUPS; n++) {
      boolean lossless = noDrop(device, port).contains(n);
      pfc.add(
          NxosJson.row("cos", n)
              .with("pfc-qosgrp", lossless ? n : "-")
              .with("pfc-pg", lossless ? n : "-")
              .with("tx-pause-state", "Inactive")
              .with("tx-pause-count", port.traffic().txPfc(n))
              .with("rx-pause-state", "Inactive")
              .with("rx-pause-count", port.traffic().rxPfc(n)));
    }
    NxosJson.addTable(row, "pfc_stats", pfc);
    return row;
  }

  private static List<Map<String, Object>> stats(SwitchPort port, int group) {
    return List.of(
        stat("Tx", "Pkts", port.traffic().outPackets(group)),
        stat("Tx", "Byts", port.traffic().outOctets(group)),
        stat("WRED/AFD & Tail Drop", "Pkts", dropped(port, group)),
        stat("ECN", "Pkts", marked(port, group)));
  }

  private static Map<String, Object> stat(String type, String units, long value) {
    return NxosJson.row("eq-stat-type", type)
        .with("eq-stat-units", units)
        .with("eq-uc-stat-value", value)
        .with("eq-mc-stat-value", 0);
  }
}
