package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.NicSetting;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Settings of a port as lines, and lines as settings. */
final class PortSettings {
  private static final Pattern NO_DROP = Pattern.compile(".* priority ([0-7]) no-drop");
  private static final Pattern SHARE = Pattern.compile("bandwidth(?: guaranteed)? percent (\\d+)");
  private static final Pattern MARKING =
      Pattern.compile(
          "random-detect ecn minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)"
              + "(?: max-mark-probability (\\d+))?(?: weight \\d+)?");

  /** Unverified: 1000, as everywhere in this field; no guide that says 1024 was found. */
  private static final Map<String, Long> BYTES =
      Map.of("bytes", 1L, "kbytes", 1_000L, "mbytes", 1_000_000L);

  private static final List<Integer> IDENTITY = List.of(0, 1, 2, 3, 4, 5, 6, 7);

  private PortSettings() {}

  /** The priorities that do not drop; they pause only while PFC is on. */
  static Lossless lossless(List<ConfigLine> lines) {
    return new Lossless(
        PrioritySet.of(
            lines.stream()
                .map(line -> NO_DROP.matcher(line.text()))
                .filter(Matcher::matches)
                .map(m -> Priority.of(Integer.parseInt(m.group(1))))
                .toList()));
  }

  static Pfc pfc(List<ConfigLine> lines) {
    return lines.stream().anyMatch(PortSettings::isOn)
        ? new Pfc(lossless(lines).priorities())
        : Pfc.OFF;
  }

  private static boolean isOn(ConfigLine line) {
    return Pattern.matches("priority-flow-control(?: mode)? on", line.text());
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
    return new GlobalPause(isOn(lines, "receive"), isOn(lines, "send"));
  }

  private static boolean isOn(List<ConfigLine> lines, String way) {
    return lines.stream()
        .anyMatch(line -> Pattern.matches("flowcontrol " + way + " (?:on|desired)", line.text()));
  }

  /** On without a line, as {@code show running-config all} has it. */
  static PfcWatchdog watchdog(List<ConfigLine> lines) {
    return new PfcWatchdog(
        lines.stream().noneMatch(line -> line.text().startsWith("no priority-flow-control")));
  }

  /** Queues are strict by default; one with {@code no priority} shares by its percentage. */
  static Ets ets(List<ConfigLine> lines) {
    List<Ets.Selection> selection =
        new ArrayList<>(Collections.nCopies(Priority.COUNT, Ets.Selection.STRICT));
    List<Integer> shares = new ArrayList<>(Collections.nCopies(Priority.COUNT, 0));
    for (ConfigLine line : lines) {
      Matcher share = SHARE.matcher(line.text());
      if (line.text().equals("no priority")) {
        selection.set(line.number(), Ets.Selection.ETS);
      } else if (share.matches()) {
        shares.set(line.number(), percent(share.group(1), line));
      }
    }
    return Ets.sharing(selection, shares, IDENTITY);
  }

