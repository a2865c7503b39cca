package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Garbled;
import dev.losslessd.driver.Shown;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output queuing policy: shares, strict queues and marking, queue n for priority n. */
final class Queuing {
  private static final Pattern STRICT = Pattern.compile("priority(?: level [1-8])?");
  private static final Pattern SHARE =
      Pattern.compile("bandwidth(?: remaining)? percent (\\d{1,3})");
  private static final Pattern WRED =
      Pattern.compile(
          "random-detect minimum-threshold (\\d{1,9}) (bytes|kbytes|mbytes)"
              + " maximum-threshold (\\d{1,9}) (bytes|kbytes|mbytes)"
              + " drop-probability (\\d{1,3}) weight \\d{1,2}( ecn)?");

  /** Classes of systems with eight queues, and of those with four. */
  private static final Pattern BUILT_IN = Pattern.compile("c-out-(?:8q-)?q(?:([0-7])|-default)");

  private Queuing() {}

  /**
   * Without a policy of its own the switch runs default-8q-out-policy, which the running
   * configuration does not show: queue 7 strict, all bandwidth to queue 0. Unverified: taken from
   * Cisco's guide, not from a device.
   */
  static Map<String, List<String>> systemDefault() {
    Map<String, List<String>> classes = new LinkedHashMap<>();
    classes.put(className(7), List.of("priority level 1"));
    for (int queue = 6; queue >= 1; queue--) {
      classes.put(className(queue), List.of("bandwidth remaining percent 0"));
    }
    classes.put(className(0), List.of("bandwidth remaining percent 100"));
    return classes;
  }

  static String className(int queue) {
    return queue == 0 ? "c-out-8q-q-default" : "c-out-8q-q" + queue;
  }

  static Ets parseShares(String policy, Map<String, List<String>> classes) {
    List<Ets.Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    for (int queue = 0; queue < 8; queue++) {
      Optional<String> line = scheduling(classes.getOrDefault(className(queue), List.of()));
      if (line.isEmpty()) {
        throw Garbled.at(
            RunningConfig.COMMAND,
            policy,
            "'priority' or 'bandwidth percent' in class " + className(queue));
      }
      Matcher percent = SHARE.matcher(line.get());
      boolean shares = percent.matches();
      selection.add(shares ? Ets.Selection.ETS : Ets.Selection.STRICT);
      share.add(shares ? percent(percent.group(1), line.get()) : 0);
    }
    return new Ets(selection, share, List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }

  private static Optional<String> scheduling(List<String> body) {
    List<String> lines =
        body.stream()
            .filter(line -> STRICT.matcher(line).matches() || SHARE.matcher(line).matches())
            .toList();
    return lines.size() == 1 ? Optional.of(lines.getFirst()) : Optional.empty();
  }

  /**
   * Classes by the names of eight queues: a class of the operator's own is the queue whose group
   * its class-map matches.
   *
   * @throws DeviceException UNSUPPORTED for one that marks, and whose queue nothing tells
   */
  static Map<String, List<String>> byQueue(ConfigTree config, Map<String, List<String>> classes) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    classes.forEach((name, body) -> {
      OptionalInt queue = queueOf(config, name);
      if (queue.isPresent()) {
        all.put(className(queue.getAsInt()), body);
      } else if (body.stream().anyMatch(Queuing::isMarking)) {
        throw new DeviceException(
            DeviceException.Kind.UNSUPPORTED,
            "queuing class "
                + Shown.of(name)
                + " marks, and no class-map of that name matches one qos-group of 0..7");
      }
    });
    return all;
  }

  private static OptionalInt queueOf(ConfigTree config, String name) {
    Matcher builtIn = BUILT_IN.matcher(name);
    if (builtIn.matches()) {
      return OptionalInt.of(builtIn.group(1) == null ? 0 : Integer.parseInt(builtIn.group(1)));
    }
    List<String> groups =
        config.starting("class-map type queuing ").stream()
            .filter(map -> map.line().endsWith(" " + name))
            .flatMap(map -> map.after("match qos-group ").stream())
            .toList();
    return groups.size() == 1 && groups.getFirst().matches("[0-7]")
        ? OptionalInt.of(Integer.parseInt(groups.getFirst()))
        : OptionalInt.empty();
  }

  private static boolean isMarking(String line) {
    return line.startsWith("random-detect ") && line.endsWith(" ecn");
  }

  static Ecn parseMarking(Map<String, List<String>> classes) {
    Map<Priority, Ecn.Marking> marking = new TreeMap<>();
    for (int queue = 0; queue < 8; queue++) {
      for (String line : classes.getOrDefault(className(queue), List.of())) {
        if (isMarking(line)) {
          marking.put(Priority.of(queue), marking(line));
        }
      }
    }
    return Ecn.of(marking);
  }

