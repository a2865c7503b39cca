package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

  /** Marks at thresholds that are not in bytes, or not printed. */
  private static final Pattern OTHER_WRED =
      Pattern.compile(
          "random-detect(?: minimum-threshold (?:percent )?\\d{1,9}(?: [a-z]+)?"
              + " maximum-threshold (?:percent )?\\d{1,9}(?: [a-z]+)?"
              + "(?: drop-probability \\d{1,3})?(?: weight \\d{1,2})?"
              + "| threshold [a-z-]+-optimized)? ecn");

  /** The one form without numbers whose line is known as a whole. */
  private static final String BURST = "random-detect threshold burst-optimized ecn";

  /** The class of all that no other class has. */
  private static final String ALL_ELSE = "class-default";

  private Queuing() {}

  /**
   * Without a policy of its own the switch runs default-8q-out-policy, or default-out-policy, which
   * the running configuration does not show: the last queue strict, all bandwidth to queue 0.
   * Unverified: taken from Cisco's guide, not from a device.
   */
  static Map<Integer, List<String>> systemDefault(Family family) {
    Map<Integer, List<String>> classes = new LinkedHashMap<>();
    int last = family.queues - 1;
    classes.put(last, List.of("priority level 1"));
    for (int queue = last - 1; queue >= 1; queue--) {
      classes.put(queue, List.of("bandwidth remaining percent 0"));
    }
    classes.put(0, List.of("bandwidth remaining percent 100"));
    return classes;
  }

  /** A class that the policy has not is a queue without a share. */
  static Ets parseShares(String policy, Family family, Map<Integer, List<String>> classes) {
    List<Ets.Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    if (classes.isEmpty()) {
      throw garbled(policy, "classes with 'priority' or 'bandwidth'");
    }
    for (int queue = 0; queue < 8; queue++) {
      String name = family.queueClass(queue);
      String line =
          scheduling(classes.getOrDefault(queue, List.of("bandwidth percent 0")))
              .orElseThrow(
                  () -> garbled(policy, "'priority' or 'bandwidth percent' in class " + name));
      Matcher percent = SHARE.matcher(line);
      boolean shares = percent.matches();
      selection.add(shares ? Ets.Selection.ETS : Ets.Selection.STRICT);
      share.add(shares ? percent(percent.group(1), line) : 0);
    }
    return new Ets(selection, share, family.queueOfPriority());
  }

  /**
   * The one line that schedules; a strict queue may say beside it that it has no share.
   *
   * @throws DeviceException GARBLED for a line that schedules in another form
   */
  private static Optional<String> scheduling(List<String> body) {
    body.stream()
        .filter(line -> Pattern.matches("(?:bandwidth|priority)\\b.*", line) && !schedules(line))
        .findFirst()
        .ifPresent(line -> {
          throw garbled(line, "'priority level N' or 'bandwidth remaining percent N'");
        });
    List<String> lines =
        body.stream()
            .filter(Queuing::schedules)
            .filter(line -> !(isNothing(line) && body.stream().anyMatch(Queuing::isStrict)))
            .toList();
    return lines.size() == 1 ? Optional.of(lines.getFirst()) : Optional.empty();
  }

  private static boolean isStrict(String line) {
    return STRICT.matcher(line).matches();
  }

  private static boolean isNothing(String line) {
    Matcher share = SHARE.matcher(line);
    return share.matches() && Integer.parseInt(share.group(1)) == 0;
  }

  private static boolean schedules(String line) {
    return isStrict(line) || SHARE.matcher(line).matches();
  }

  /**
   * Classes by the number of their queue: that of a class of the operator's own is the group that
   * its class-map matches, and {@code class-default} is queue 0.
   *
   * @throws DeviceException UNSUPPORTED for one whose queue nothing tells
   */
  static Map<Integer, List<String>> byQueue(ConfigTree config, Map<String, List<String>> classes) {
    Map<Integer, List<String>> all = new LinkedHashMap<>();
    classes.forEach((name, body) -> {
      Integer queue =
          queueOf(config, name)
              .orElseThrow(() ->
                  DeviceException.unsupported(
                      "queuing class %s%s, and no class-map of that name matches one qos-group of 0..7"
                          .formatted(
                              PrintableText.brief(name), marks(body) ? " marks" : " has a share")));
      if (all.put(queue, body) != null) {
        throw DeviceException.unsupported(
            "queuing class " + PrintableText.brief(name) + " is not the only one of its queue");
      }
    });
    return all;
  }

  /** Classes that mark, as {@link #byQueue}. */
  static Map<Integer, List<String>> marks(ConfigTree config, Map<String, List<String>> classes) {
    Map<String, List<String>> marking = new LinkedHashMap<>(classes);
    marking.values().removeIf(body -> !marks(body));
    return byQueue(config, marking);
  }

  private static boolean marks(List<String> body) {
    return body.stream().anyMatch(Queuing::isMarking);
  }

  private static Optional<Integer> queueOf(ConfigTree config, String name) {
    if (name.equals(ALL_ELSE)) {
      return Optional.of(0);
    }
    String groups =
        RunningConfig.classMaps(config, "queuing", name).stream()
            .flatMap(map -> map.after("match qos-group ").stream())
            .collect(Collectors.joining(" "));
    return Family.builtIn(name)
        .or(() ->
            Optional.of(groups)
                .filter(group -> Pattern.matches("[0-7]", group))
                .map(Integer::valueOf));
  }

  private static boolean isMarking(String line) {
    return isAfd(line) || (line.startsWith("random-detect ") && line.endsWith(" ecn"));
  }

  /** Approximate fair discard marks at a fair rate of each flow, which is no threshold in bytes. */
  private static boolean isAfd(String line) {
    return line.startsWith("afd ") && line.endsWith(" ecn");
  }

  static Ecn parseMarking(Map<Integer, List<String>> classes) {
    Map<Priority, Ecn.Marking> marking = new TreeMap<>();
    classes.forEach((queue, body) ->
        body.stream()
            .filter(Queuing::isMarking)
            .forEach(line -> marking.put(Priority.of(queue), marking(line))));
    return Ecn.of(marking);
  }

  /**
   * Marks of a line; their thresholds are unknown unless it has both, in bytes.
   *
   * @throws DeviceException GARBLED for a line of an unknown form
   */
  private static Ecn.Marking marking(String line) {
    Matcher wred = WRED.matcher(line);
    if (isAfd(line) || (!wred.matches() && OTHER_WRED.matcher(line).matches())) {
      return Ecn.Marking.UNTOLD;
    }
    if (!wred.matches()) {
      throw garbled(line, "thresholds in bytes, kbytes or mbytes, probability, weight");
    }
    long min = bytes(wred.group(1), wred.group(2));
    long max = bytes(wred.group(3), wred.group(4));
    if (max < min) {
      throw garbled(line, "minimum-threshold <= maximum-threshold");
    }
    return new Ecn.Marking(min, max, percent(wred.group(5), line));
  }

  /**
   * Unverified: a kbyte is 1000 bytes here; Cisco's guides do not say, 1024 would be 2.4 % more.
   */
  private static long bytes(String number, String unit) {
    long each = unit.equals("kbytes") ? 1_000 : unit.equals("mbytes") ? 1_000_000 : 1;
    return Long.parseLong(number) * each;
  }

  private static int percent(String digits, String line) {
    return NumberRanges.number(digits, 100, () -> garbled(line, "0..100 percent"));
  }

  /** Returns the classes with other shares and marks; lines that already say so stay. */
  static Map<Integer, List<String>> with(
      Family family, Map<Integer, List<String>> classes, Ets shares, Ecn marks) {
    requireQueues(family, shares, marks);
    Ets hadShares = parseShares("the policy", family, classes);
    Ecn hadMarks = parseMarking(classes);
    Map<Integer, List<String>> all = new LinkedHashMap<>(classes);
    for (int queue = 0; queue < family.queues; queue++) {
      List<String> body = new ArrayList<>(all.getOrDefault(queue, List.of()));
      requireCopyable(family.queueClass(queue), body);
      if (!selection(hadShares, queue, 1).equals(selection(shares, queue, 1))) {
        body.removeIf(Queuing::schedules);
        body.addFirst(selection(shares, queue, freeLevel(all)));
      }
      Ecn.Marking mark = marks.marking().get(Priority.of(queue));
      Ecn.Marking had = hadMarks.marking().get(Priority.of(queue));
      if (mark == null ? had != null : !mark.equals(had)) {
        body.removeIf(line -> line.startsWith("random-detect "));
        Optional.ofNullable(mark).map(Queuing::line).ifPresent(body::add);
      }
      if (!body.isEmpty()) {
        all.put(queue, body);
      }
    }
    return all;
  }

  private static void requireQueues(Family family, Ets shares, Ecn marks) {
    if (!shares.classOfPriority().equals(family.queueOfPriority())) {
      throw DeviceException.unsupported(
          "ets prio-tc=%s: on this switch the queues of priorities 0..7 are %s"
              .formatted(shares.classOfPriority(), family.queueOfPriority()));
    }
    for (int queue = family.queues; queue < 8; queue++) {
      if (shares.selection().get(queue) != Ets.Selection.ETS
          || shares.bandwidthPercent().get(queue) != 0
          || marks.marking().containsKey(Priority.of(queue))) {
        throw DeviceException.unsupported(
            "queue " + queue + ": this switch has queues 0.." + (family.queues - 1));
      }
    }
  }

  /**
   * A class of the operator's own is not taken over, and none is made up.
   *
   * @throws DeviceException UNSUPPORTED for a policy that has one, or lacks that of a queue
   */
  static void requireEveryQueue(Family family, QosPolicy policy) {
    for (int queue = 0; queue < family.queues; queue++) {
      if (!policy.classes().containsKey(family.queueClass(queue))) {
        throw DeviceException.unsupported(
            "policy %s: expected class %s"
                .formatted(PrintableText.brief(policy.name()), family.queueClass(queue)));
      }
    }
    for (String name : policy.classes().keySet()) {
      if (Family.builtIn(name).isEmpty()) {
        throw DeviceException.unsupported(
            "%s has queuing class %s, expected the switch's own"
                .formatted(PrintableText.brief(policy.name()), PrintableText.brief(name)));
      }
    }
  }

  private static void requireCopyable(String name, List<String> body) {
    for (String line : body) {
      if (!schedules(line) && !WRED.matcher(line).matches() && !line.equals(BURST)) {
        throw QosPolicy.notTakenOver("queuing", name, line);
      }
    }
  }

  /** Two strict queues have two levels; 1 goes first (Cisco's guide: 1 to 8). */
  private static int freeLevel(Map<Integer, List<String>> classes) {
    Set<String> lines = classes.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    int level = lines.contains("priority") ? 2 : 1;
    while (lines.contains("priority level " + level)) {
      level++;
    }
    return level;
  }

  private static String selection(Ets ets, int queue, int level) {
    return switch (ets.selection().get(queue)) {
      case STRICT -> "priority level " + level;
      case ETS -> "bandwidth remaining percent " + ets.bandwidthPercent().get(queue);
      case CREDIT_SHAPER, VENDOR ->
          throw DeviceException.unsupported(
              "ets tc" + queue + "=" + ets.selection().get(queue).word() + ": strict or a share");
    };
  }

  private static String line(Ecn.Marking mark) {
    if (!mark.isTold()) {
      return BURST;
    }
    boolean thousands = mark.minBytes() % 1000 == 0 && mark.maxBytes() % 1000 == 0;
    String unit = thousands ? " kbytes" : " bytes";
    long by = thousands ? 1000 : 1;
    return ("random-detect minimum-threshold %s%s maximum-threshold %s%s drop-probability %s"
            + " weight 0 ecn")
        .formatted(
            mark.minBytes() / by, unit, mark.maxBytes() / by, unit, mark.probabilityPercent());
  }
}
