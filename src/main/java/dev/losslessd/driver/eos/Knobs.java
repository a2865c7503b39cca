package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Settings of a port as lines, and lines as settings. */
final class Knobs {
  private static final Pattern NO_DROP = Pattern.compile(".* priority ([0-7]) no-drop");
  private static final Pattern SHARE = Pattern.compile("bandwidth(?: guaranteed)? percent (\\d+)");
  private static final Pattern MARKING =
      Pattern.compile(
          "random-detect ecn minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)"
              + "(?: max-mark-probability (\\d+))?(?: weight \\d+)?");
  private static final int QUEUES = 8;

  private Knobs() {}

  /** The priorities that do not drop; they pause only while PFC is on. */
  static Lossless lossless(List<ConfigLine> lines) {
    PrioritySet set = PrioritySet.NONE;
    for (ConfigLine configLine : lines) {
      Matcher m = NO_DROP.matcher(configLine.text());
      set = m.matches() ? set.with(Priority.of(Integer.parseInt(m.group(1)))) : set;
    }
    return new Lossless(set);
  }

  static Pfc pfc(List<ConfigLine> lines) {
    boolean on =
        lines.stream()
            .map(ConfigLine::text)
            .anyMatch(text -> text.matches("priority-flow-control(?: mode)? on"));
    return on ? new Pfc(lossless(lines).priorities()) : Pfc.OFF;
  }

  /**
   * @param routed whether the port is one of a router: those trust DSCP without a line, others CoS
   */
  static Trust trust(List<ConfigLine> lines, boolean routed) {
    boolean dscp = routed;
    for (ConfigLine configLine : lines) {
      dscp = configLine.text().equals("qos trust dscp");
      if (configLine.text().equals("no qos trust")) {
        throw DeviceException.unsupported(
            "'no qos trust': the port classifies by neither PCP nor DSCP");
      }
    }
    return new Trust(dscp ? Trust.Field.DSCP : Trust.Field.PCP);
  }

  static GlobalPause pause(List<ConfigLine> lines) {
    List<String> texts = lines.stream().map(ConfigLine::text).toList();
    return new GlobalPause(
        texts.stream().anyMatch(text -> text.matches("flowcontrol receive (on|desired)")),
        texts.stream().anyMatch(text -> text.matches("flowcontrol send (on|desired)")));
  }

  /** On without a line, as {@code show running-config all} has it. */
  static PfcWatchdog watchdog(List<ConfigLine> lines) {
    return new PfcWatchdog(
        lines.stream()
            .noneMatch(configLine -> configLine.text().startsWith("no priority-flow-control")));
  }

  /** Queues are strict by default; one with {@code no priority} shares by its percentage. */
  static Ets ets(List<ConfigLine> lines, boolean queuesAreClasses) {
    requireOneToOne(queuesAreClasses);
    List<Ets.Selection> selection =
        new ArrayList<>(Collections.nCopies(QUEUES, Ets.Selection.STRICT));
    List<Integer> shares = new ArrayList<>(Collections.nCopies(QUEUES, 0));
    for (ConfigLine configLine : lines) {
      int queue = configLine.queueNumber().orElseThrow();
      Matcher share = SHARE.matcher(configLine.text());
      if (configLine.text().equals("no priority")) {
        selection.set(queue, Ets.Selection.ETS);
      } else if (share.matches()) {
        shares.set(queue, percent(share.group(1), configLine));
      }
    }
    for (int queue = 0; queue < QUEUES; queue++) {
      shares.set(queue, selection.get(queue) == Ets.Selection.ETS ? shares.get(queue) : 0);
    }
    return new Ets(selection, shares, identity());
  }

  private static List<Integer> identity() {
    return List.of(0, 1, 2, 3, 4, 5, 6, 7);
  }

  /**
   * @throws DeviceException UNSUPPORTED for thresholds that cannot be compared with bytes
   */
  static Ecn ecn(List<ConfigLine> lines, boolean queuesAreClasses) {
    requireOneToOne(queuesAreClasses);
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    for (ConfigLine configLine : lines) {
      if (!configLine.text().startsWith("no ")) {
        marks.put(Priority.of(configLine.queueNumber().orElseThrow()), marking(configLine));
      }
    }
    return Ecn.of(marks);
  }

  /** Priorities whose queues count their marks; without a line none does. */
  static EcnCount ecnCount(List<ConfigLine> lines, boolean queuesAreClasses) {
    requireOneToOne(queuesAreClasses);
    PrioritySet set = PrioritySet.NONE;
    for (ConfigLine configLine : lines) {
      set = set.with(Priority.of(configLine.queueNumber().orElseThrow()));
    }
    return new EcnCount(set);
  }

  private static Ecn.Marking marking(ConfigLine configLine) {
    Matcher m = MARKING.matcher(configLine.text());
    if (!m.matches()) {
      throw ParseErrors.at(
          RunningConfig.COMMAND, configLine.word(), "thresholds with units, probability, weight");
    }
    if (m.group(5) == null) {
      throw DeviceException.unsupported(
          configLine.word() + ": without max-mark-probability, whose default no source tells");
    }
    long min = bytes(m.group(1), m.group(2), configLine);
    long max = bytes(m.group(3), m.group(4), configLine);
    int percent = percent(m.group(5), configLine);
    if (max < min) {
      throw ParseErrors.at(RunningConfig.COMMAND, configLine.word(), "a minimum below the maximum");
    }
    return new Ecn.Marking(min, max, percent);
  }

