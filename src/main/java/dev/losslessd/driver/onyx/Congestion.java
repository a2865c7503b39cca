package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * {@code show interfaces ethernet X congestion-control}.
 *
 * @param marked packets that the port has marked, of all its queues together
 * @param classes as printed, TC-0 first
 */
record Congestion(String command, long marked, List<DeviceJson> classes) {
  private static final String PORT = "Interface ethernet";
  private static final String MARKED = "ECN marked packets";
  private static final String MODE = "Mode";
  private static final String DROPPED = "RED dropped packets";

  static String command(String port) {
    return "show interfaces ethernet " + Ports.number(port) + " congestion-control | json-print";
  }

  static Congestion parse(String port, String text) {
    String command = command(port);
    List<DeviceJson> rows = DeviceJson.parse(command, text).rows();
    DeviceJson head =
        rows.stream()
            .filter(row -> row.textIfThere(PORT).isPresent())
            .findFirst()
            .orElseThrow(() -> DeviceJson.parse(command, text).garbled("", PORT));
    head.garbledIf(!head.text(PORT).equals(Ports.number(port)), PORT, Ports.number(port));
    List<DeviceJson> classes =
        IntStream.range(0, Priority.COUNT).mapToObj(n -> ofClass(rows, n)).toList();
    return new Congestion(command, head.whole(MARKED), classes);
  }

  private static DeviceJson ofClass(List<DeviceJson> rows, int n) {
    DeviceJson found =
        rows.stream()
            .filter(row -> row.textIfThere("header").orElse("").equals("TC-" + n))
            .findFirst()
            .orElseThrow(() -> rows.getFirst().garbled("header", "a part for TC-" + n));
    mode(found);
    return found;
  }

  private static String mode(DeviceJson row) {
    String mode = row.text(MODE);
    if (!List.of("none", "RED", "ECN").contains(mode)
        && !Pattern.matches("(?i)both|RED.ECN", mode)) {
      throw row.garbled(MODE, "none, RED, ECN or both");
    }
    return mode;
  }

  private static boolean marks(DeviceJson row) {
    return !mode(row).equals("none") && !mode(row).equals("RED");
  }

  /**
   * Off, or unsupported in the switch's own words: how likely a mark is at the upper threshold
   * stands in no source, and nowhere in what it prints.
   *
   * @throws DeviceException UNSUPPORTED if a class marks
   */
  Ecn ecn() {
    List<String> words = new ArrayList<>();
    for (int n = 0; n < classes.size(); n++) {
      DeviceJson row = classes.get(n);
      if (marks(row)) {
        words.add(
            "TC-%d marks from %s to %s (%s)"
                .formatted(
                    n,
                    row.text("Minimum threshold"),
                    row.text("Maximum threshold"),
                    row.text("Threshold mode")));
      }
    }
    if (words.isEmpty()) {
      return Ecn.OFF;
    }
    throw DeviceException.unsupported(
        String.join(", ", words)
            + ": no source tells how likely a mark is at the upper one (onyx.queues, unverified)");
  }

  /**
   * Returns what WRED dropped, and what was marked if that can only be of one class.
   *
   * @throws DeviceException GARBLED if a class that drops or marks has no count
   */
  Map<QueueCell, Long> cells() {
    Map<QueueCell, Long> cells = new HashMap<>();
    long dropped = 0;
    List<Integer> marking = new ArrayList<>();
    for (int n = 0; n < classes.size(); n++) {
      if (!mode(classes.get(n)).equals("none")) {
        dropped += classes.get(n).whole(DROPPED);
      }
      if (marks(classes.get(n))) {
        marking.add(n);
      }
    }
    cells.put(new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1), dropped);
    if (marking.size() == 1) {
      cells.put(new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, marking.getFirst()), marked);
    }
    return cells;
  }
}
