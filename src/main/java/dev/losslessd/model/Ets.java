package dev.losslessd.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

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
    implements Setting {

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

    public int code() {
      return code;
    }

    public String word() {
      return this == CREDIT_SHAPER ? "cb-shaper" : name().toLowerCase(Locale.ROOT);
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

  public Ets {
    selection = List.copyOf(selection);
    bandwidthPercent = List.copyOf(bandwidthPercent);
    classOfPriority = List.copyOf(classOfPriority);
    if (selection.size() != 8 || bandwidthPercent.size() != 8 || classOfPriority.size() != 8) {
      throw new IllegalArgumentException("ETS needs 8 selections, 8 shares and 8 classes");
    }
    for (int share : bandwidthPercent) {
      if (share < 0 || share > 100) {
        throw new IllegalArgumentException("ETS share " + share + "% is outside 0..100");
      }
    }
    for (int tc : classOfPriority) {
      if (tc < 0 || tc > 7) {
        throw new IllegalArgumentException("traffic class " + tc + " is outside 0..7");
      }
    }
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

  @Override
  public SettingKind kind() {
    return SettingKind.ETS;
  }

  @Override
  public String text() {
    StringJoiner text = new StringJoiner(" ");
    for (int tc = 0; tc < 8; tc++) {
      String share =
          selection.get(tc) == Selection.ETS
              ? bandwidthPercent.get(tc) + "%"
              : selection.get(tc).word();
      text.add("tc" + tc + "=" + share);
    }
    return text
        + " prio-tc="
        + String.join(",", classOfPriority.stream().map(String::valueOf).toList());
  }
}
