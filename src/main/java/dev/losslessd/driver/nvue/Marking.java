package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  static final List<String> PATHS = List.of("qos congestion-control " + Tree.GLOBAL);

  private Marking() {}

  /**
   * Returns the marking of a port, or without a port of those that have no profile of their own:
   * what is set if rounding explains what runs; else what runs, and nothing if that is not exact.
   * The note tells what runs instead of the value.
   */
  static Reading.Value ecn(NvueSnapshot now, String port) {
    Running runs = now.running(port, KIND);
    String profile = Tree.profile(now.config(), KIND, port);
    List<Integer> classes = Scheduling.classes(now, port);
    Map<Priority, MarkingClass> rows = rows(now, runs, profile, classes);
    OptionalLong step =
        BufferCells.step(rows.values().stream().flatMap(MarkingClass::pairs).toList());
    Ecn set = ecn(rows, MarkingClass::set);
    if (step.isEmpty() || !rows.values().stream().allMatch(MarkingClass::hasItsProbability)) {
      return new Reading.Value(
          ecn(rows, row -> row.exact(runs)), "", "not what is set: " + set.text());
    }
    Ecn inForce = ecn(rows, row -> row.rounded(step.getAsLong()));
    return new Reading.Value(
        set,
        "",
        inForce.equals(set)
            ? ""
            : "runs as " + inForce.text() + ", in steps of " + step.getAsLong() + " B");
  }

  private static Map<Priority, MarkingClass> rows(
      NvueSnapshot now, Running runs, String profile, List<Integer> classes) {
    Map<Priority, MarkingClass> rows = new TreeMap<>();
    for (String tc : runs.shown().names(CLASS)) {
      OptionalInt priority = priority(classes, tc);
      if (runs.isOn(CLASS, tc, "ecn") && priority.isPresent()) {
        rows.put(Priority.of(priority.getAsInt()), row(now, runs, profile, tc));
      }
    }
    return rows;
  }

  private static Ecn ecn(
      Map<Priority, MarkingClass> rows, Function<MarkingClass, Ecn.Marking> part) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    rows.forEach((priority, row) -> marks.put(priority, part.apply(row)));
    return Ecn.of(marks);
  }

  /**
   * One class as it is set and as it runs. Set is what the configuration has if it is there; else
   * what the profile shows; else what runs itself. From 5.17 on a class may mark by percent of the
   * buffer, and then no byte counts.
   */
  private static MarkingClass row(NvueSnapshot now, Running runs, String profile, String tc) {
    if (runs.text(CLASS, tc, "mode").filter("relative"::equals).isPresent()) {
      throw DeviceException.unsupported(
          ("%s traffic class %s marks in mode relative, by percent of its buffer: its thresholds in"
                  + " bytes are not in force")
              .formatted(runs.port(), tc));
    }
    Bytes min = runs.bytes(CLASS, tc, "min-threshold");
    Bytes max = runs.bytes(CLASS, tc, "max-threshold");
    int probability = runs.percent(CLASS, tc, "probability");
    Ecn.Marking set =
        new Ecn.Marking(
            threshold(now, profile, tc, "min-threshold", min),
            threshold(now, profile, tc, "max-threshold", max),
            now.config()
                .text("qos", KIND, profile, CLASS, tc, "probability")
                .filter(Tree::isPercent)
                .map(Integer::valueOf)
                .orElse(probability));
    return new MarkingClass(set, min, max, probability);
  }

  private record MarkingClass(Ecn.Marking set, Bytes min, Bytes max, int probability) {
    Stream<BufferCells.Pair> pairs() {
      return Stream.of(
          new BufferCells.Pair(set.minBytes(), min), new BufferCells.Pair(set.maxBytes(), max));
    }

    boolean hasItsProbability() {
      return set.probabilityPercent() == probability;
    }

    Ecn.Marking rounded(long step) {
      return new Ecn.Marking(
          BufferCells.up(set.minBytes(), step), BufferCells.up(set.maxBytes(), step), probability);
    }

    /** Nearest bytes of what is shown: a value only for comparing, it is not what was set. */
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

  private static long threshold(
      NvueSnapshot now, String profile, String tc, String name, Bytes running) {
    Optional<String> set = now.config().text("qos", KIND, profile, CLASS, tc, name);
    return (profile.equals(Tree.GLOBAL)
            ? set.or(() -> now.global(KIND).text(CLASS, tc, name))
            : set)
        .flatMap(Bytes::parse)
        .filter(Bytes::isExact)
        .or(() -> Optional.of(running).filter(Bytes::isExact))
        .orElseThrow(() ->
            DeviceException.garbled(
                "ECN " + name + " of traffic class " + tc + ": the switch shows no exact bytes"))
        .least();
  }

  static void requireProbability(Ecn wanted) {
    if (wanted.marking().values().stream().anyMatch(one -> one.probabilityPercent() == 0)) {
      throw DeviceException.refused("ECN probability 0% is outside 1..100 on this switch");
    }
  }

  static void ecn(Draft draft, Ecn wanted) {
    requireProbability(wanted);
    Node tree = draft.tree();
    List<Integer> classes = Scheduling.classes(draft.now(), tree);
    Map<String, Ecn.Marking> byClass = new TreeMap<>();
    wanted
        .marking()
        .forEach((priority, marking) -> {
          Ecn.Marking other = byClass.put("" + classes.get(priority.value()), marking);
          if (other != null && !other.equals(marking)) {
            throw DeviceException.refused(
                "ecn %s: two of these priorities share traffic class %s"
                    .formatted(wanted.text(), classes.get(priority.value())));
          }
        });
    byClass.forEach((tc, marking) -> {
      String at = "qos " + KIND + " " + Tree.GLOBAL + " " + CLASS + " " + tc;
      draft.turnOn(at + " ecn");
      tree.set("" + marking.minBytes(), at, "min-threshold");
      tree.set("" + marking.maxBytes(), at, "max-threshold");
      tree.set("" + marking.probabilityPercent(), at, "probability");
    });
    for (String tc : marking(draft.now(), tree)) {
      if (!byClass.containsKey(tc)) {
        tree.set(draft.release().word(false), "qos", KIND, Tree.GLOBAL, CLASS, tc, "ecn");
      }
    }
  }

  /** Classes that mark: by the tree where it says so, else as it runs. */
  private static List<String> marking(NvueSnapshot now, Node tree) {
    Running runs = now.running("", KIND);
    return IntStream.range(0, Priority.COUNT)
        .mapToObj(String::valueOf)
        .filter(tc ->
            tree.text("qos", KIND, Tree.GLOBAL, CLASS, tc, "ecn")
                .flatMap(Switch::read)
                .orElse(runs.shown().has(CLASS, tc) && runs.isOn(CLASS, tc, "ecn")))
        .toList();
  }
}
