package dev.losslessd.driver.esxi;

import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Numbers of a NIC as vsish prints them: those of every driver, then the driver's own, which have
 * the meanings of mlx5's ethtool statistics.
 */
final class EsxiCounters {
  private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z][\\w ]*?) ?: ?(\\d+)\\s*");

  private static final String GLOBAL_PAUSE = "_global_pause";
  private static final String PAUSE_CONTROL = "PauseCtrlPhy";

  private static final CounterCatalogue NAMES =
      new CounterCatalogue()
          .family("(?<way>rx|tx)_prio(?<prio>[0-7])_pause", Signal.PFC_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_prio(?<prio>[0-7])_pause_duration", Signal.PFC_PAUSE_TIME)
          .family("(?<way>rx|tx)_prio(?<prio>[0-7])_pause_transition", Signal.PFC_PAUSE_TRANSITIONS)
          .family("(?<way>rx|tx)" + GLOBAL_PAUSE, Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)" + PAUSE_CONTROL, Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_global_pause_duration", Signal.GLOBAL_PAUSE_TIME)
          .statistic(Signal.PAUSE_STORM_WARNINGS, "txPauseStormWarningEvents")
          .statistic(Signal.PAUSE_STORM_ERRORS, "txPauseStormErrorEvents")
          .statistic(Signal.PORT_PACKETS, Direction.RX, "Rx Packets")
          .statistic(Signal.PORT_PACKETS, Direction.TX, "Tx Packets")
          .statistic(Signal.PORT_BYTES, Direction.RX, "Rx Bytes")
          .statistic(Signal.PORT_BYTES, Direction.TX, "Tx Bytes")
          .statistic(Signal.PORT_DISCARDS, Direction.RX, "Rx Dropped")
          .statistic(Signal.PORT_DISCARDS, Direction.TX, "Tx Dropped")
          .statistic(Signal.PORT_ERRORS, Direction.RX, "Rx Errors")
          .statistic(Signal.PORT_ERRORS, Direction.TX, "Tx Errors");

  private EsxiCounters() {}

  static String command(String nic) {
    return "vsish -e cat /net/pNics/" + nic + "/stats";
  }

  /**
   * @return every number by its name, in the order of the print
   * @throws DeviceException GARBLED without a number, or if the text was cut
   */
  static Map<String, Long> parse(String nic, String text) {
    String command = command(nic);
    boolean block = text.lines().findFirst().filter(line -> line.endsWith("{")).isPresent();
    if (!text.endsWith("\n") || (block && !text.stripTrailing().endsWith("}"))) {
      throw ParseErrors.at(command, text, "whole lines, and the end of what begins");
    }
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      Matcher named = LINE.matcher(line);
      if (named.matches()) {
        OptionalLong number = QueueCells.number(command, line, named.group(2));
        numbers.putIfAbsent(named.group(1), number.orElseThrow());
      } else if (!line.isBlank() && !Pattern.matches("[{}]|.*\\{|--.*:|[^:]+:.*", line.strip())) {
        throw ParseErrors.at(command, line, "a name and its value");
      }
    }
    ParseErrors.throwIf(numbers.isEmpty(), command, text, "counters");
    return numbers;
  }

  /**
   * Returns the meaning of a name; one that means nothing here keeps its name. Pause frames of the
   * port count where the driver does not print the usual name for them.
   */
  private static Counter meaning(String name, Map<String, Long> all) {
    String usual = name.replace(PAUSE_CONTROL, GLOBAL_PAUSE);
    boolean twice = !usual.equals(name) && all.containsKey(usual);
    Optional<Counter> known = twice ? Optional.empty() : NAMES.ofStatistic(name);
    return known.orElseGet(() -> Counter.other(name, 64, Counter.Origin.DEVICE));
  }

  /** Sweeps of those ports that the host has. */
  static List<Sweep> sweeps(
      ExecConsole console,
      EsxiSnapshot now,
      Collection<PortId> ports,
      long atMillis,
      long tickNanos) {
    return ports.stream()
        .filter(port -> now.nics().containsKey(port.name()))
        .map(port -> {
          String nic = port.name();
          Map<String, Long> numbers = parse(nic, console.show(command(nic)));
          return sweep(port, numbers, now.sentPfc(nic), atMillis, tickNanos);
        })
        .toList();
  }

  /**
   * The sweep of a NIC by its shell.
   *
   * @param numbers by name
   * @param sentPfc by priority, as DCB status tells them: they stand in where the driver prints
   *     none
   */
  static Sweep sweep(
      PortId port, Map<String, Long> numbers, List<Long> sentPfc, long atMillis, long tickNanos) {
    List<Counter> columns = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    numbers.forEach((name, value) -> {
      columns.add(meaning(name, numbers));
      values.add(value);
    });
    for (int n = 0; n < sentPfc.size(); n++) {
      String name = "Sent PFC Frames." + n;
      columns.add(Counter.of(Signal.PFC_PAUSE_FRAMES, Direction.TX, Priority.of(n), name, 64));
      values.add(sentPfc.get(n));
    }
    return new Sweep(
        port,
        new Schema(columns, QueueCell.SOURCE),
        values.stream().mapToLong(Long::longValue).toArray(),
        new byte[values.size()],
        atMillis,
        tickNanos);
  }
}
