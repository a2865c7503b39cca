package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Congestion control of all ports. NVUE has it by traffic class, and the setting by priority: that
 * of the same number if it is in the class, else the first that is.
 *
 * <p>A switch keeps a threshold in steps of its packet memory. What was set is the value, as long
 * as what runs is exactly that rounded up, by one step for all thresholds.
 */
final class Marking {
  private static final String KIND = "congestion-control";
  private static final String CLASS = "traffic-class";

  static final List<List<String>> PATHS = List.of(List.of("qos", KIND, Tree.GLOBAL));

  private Marking() {}

  static Reading.Value ecn(NvueSnapshot now) {
    Running runs = now.running(KIND);
    List<Integer> classes = Scheduling.classes(now);
    TreeMap<Priority, Ecn.Marking> marks = new TreeMap<>();
    TreeMap<Priority, Row> rows = new TreeMap<>();
    List<BufferCells.Pair> pairs = new ArrayList<>();
    for (String tc : runs.shown().names(CLASS)) {
      OptionalInt priority = priority(classes, tc);
      if (runs.isOn(CLASS, tc, "ecn") && priority.isPresent()) {
        Priority of = Priority.of(priority.getAsInt());
        Row running = Row.of(runs, tc);
        Ecn.Marking set = set(now, tc, running);
        pairs.add(new BufferCells.Pair(set.minBytes(), running.min()));
        pairs.add(new BufferCells.Pair(set.maxBytes(), running.max()));
        marks.put(of, set);
        rows.put(of, running);
      }
    }
    return value(runs, marks, rows, pairs);
  }

  /**
   * Returns what is set if rounding explains what runs; else what runs, and nothing if that is not
   * exact. The note tells what runs instead of the value.
   */
  private static Reading.Value value(
      Running runs,
      Map<Priority, Ecn.Marking> marks,
      Map<Priority, Row> rows,
      List<BufferCells.Pair> pairs) {
    var step = BufferCells.step(pairs);
    if (step.isPresent()) {
      TreeMap<Priority, Ecn.Marking> rounded = new TreeMap<>();
      marks.forEach((priority, set) ->
          rounded.put(
              priority,
              new Ecn.Marking(
                  BufferCells.up(set.minBytes(), step.getAsLong()),
                  BufferCells.up(set.maxBytes(), step.getAsLong()),
                  rows.getOrDefault(priority, Row.NONE).probability())));
      boolean probabilities =
          marks.entrySet().stream()
              .allMatch(one ->
                  one.getValue().probabilityPercent()
                      == rows.getOrDefault(one.getKey(), Row.NONE).probability());
      if (probabilities) {
        Ecn inForce = Ecn.of(rounded);
        Ecn set = Ecn.of(marks);
        String note =
            inForce.equals(set)
                ? ""
                : "runs as " + inForce.text() + ", in steps of " + step.getAsLong() + " B";
        return new Reading.Value(set, "", note);
      }
    }
    TreeMap<Priority, Ecn.Marking> running = new TreeMap<>();
    rows.forEach((priority, row) -> running.put(priority, row.exact(runs)));
    return new Reading.Value(Ecn.of(running), "", "not what is set: " + Ecn.of(marks).text());
  }

  /** One class as it runs. */
  private record Row(Bytes min, Bytes max, int probability) {
    static final Row NONE = new Row(Bytes.exact(0), Bytes.exact(0), 0);

    /** From 5.17 on a class may mark by percent of the buffer, and then no byte counts. */
    static Row of(Running runs, String tc) {
      if (runs.text(CLASS, tc, "mode").filter("relative"::equals).isPresent()) {
        throw DeviceException.unsupported(
            runs.port()
                + " traffic class "
                + tc
                + " marks in mode relative, by percent of its buffer: its thresholds in bytes are"
                + " not in force");
      }
      return new Row(
          runs.bytes(CLASS, tc, "min-threshold"),
          runs.bytes(CLASS, tc, "max-threshold"),
          runs.percent(CLASS, tc, "probability"));
    }

    /**
     * Nearest bytes of what is shown: an honest value only for comparing, it is not what was set.
     */
    Ecn.Marking exact(Running runs) {
      if (!min.isExact() || !max.isExact()) {
        throw runs.garbled(min + ".." + max, "thresholds that are what was set, or exact bytes");
      }
      return new Ecn.Marking(min.least(), max.least(), probability);
    }
  }