  /** The queues that mark; {@link Ecn.Marking#UNTOLD} where a threshold cannot be had in bytes. */
  static Ecn ecn(List<ConfigLine> lines) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    lines.stream()
        .filter(line -> !line.text().startsWith("no "))
        .forEach(line -> marks.put(Priority.of(line.number()), marking(line)));
    return Ecn.of(marks);
  }

  /** Priorities whose queues count their marks; without a line none does. */
  static EcnCount ecnCount(List<ConfigLine> lines) {
    return new EcnCount(
        PrioritySet.of(lines.stream().map(line -> Priority.of(line.number())).toList()));
  }

  private static Ecn.Marking marking(ConfigLine line) {
    Matcher m = MARKING.matcher(line.text());
    if (!m.matches()) {
      throw garbled(line, "thresholds with units, probability, weight");
    }
    if (!isInBytes(m)) {
      return Ecn.Marking.UNTOLD;
    }
    long min = bytes(m.group(1), m.group(2), line);
    long max = bytes(m.group(3), m.group(4), line);
    int percent = percent(m.group(5), line);
    if (max < min) {
      throw garbled(line, "a minimum below the maximum");
    }
    return new Ecn.Marking(min, max, percent);
  }

  /**
   * Whether a line has all numbers of a mark. Segments and times depend on the port's speed or the
   * chip, and no source has the default of a probability.
   */
  private static boolean isInBytes(Matcher mark) {
    return BYTES.containsKey(mark.group(2))
        && BYTES.containsKey(mark.group(4))
        && mark.group(5) != null;
  }

  private static boolean isInBytes(String text) {
    Matcher mark = MARKING.matcher(text);
    return !mark.matches() || isInBytes(mark);
  }

  private static long bytes(String number, String unit, ConfigLine line) {
    if (number.length() > 12) {
      throw garbled(line, "thresholds of at most 12 digits");
    }
    return Long.parseLong(number) * Objects.requireNonNull(BYTES.get(unit));
  }

  private static int percent(String number, ConfigLine line) {
    if (number.length() > 3 || Integer.parseInt(number) > 100) {
      throw garbled(line, "0..100 percent");
    }
    return Integer.parseInt(number);
  }

  private static DeviceException garbled(ConfigLine line, String expected) {
    return ParseErrors.at(RunningConfig.COMMAND, line.word(), expected);
  }

  /**
   * The lines that say a value; what is missing is at its default.
   *
   * @param queueWord {@code tx-queue}, or {@code uc-tx-queue} on chips with split queues
   * @param now lines of the same setting: a mark without numbers keeps its own
   * @throws DeviceException UNSUPPORTED if this system has no such value
   */
  static List<ConfigLine> render(
      Setting wanted, String queueWord, boolean routed, List<ConfigLine> now) {
    return switch (wanted) {
      case Pfc pfc -> lines(pfcLines(pfc));
      case GlobalPause pause ->
          lines(
              Stream.concat(
                  pause.receive() ? Stream.of("flowcontrol receive on") : Stream.empty(),
                  pause.send() ? Stream.of("flowcontrol send on") : Stream.empty()));
      case Mtu mtu -> lines(Stream.of("mtu " + mtu.bytes()));
      case Trust trust -> lines(trustLines(trust, routed));
      case PfcWatchdog watchdog ->
          lines(
              watchdog.on()
                  ? Stream.empty()
                  : Stream.of("no priority-flow-control pause watchdog"));
      case Ets ets -> etsLines(ets, queueWord);
      case Ecn ecn ->
          ecn.marking().entrySet().stream()
              .map(mark -> line(queueWord, mark.getKey(), mark.getValue(), now))
              .toList();
      case EcnCount count ->
          count.priorities().priorities().stream()
              .map(p -> new ConfigLine(queueWord + " " + p, "random-detect ecn count"))
              .toList();
      default -> throw unknown(wanted.kind());
    };
  }

  private static ConfigLine line(
      String queueWord, Priority queue, Ecn.Marking mark, List<ConfigLine> now) {
    return mark.isTold()
        ? new ConfigLine(queueWord + " " + queue, text(mark))
        : now.stream()
            .filter(line -> line.number() == queue.value() && !isInBytes(line.text()))
            .findFirst()
            .orElseThrow(() ->
                DeviceException.unsupported("ecn " + queue + ": expected thresholds in bytes"));
  }

  private static List<ConfigLine> lines(Stream<String> texts) {
    return texts.map(text -> new ConfigLine("", text)).toList();
  }

  static DeviceException unknown(SettingKind kind) {
    return DeviceException.unsupported("a port of EOS has no setting " + kind.word());
  }

  private static Stream<String> pfcLines(Pfc pfc) {
    return pfc.lossless().isEmpty()
        ? Stream.empty()
        : Stream.concat(
            Stream.of("priority-flow-control on"),
            pfc.lossless().priorities().stream()
                .map(p -> "priority-flow-control priority " + p + " no-drop"));
  }

  private static Stream<String> trustLines(Trust trust, boolean routed) {
    boolean dscp = trust.field() == Trust.Field.DSCP;
    return dscp == routed ? Stream.empty() : Stream.of("qos trust " + (dscp ? "dscp" : "cos"));
  }

  static void requireKnown(Ets ets) {
    if (!ets.classOfPriority().equals(IDENTITY)) {
      throw DeviceException.unsupported(
          "ets " + ets.text() + ": here queue n is for priority n: expected prio-tc=0,1,2,...,7");
    }
    if (!Set.of(Ets.Selection.STRICT, Ets.Selection.ETS).containsAll(ets.selection())) {
      throw DeviceException.unsupported("ets " + ets.text() + ": expected strict or ets");
    }
  }

  private static List<ConfigLine> etsLines(Ets ets, String queueWord) {
    requireKnown(ets);
    List<ConfigLine> lines = new ArrayList<>();
    for (int queue = 0; queue < Priority.COUNT; queue++) {
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

  private static String text(Ecn.Marking mark) {
    return ("random-detect ecn minimum-threshold %d bytes maximum-threshold %d bytes"
            + " max-mark-probability %d")
        .formatted(mark.minBytes(), mark.maxBytes(), mark.probabilityPercent());
  }

  /**
   * Returns lines that stand beside a value and make the switch act otherwise than the lines that
   * are typed for the same value. Other spellings of one meaning are none of them: {@code mode on}
   * of older releases, {@code uc-tx-queue} on chips with split queues, {@code kbytes}, a default
   * that is spelled out.
   */
  static List<String> extra(Setting value, List<ConfigLine> lines) {
    return lines.stream().filter(line -> adds(value, line)).map(ConfigLine::word).toList();
  }

  private static boolean adds(Setting value, ConfigLine line) {
    String text = line.text();
    return switch (value) {
      // the peer decides
      case GlobalPause _ -> text.endsWith(" desired");
      // on, though no priority pauses yet
      case Pfc pfc -> pfc.equals(Pfc.OFF) && isOn(line);
      // an average of the queue is compared, which lags behind it; or the thresholds are no bytes
      case Ecn _ -> Pattern.matches(".* weight \\d+", text) || !isInBytes(text);
      case Ets ets -> text.startsWith("bandwidth ") && !isShare(ets, line);
      // the value is all that their lines can say
      case EcnCount _, Lossless _, PfcWatchdog _, NicSetting _ -> false;
    };
  }

  /** Only a queue that is not strict has a share; what is guaranteed is a floor, and no share. */
  private static boolean isShare(Ets ets, ConfigLine line) {
    return line.text().startsWith("bandwidth percent ")
        && ets.selection().get(line.number()) == Ets.Selection.ETS;
  }
}