  private static long bytes(String number, String unit, ConfigLine configLine) {
    if (number.length() > 12) {
      throw ParseErrors.at(
          RunningConfig.COMMAND, configLine.word(), "thresholds of at most 12 digits");
    }
    return switch (unit) {
      case "bytes" -> Long.parseLong(number);
      // unverified: 1000, as everywhere in this field; a guide that says 1024 has not been found
      case "kbytes" -> Long.parseLong(number) * 1000;
      case "mbytes" -> Long.parseLong(number) * 1_000_000;
      default ->
          throw DeviceException.unsupported(
              Sanitized.of(configLine.word())
                  + ": "
                  + unit
                  + " cannot be compared with bytes: they depend on the port's speed or the chip");
    };
  }

  private static int percent(String number, ConfigLine configLine) {
    if (number.length() > 3 || Integer.parseInt(number) > 100) {
      throw ParseErrors.at(RunningConfig.COMMAND, configLine.word(), "0..100 percent");
    }
    return Integer.parseInt(number);
  }

  private static void requireOneToOne(boolean queuesAreClasses) {
    if (!queuesAreClasses) {
      throw DeviceException.unsupported(
          "'qos map traffic-class ... to tx-queue' puts classes on other queues: not set from"
              + " here");
    }
  }

  /**
   * The lines that say a value; what is missing is at its default.
   *
   * @param queueWord {@code tx-queue}, or {@code uc-tx-queue} on chips with split queues
   * @throws DeviceException UNSUPPORTED if this system has no such value
   */
  static List<ConfigLine> render(Setting wanted, String queueWord, boolean routed) {
    return switch (wanted) {
      case Pfc pfc -> pfcLines(pfc);
      case GlobalPause pause -> pauseLines(pause);
      case Mtu mtu -> List.of(new ConfigLine("", "mtu " + mtu.bytes()));
      case Trust trust -> trustLines(trust, routed);
      case PfcWatchdog watchdog ->
          watchdog.on()
              ? List.of()
              : List.of(new ConfigLine("", "no priority-flow-control pause watchdog"));
      case Ets ets -> etsLines(ets, queueWord);
      case Ecn ecn -> ecnLines(ecn, queueWord);
      case EcnCount count ->
          count.priorities().priorities().stream()
              .map(p -> new ConfigLine(queueWord + " " + p, "random-detect ecn count"))
              .toList();
      default -> throw noKnob(wanted.kind());
    };
  }

  static DeviceException noKnob(SettingKind kind) {
    return DeviceException.unsupported("a port of EOS has no knob " + kind.word());
  }

  private static List<ConfigLine> pfcLines(Pfc pfc) {
    List<ConfigLine> lines = new ArrayList<>();
    if (!pfc.lossless().isEmpty()) {
      lines.add(new ConfigLine("", "priority-flow-control on"));
      pfc.lossless()
          .priorities()
          .forEach(p ->
              lines.add(new ConfigLine("", "priority-flow-control priority " + p + " no-drop")));
    }
    return lines;
  }

  private static List<ConfigLine> pauseLines(GlobalPause pause) {
    List<ConfigLine> lines = new ArrayList<>();
    if (pause.receive()) {
      lines.add(new ConfigLine("", "flowcontrol receive on"));
    }
    if (pause.send()) {
      lines.add(new ConfigLine("", "flowcontrol send on"));
    }
    return lines;
  }

  private static List<ConfigLine> trustLines(Trust trust, boolean routed) {
    boolean dscp = trust.field() == Trust.Field.DSCP;
    return dscp == routed
        ? List.of()
        : List.of(new ConfigLine("", "qos trust " + (dscp ? "dscp" : "cos")));
  }

  private static List<ConfigLine> etsLines(Ets ets, String queueWord) {
    if (!ets.classOfPriority().equals(identity())) {
      throw DeviceException.unsupported(
          "ets " + ets.text() + ": here queue n is for priority n: expected prio-tc=0,1,2,...,7");
    }
    List<ConfigLine> lines = new ArrayList<>();
    for (int queue = 0; queue < QUEUES; queue++) {
      if (ets.selection().get(queue) == Ets.Selection.ETS) {
        lines.add(new ConfigLine(queueWord + " " + queue, "no priority"));
        int share = ets.bandwidthPercent().get(queue);
        if (share > 0) {
          lines.add(new ConfigLine(queueWord + " " + queue, "bandwidth percent " + share));
        }
      }
    }
    return lines;
  }

  private static List<ConfigLine> ecnLines(Ecn ecn, String queueWord) {
    List<ConfigLine> lines = new ArrayList<>();
    ecn.marking()
        .forEach((priority, mark) ->
            lines.add(
                new ConfigLine(
                    queueWord + " " + priority,
                    "random-detect ecn minimum-threshold %d bytes maximum-threshold %d bytes"
                            .formatted(mark.minBytes(), mark.maxBytes())
                        + " max-mark-probability "
                        + mark.probabilityPercent())));
    return lines;
  }
}