  private static OptionalInt priority(List<Integer> classes, String tc) {
    if (!Tree.isPriority(tc)) {
      return OptionalInt.empty();
    }
    int number = Integer.parseInt(tc);
    return classes.get(number) == number
        ? OptionalInt.of(number)
        : IntStream.range(0, Priority.COUNT).filter(n -> classes.get(n) == number).findFirst();
  }

  /** The configuration's if it is there; else what the profile shows; else what runs itself. */
  private static Ecn.Marking set(NvueSnapshot now, String tc, Row running) {
    Node tree = now.config();
    return new Ecn.Marking(
        threshold(now, tree, tc, "min-threshold", running.min()),
        threshold(now, tree, tc, "max-threshold", running.max()),
        tree.text("qos", KIND, Tree.GLOBAL, CLASS, tc, "probability")
            .filter(Tree::isPercent)
            .map(Integer::valueOf)
            .orElse(running.probability()));
  }

  private static long threshold(
      NvueSnapshot now, Node tree, String tc, String name, Bytes running) {
    return tree.text("qos", KIND, Tree.GLOBAL, CLASS, tc, name)
        .or(() -> now.global(KIND).text(CLASS, tc, name))
        .flatMap(Bytes::parse)
        .filter(Bytes::isExact)
        .or(() -> Optional.of(running).filter(Bytes::isExact))
        .orElseThrow(() ->
            DeviceException.garbled(
                "ECN " + name + " of traffic class " + tc + ": the switch shows no exact bytes"))
        .least();
  }

  static void ecn(Draft draft, Ecn wanted) {
    Node tree = draft.tree();
    List<Integer> classes = Scheduling.classes(draft.now(), tree);
    Map<String, Ecn.Marking> byClass = new TreeMap<>();
    wanted
        .marking()
        .forEach((priority, marking) -> {
          Ecn.Marking other = byClass.put("" + classes.get(priority.value()), marking);
          if (other != null && !other.equals(marking)) {
            throw DeviceException.refused(
                "ecn "
                    + wanted.text()
                    + ": two of these priorities share traffic class "
                    + classes.get(priority.value()));
          }
        });
    byClass.forEach((tc, marking) -> mark(tree, tc, marking, draft.release()));
    for (String tc : marking(draft.now(), tree)) {
      if (!byClass.containsKey(tc)) {
        tree.set(draft.release().word(false), "qos", KIND, Tree.GLOBAL, CLASS, tc, "ecn");
      }
    }
  }

  private static void mark(Node tree, String tc, Ecn.Marking marking, Release release) {
    if (marking.probabilityPercent() == 0) {
      throw DeviceException.refused("ECN probability 0% is outside 1..100 on this switch");
    }
    state(tree, tc, release);
    tree.set("" + marking.minBytes(), "qos", KIND, Tree.GLOBAL, CLASS, tc, "min-threshold");
    tree.set("" + marking.maxBytes(), "qos", KIND, Tree.GLOBAL, CLASS, tc, "max-threshold");
    tree.set("" + marking.probabilityPercent(), "qos", KIND, Tree.GLOBAL, CLASS, tc, "probability");
  }

  private static void state(Node tree, String tc, Release release) {
    String[] at = {"qos", KIND, Tree.GLOBAL, CLASS, tc, "ecn"};
    if (!tree.text(at).flatMap(Switch::read).orElse(false)) {
      tree.set(release.word(true), at);
    }
  }

  /** Classes that mark: by the tree where it says so, else as it runs. */
  private static List<String> marking(NvueSnapshot now, Node tree) {
    Running runs = now.running(KIND);
    List<String> marking = new ArrayList<>();
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      String name = "" + tc;
      boolean runsIt = runs.shown().at(CLASS, name).isPresent() && runs.isOn(CLASS, name, "ecn");
      if (tree.text("qos", KIND, Tree.GLOBAL, CLASS, name, "ecn")
          .flatMap(Switch::read)
          .orElse(runsIt)) {
        marking.add(name);
      }
    }
    return marking;
  }
}
