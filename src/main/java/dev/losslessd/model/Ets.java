package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Enhanced transmission selection of a port (802.1Qaz).
 *
 * @param selection how traffic class n is scheduled; 8 entries
 * @param bandwidthPercent share of traffic class n; 8 entries of 0..100, the ETS ones sum to 100,
 *     the others are 0
 * @param classOfPriority traffic class 0..7 of priority n; 8 entries
 */
public record Ets(
    List<Selection> selection, List<Integer> bandwidthPercent, List<Integer> classOfPriority)
    implements NicSetting, SwitchSetting {

  /** Transmission selection algorithm; the code is 802.1Qaz's and dcbnl's. */
  public enum Selection {
    STRICT(0),
    CREDIT_SHAPER(1),
    ETS(2),
    VENDOR(255);

    private final int code;

    Selection(int code) {
      this.code = code;
    }

    /** Number in 802.1Qaz and dcbnl. */
    public int code() {
      return code;
    }

    public String word() {
      return this == CREDIT_SHAPER ? "cb-shaper" : Worded.of(this);
    }

    /**
     * @throws IllegalArgumentException for a code that 802.1Qaz does not define
     */
    public static Selection ofCode(int code) {
      for (Selection one : values()) {
        if (one.code == code) {
          return one;
        }
      }
      throw new IllegalArgumentException("transmission selection " + code + ": expected 0 1 2 255");
    }
  }

  private static final FieldType.Whole<Integer> SHARE = FieldType.whole("ETS share", 0, 100);
  private static final FieldType.Whole<Integer> CLASS = FieldType.whole("traffic class", 0, 7);

  static final SettingShape<Ets> SHAPE =
      SettingShape.of(
          Ets.class,
          FieldType.struct(
              Ets::of,
              field(
                  "classes",
                  new FieldType.Row<>(TrafficClass.TYPE, "", "tc", false),
                  Ets::classes,
                  "how each traffic class is scheduled"),
              field(
                  "classOfPriority",
                  new FieldType.Row<>(CLASS, "prio-tc", "", false),
                  Ets::classOfPriority,
                  "traffic class of each priority")),
          "ets tc0=50% tc1=50% tc2=strict ... tc7=strict prio-tc=0,0,0,1,0,0,2,0");

  /** One traffic class, as JSON and the command line have it. */
  private record TrafficClass(Selection selection, int percent) {
    private static final FieldType.Struct<TrafficClass> TYPE =
        FieldType.struct(
                TrafficClass::new,
                field(
                    "selection",
                    FieldType.choice(Selection.values(), Selection::word),
                    TrafficClass::selection,
                    "scheduling"),
                field("bandwidthPercent", SHARE, TrafficClass::percent, "0 where it has no share"))
            .written(TrafficClass::text, TrafficClass::parse);

    String text() {
      return selection == Selection.ETS ? percent + "%" : selection.word();
    }

    private static TrafficClass parse(String text) {
      if (Pattern.matches("\\d{1,3}%", text)) {
        return new TrafficClass(
            Selection.ETS, Integer.parseInt(text.substring(0, text.length() - 1)));
      }
      List<Selection> others =
          Stream.of(Selection.values()).filter(one -> one != Selection.ETS).toList();
      for (Selection one : others) {
        if (one.word().equals(text)) {
          return new TrafficClass(one, 0);
        }
      }
      throw new IllegalArgumentException(
          "'%s': expected a share like 50%%, or %s"
              .formatted(
                  text, others.stream().map(Selection::word).collect(Collectors.joining(", "))));
    }
  }

  public Ets {
    selection = List.copyOf(selection);
    bandwidthPercent = List.copyOf(bandwidthPercent);
    classOfPriority = List.copyOf(classOfPriority);
    if (selection.size() != 8 || bandwidthPercent.size() != 8 || classOfPriority.size() != 8) {
      throw new IllegalArgumentException("ETS needs 8 selections, 8 shares and 8 classes");
    }
    bandwidthPercent.forEach(SHARE::require);
    classOfPriority.forEach(CLASS::require);
  }

  private static Ets of(List<TrafficClass> classes, List<Integer> classOfPriority) {
    return new Ets(
        classes.stream().map(TrafficClass::selection).toList(),
        classes.stream().map(TrafficClass::percent).toList(),
        classOfPriority);
  }

  private List<TrafficClass> classes() {
    return IntStream.range(0, 8)
        .mapToObj(tc -> new TrafficClass(selection.get(tc), bandwidthPercent.get(tc)))
        .toList();
  }

  /** Returns a schedule in which only the classes that share have the share that is given. */
  public static Ets sharing(
      List<Selection> selection, List<Integer> shares, List<Integer> classOfPriority) {
    List<Integer> told =
        IntStream.range(0, shares.size())
            .mapToObj(tc -> selection.get(tc) == Selection.ETS ? shares.get(tc) : 0)
            .toList();
    return new Ets(selection, told, classOfPriority);
  }

  /** A class of its own for each of these priorities, class 0 for the others, and even shares. */
  public static Ets even(PrioritySet own) {
    List<Selection> selection = new ArrayList<>(Collections.nCopies(8, Selection.STRICT));
    List<Integer> share = new ArrayList<>(Collections.nCopies(8, 0));
    List<Integer> classOf = new ArrayList<>(Collections.nCopies(8, 0));
    int classes = 0;
    for (Priority one : own.priorities()) {
      boolean lastOfAll = own.size() == 8 && one.value() == 7;
      classOf.set(one.value(), lastOfAll ? 0 : ++classes);
    }
    for (int tc = 0; tc <= classes; tc++) {
      selection.set(tc, Selection.ETS);
      share.set(tc, 100 / (classes + 1) + (tc < 100 % (classes + 1) ? 1 : 0));
    }
    return new Ets(selection, share, classOf);
  }

  /** Sum of the shares of the classes that are scheduled by ETS. */
  public int sharedPercent() {
    int sum = 0;
    for (int tc = 0; tc < 8; tc++) {
      sum += selection.get(tc) == Selection.ETS ? bandwidthPercent.get(tc) : 0;
    }
    return sum;
  }

  /** Whether any class is scheduled by ETS. */
  public boolean shares() {
    return selection.contains(Selection.ETS);
  }
}