  private static Ecn.Marking marking(String line) {
    if (line.startsWith("random-detect threshold ")) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "'" + Shown.of(line) + "': the switch chooses those thresholds, and tells none");
    }
    Matcher wred = WRED.matcher(line);
    if (!wred.matches()) {
      throw Garbled.at(
          RunningConfig.COMMAND,
          line,
          "thresholds in bytes, kbytes or mbytes, probability, weight");
    }
    long min = bytes(wred.group(1), wred.group(2));
    long max = bytes(wred.group(3), wred.group(4));
    if (max < min) {
      throw Garbled.at(RunningConfig.COMMAND, line, "minimum-threshold <= maximum-threshold");
    }
    return new Ecn.Marking(min, max, percent(wred.group(5), line));
  }

  /**
   * Unverified: a kbyte is 1000 bytes here; Cisco's guides do not say, 1024 would be 2.4 % more.
   */
  private static long bytes(String number, String unit) {
    return Long.parseLong(number)
        * switch (unit) {
          case "kbytes" -> 1_000L;
          case "mbytes" -> 1_000_000L;
          default -> 1L;
        };
  }

  private static int percent(String digits, String line) {
    int percent = Integer.parseInt(digits);
    if (percent > 100) {
      throw Garbled.at(RunningConfig.COMMAND, line, "0..100 percent");
    }
    return percent;
  }

  /** The same classes with other shares and marks; lines that say the wanted already stay. */
  static Map<String, List<String>> with(Map<String, List<String>> classes, Ets shares, Ecn marks) {
    if (!shares.classOfPriority().equals(List.of(0, 1, 2, 3, 4, 5, 6, 7))) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "ets prio-tc=" + shares.classOfPriority() + ": queue n serves priority n on this switch");
    }
    Ets hadShares = parseShares("the policy", classes);
    Ecn hadMarks = parseMarking(classes);
    Map<String, List<String>> all = new LinkedHashMap<>(classes);
    for (int queue = 0; queue < 8; queue++) {
      List<String> body = new ArrayList<>(all.getOrDefault(className(queue), List.of()));
      requireCopyable(className(queue), body);
      if (!selection(hadShares, queue, 1).equals(selection(shares, queue, 1))) {
        body.removeIf(line -> STRICT.matcher(line).matches() || SHARE.matcher(line).matches());
        body.addFirst(selection(shares, queue, freeLevel(all)));
      }
      Ecn.Marking mark = marks.marking().get(Priority.of(queue));
      Ecn.Marking had = hadMarks.marking().get(Priority.of(queue));
      if (mark == null ? had != null : !mark.equals(had)) {
        body.removeIf(line -> line.startsWith("random-detect "));
        Optional.ofNullable(mark).map(Queuing::line).ifPresent(body::add);
      }
      all.put(className(queue), body);
    }
    return all;
  }

  private static void requireCopyable(String name, List<String> body) {
    for (String line : body) {
      if (!STRICT.matcher(line).matches()
          && !SHARE.matcher(line).matches()
          && !WRED.matcher(line).matches()) {
        throw new DeviceException(
            DeviceException.Kind.UNSUPPORTED,
            "queuing class "
                + Shown.of(name)
                + " has '"
                + Shown.of(line)
                + "', which cannot be taken over");
      }
    }
  }

  /** Two strict queues have two levels; 1 goes first (Cisco's guide: 1 to 8). */
  private static int freeLevel(Map<String, List<String>> classes) {
    int level = 1;
    while (taken(classes, level)) {
      level++;
    }
    return level;
  }

  private static boolean taken(Map<String, List<String>> classes, int level) {
    return classes.values().stream()
        .flatMap(List::stream)
        .anyMatch(line ->
            line.equals("priority level " + level) || (level == 1 && line.equals("priority")));
  }

  private static String selection(Ets ets, int queue, int level) {
    return switch (ets.selection().get(queue)) {
      case STRICT -> "priority level " + level;
      case ETS -> "bandwidth remaining percent " + ets.bandwidthPercent().get(queue);
      case CREDIT_SHAPER, VENDOR ->
          throw new DeviceException(
              DeviceException.Kind.UNSUPPORTED,
              "ets tc" + queue + "=" + ets.selection().get(queue).word() + ": strict or a share");
    };
  }

  private static String line(Ecn.Marking mark) {
    boolean thousands = mark.minBytes() % 1000 == 0 && mark.maxBytes() % 1000 == 0;
    String unit = thousands ? " kbytes" : " bytes";
    long by = thousands ? 1000 : 1;
    return "random-detect minimum-threshold "
        + mark.minBytes() / by
        + unit
        + " maximum-threshold "
        + mark.maxBytes() / by
        + unit
        + " drop-probability "
        + mark.probabilityPercent()
        + " weight 0 ecn";
  }
}
