package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.OptionalLong;

/** {@code show queuing interface | json}. */
final class QueueJson {
  static final String COMMAND = QueueTable.COMMAND + " | json";

  /** One name for each place that this format knows a number in. */
  private static final List<String> VALUES =
      List.of("eq-uc-stat-value", "eq-oobfc-uc-stat-value", "eq-mc-stat-value");

  private QueueJson() {}

  /**
   * @return numbers by long port name; egress and ingress of a port are rows of their own, and a
   *     port with a row that is not understood is left out
   */
  static QueueCells parseQueues(String text) {
    QueueCells cells = new QueueCells();
    for (DeviceJson port : interfaces(DeviceJson.parse(COMMAND, text))) {
      String name = name(port);
      cells.port(
          name,
          () -> {
            queues(cells, name, port);
            sums(cells, name, port, "egress_stats_entry", "ep");
            sums(cells, name, port, "ingress_stats_entry", "ip");
            pauses(cells, name, port);
          });
    }
    if (cells.isEmpty()) {
      throw ParseErrors.at(COMMAND, text, "TABLE_queuing_interface with a row for each port");
    }
    return cells;
  }

  /** The rows of the switch, or of each of its modules. */
  static List<DeviceJson> interfaces(DeviceJson root) {
    List<DeviceJson> modules = rows(root, "module");
    return modules.isEmpty()
        ? rows(root, "queuing_interface")
        : modules.stream().flatMap(one -> rows(one, "queuing_interface").stream()).toList();
  }

  /** Rows of one table, in the form of NX-API. */
  static List<DeviceJson> rows(DeviceJson above, String table) {
    return above.rows("TABLE_" + table, "ROW_" + table);
  }

  static String name(DeviceJson port) {
    return Ports.whole(Pattern.of("\\s").split(port.text("if_name_str"), 2)[0]);
  }

  private static void queues(QueueCells cells, String name, DeviceJson port) {
    List<DeviceJson> queues = rows(port, "qosgrp_egress_stats");
    List<String> groups = queues.stream().map(queue -> queue.text("eq-qosgrp")).toList();
    for (DeviceJson queue : queues) {
      QueueLabels.Queue of = QueueLabels.Queue.of(queue.text("eq-qosgrp"), groups);
      for (DeviceJson stat : rows(queue, "qosgrp_egress_stats_entry")) {
        String label = stat.text("eq-stat-type") + " " + stat.text("eq-stat-units");
        cells.put(name, of.cell(label), () -> total(stat));
      }
    }
  }

  /** Unicast, OOBFC and multicast together; without a number for unicast there is none. */
  private static OptionalLong total(DeviceJson stat) {
    String unicast = VALUES.getFirst();
    OptionalLong first = stat.wholeIfThere(unicast);
    if (first.isEmpty() && stat.textIfThere(unicast).isPresent()) {
      return first;
    }
    long sum = stat.whole(unicast);
    for (String field : VALUES.subList(1, VALUES.size())) {
      sum += stat.wholeIfThere(field).orElse(0);
    }
    return OptionalLong.of(sum);
  }

  private static void sums(
      QueueCells cells, String name, DeviceJson port, String table, String prefix) {
    for (DeviceJson stat : rows(port, table)) {
      String label = stat.text(prefix + "-stat-type") + " " + stat.text(prefix + "-stat-units");
      cells.put(name, QueueLabels.port(label), () -> stat.wholeIfThere(prefix + "-stat-value"));
    }
  }

  private static void pauses(QueueCells cells, String name, DeviceJson port) {
    for (DeviceJson row : rows(port, "pfc_stats")) {
      long cos = row.whole("cos");
      row.garbledIf(Long.compareUnsigned(cos, 7) > 0, "cos", "0..7");
      cells.put(
          name, QueueTable.pfc(Direction.TX, (int) cos), () -> row.wholeIfThere("tx-pause-count"));
      cells.put(
          name, QueueTable.pfc(Direction.RX, (int) cos), () -> row.wholeIfThere("rx-pause-count"));
    }
  }
}
