package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code show queuing pfc-queue detail}: how often the PFC watchdog shut a queue. */
final class WatchdogTable {
  static final String COMMAND = "show queuing pfc-queue detail";
  static final String JSON = COMMAND + " | json";

  private static final Pattern PORT = Pattern.compile("(\\S+) Interface PFC watchdog: ?\\[.*]");
  private static final Pattern GROUP =
      Pattern.compile("\\|?\\s*QOS GROUP (\\d) \\[[^]]*](?:.*PFC-COS \\[([^]]*)])?.*");
  private static final Pattern ROW = Pattern.compile("\\|\\s*([^|]+?)\\s*\\|\\s*([^|]*?)\\s*\\|");
  private static final Pattern RULE = Pattern.compile("\\+-{3,}\\+");

  /** The fields of a row, and the text's name for each. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "q-shutdown", "Shutdown",
          "q-restored", "Restored",
          "q-pkt-drained", "Total pkts drained",
          "q-pkt-dropped", "Total pkts dropped",
          "q-pkt-drained-n-dropped", "Total pkts drained + dropped",
          "q-aggr-pkt-dropped", "Aggregate pkts dropped",
          "q-ing-pkt-dropped", "Total Ingress pkts dropped",
          "q-ing-aggr-pkt-dropped", "Aggregate Ingress pkts dropped");

  private final QueueCells cells = new QueueCells();
  private @Nullable String port;
  private int priority = -1;
  private int rows;

  private WatchdogTable() {}

  /**
   * @return numbers by long port name, without ports that have a row that is not understood;
   *     nothing for a switch whose watchdog has never been on
   */
  static QueueCells parseWatchdog(String text) {
    WatchdogTable table = new WatchdogTable();
    for (String raw : text.split("\n", -1)) {
      if (!raw.isBlank()) {
        table.take(raw.strip());
      }
    }
    if (table.priority >= 0) {
      throw ParseErrors.at(COMMAND, text.strip().lines().toList().getLast(), "the box's last rule");
    }
    return table.cells;
  }

  private void take(String line) {
    Matcher start = PORT.matcher(line);
    Matcher group = GROUP.matcher(line);
    if (start.matches()) {
      requireNoBox(line);
      port = Ports.whole(start.group(1));
      cells.port(port);
    } else if (port != null && group.matches()) {
      requireNoBox(line);
      priority = priority(group.group(1), Optional.ofNullable(group.group(2)), line);
      rows = 0;
    } else if (priority >= 0 && RULE.matcher(line).matches()) {
      priority = rows > 0 ? -1 : priority; // rules below the title and the heads end nothing
    } else if (priority >= 0 && port != null) {
      try {
        row(port, line);
      } catch (DeviceException e) {
        rows++;
        cells.leaveOut(port, e);
      }
    }
  }

  private void requireNoBox(String line) {
    ParseErrors.throwIf(priority >= 0, COMMAND, line, "the end of the box before");
  }

  /** The class of service where one is named, else the group: they have the same numbers here. */
  private static int priority(String group, Optional<String> cos, String where) {
    String number = cos.filter(one -> Pattern.matches("[0-7]", one)).orElse(group);
    ParseErrors.throwIf(!Pattern.matches("[0-7]", number), COMMAND, where, "a group of 0..7");
    return Integer.parseInt(number);
  }

  private void row(String name, String line) {
    Matcher row = ROW.matcher(line);
    ParseErrors.throwIf(!row.matches(), COMMAND, line, "| name | number |");
    rows += Pattern.matches("\\d+|-|(?i:n/?a)", row.group(2)) ? 1 : 0;
    cells.put(
        name,
        QueueLabels.watchdog(row.group(1), priority),
        () -> QueueCells.number(COMMAND, line, row.group(2)));
  }

  /** Parses the output of {@code | json} into what {@link #parseWatchdog} returns. */
  static QueueCells parseJson(String text) {
    QueueCells cells = new QueueCells();
    for (DeviceJson port : QueueJson.interfaces(DeviceJson.parse(JSON, text))) {
      String name = QueueJson.name(port);
      cells.port(name, () -> groups(cells, name, port));
    }
    return cells;
  }

  private static void groups(QueueCells cells, String name, DeviceJson port) {
    for (DeviceJson group : QueueJson.rows(port, "qosgrp_stats")) {
      int priority =
          priority(group.text("eq-qosgrp"), group.textIfThere("pfc-cos"), "eq-qosgrp of " + name);
      for (DeviceJson row : QueueJson.rows(group, "qosgrp_stats_entry")) {
        FIELDS.forEach((field, label) ->
            cells.put(name, QueueLabels.watchdog(label, priority), () -> row.wholeIfThere(field)));
      }
    }
  }
}
