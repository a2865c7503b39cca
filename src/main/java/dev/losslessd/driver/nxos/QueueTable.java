package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code show queuing interface} as text: boxes of queues, sums of the port, PFC by priority. The
 * last port has to come to its end, the rule below its PFC table: else the text was cut.
 */
final class QueueTable {
  static final String COMMAND = "show queuing interface";

  private static final Pattern EGRESS =
      Pattern.compile("(?:Egress|Ingress) Queuing for (\\S+)(?: \\[\\S+])?");
  private static final Pattern GROUP =
      Pattern.compile("\\|\\s*(\\w+ )?QOS GROUP\\s*([0-7]?)\\s*\\|");
  private static final Pattern PORT_SUM = Pattern.compile("([A-Za-z][A-Za-z &/]*?)\\s+(\\d+)");
  private static final Pattern PFC =
      Pattern.compile(
          "([0-7])\\s+(?:[0-7]|-)(?:\\s+(?:[0-7]|-))?\\s+(?:Active|Inactive|-)\\s+(\\d+|-)"
              + "\\s+(?:Active|Inactive|-)\\s+(\\d+|-)");

  /** Without a column of the group in switches that have none (Cisco's 9.3 reference, optional). */
  private static final Pattern PFC_HEAD =
      Pattern.compile("(?:PFC_)?COS\\s+QOS[ _]Group\\s+(?:PG\\s+)?TxPause.*");

  private static final Pattern RULE = Pattern.compile("[+=-]{3,}");

  private final QueueCells cells = new QueueCells();
  private @Nullable String port;
  private QueueLabels.Queue queue = QueueLabels.Queue.NONE;
  private boolean inPfc;
  private boolean done;

  private QueueTable() {}

  /**
   * @return numbers by long port name; a port with a row that is not understood is left out
   */
  static QueueCells parseQueues(String text) {
    QueueTable table = new QueueTable();
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (!line.isEmpty()) {
        table.take(line);
      }
    }
    ParseErrors.throwIf(table.cells.isEmpty(), COMMAND, text, "a line 'Egress Queuing for PORT'");
    if (!table.done) {
      throw ParseErrors.at(
          COMMAND,
          text.strip().lines().toList().getLast(),
          "the rule below the last port's PFC table");
    }
    return table.cells;
  }

  private void take(String line) {
    Matcher start = EGRESS.matcher(line);
    if (start.matches()) {
      begin(Ports.whole(start.group(1)));
    } else if (RULE.matcher(line).matches()) {
      done = done || inPfc;
      inPfc = false;
    } else if (port != null) {
      String name = port;
      cells.port(name, () -> inPort(name, line));
    }
  }

  private void begin(String name) {
    port = name;
    cells.port(name);
    queue = QueueLabels.Queue.NONE;
    inPfc = false;
    done = false;
  }

  private void inPort(String name, String line) {
    Matcher pfc = PFC.matcher(line);
    Matcher box = GROUP.matcher(line);
    if (PFC_HEAD.matcher(line).matches()) {
      queue = QueueLabels.Queue.NONE;
      inPfc = true;
    } else if (inPfc) {
      if (!pfc.matches()) {
        throw ParseErrors.at(COMMAND, line, "COS, group, PG, TxPause, TxCount, RxPause, RxCount");
      }
      pause(name, line, pfc);
    } else if (box.matches()) {
      queue = QueueLabels.Queue.of(box.group(1), box.group(2));
    } else if (line.startsWith("|")) {
      queue(name, line);
    } else {
      sum(name, line);
    }
  }

  private void pause(String name, String line, Matcher row) {
    int cos = Integer.parseInt(row.group(1));
    cells.put(name, pfc(Direction.TX, cos), () -> QueueCells.number(COMMAND, line, row.group(2)));
    cells.put(name, pfc(Direction.RX, cos), () -> QueueCells.number(COMMAND, line, row.group(3)));
  }

  static Optional<QueueCell> pfc(Direction direction, int cos) {
    return Optional.of(new QueueCell(Signal.PFC_PAUSE_FRAMES, direction, cos));
  }

  private void sum(String name, String line) {
    queue = QueueLabels.Queue.NONE;
    Matcher sum = PORT_SUM.matcher(line);
    if (sum.matches()) {
      cells.put(
          name,
          QueueLabels.port(sum.group(1)),
          () -> QueueCells.number(COMMAND, line, sum.group(2)));
    }
  }

  /** A label and its columns, or labels and numbers by turns. */
  private void queue(String name, String line) {
    if (line.length() < 2 || !line.endsWith("|")) {
      throw ParseErrors.at(COMMAND, line, "a row that ends with |");
    }
    for (Labelled row : labelled(line)) {
      cells.put(name, queue.cell(row.label), () -> total(line, row.values));
    }
  }

  /** Values that follow a name, up to the next name. */
  record Labelled(String label, List<String> values) {}

  static List<Labelled> labelled(String line) {
    List<Labelled> all = new ArrayList<>();
    for (String part : line.substring(1, line.length() - 1).split("\\|", -1)) {
      String cell = Pattern.of("\\s+").matcher(part.strip()).replaceAll(" ");
      if (Pattern.matches("[A-Z].*[a-z].*", cell)) {
        all.add(new Labelled(cell, new ArrayList<>()));
      } else if (!all.isEmpty() && !cell.isEmpty()) {
        all.getLast().values.add(cell);
      }
    }
    return all.stream().filter(one -> !one.values.isEmpty()).toList();
  }

  /** Unicast, OOBFC and multicast together; without a number for unicast there is none. */
  private static OptionalLong total(String line, List<String> values) {
    long sum = 0;
    for (String value : values) {
      sum += QueueCells.number(COMMAND, line, value).orElse(0);
    }
    return QueueCells.number(COMMAND, line, values.getFirst()).isPresent()
        ? OptionalLong.of(sum)
        : OptionalLong.empty();
  }
}
