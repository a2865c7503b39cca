package dev.losslessd.topology;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.topology.LinkContract.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Makes the contract of a link from what both ends say. */
public final class Contracts {
  private Contracts() {}

  /**
   * @param a the end that the link names first
   */
  public static LinkContract of(Link link, End a, End b) {
    return new LinkContract(link, List.of(pfc(a, b), dscp(a, b), globalPause(a, b)));
  }

  private static Check pfc(End a, End b) {
    Optional<Pfc> atA = value(a, SettingKind.PFC, Pfc.class);
    Optional<Pfc> atB = value(b, SettingKind.PFC, Pfc.class);
    if (atA.isEmpty() || atB.isEmpty()) {
      return unknown("pfc", a, b, SettingKind.PFC);
    }
    boolean same = atA.equals(atB);
    return new Check(
        "pfc",
        same ? Verdict.OK : Verdict.BROKEN,
        atA.get().text(),
        atB.get().text(),
        same ? "" : "PFC is on for other priorities at each end; the end without it drops");
  }

  /**
   * A code point that one end puts into a lossless priority must land there at the other end too.
   * DSCP 26 on a switch's stock map often does not.
   */
  private static Check dscp(End a, End b) {
    Optional<DscpMap> atA = value(a, SettingKind.DSCP_MAP, DscpMap.class);
    Optional<DscpMap> atB = value(b, SettingKind.DSCP_MAP, DscpMap.class);
    if (atA.isEmpty() || atB.isEmpty()) {
      return unknown("dscp", a, b, SettingKind.DSCP_MAP);
    }
    StringBuilder differ = new StringBuilder();
    for (Dscp dscp : losslessCodePoints(a, atA.get(), b, atB.get())) {
      Priority inA = atA.get().entries().get(dscp);
      Priority inB = atB.get().entries().get(dscp);
      if (inA == null || !inA.equals(inB)) {
        differ
            .append(differ.isEmpty() ? "" : "; ")
            .append("DSCP " + dscp + " is priority " + text(inA) + " and " + text(inB));
      }
    }
    return new Check(
        "dscp",
        differ.isEmpty() ? Verdict.OK : Verdict.BROKEN,
        atA.get().text(),
        atB.get().text(),
        differ.toString());
  }

  private static TreeSet<Dscp> losslessCodePoints(End a, DscpMap atA, End b, DscpMap atB) {
    TreeSet<Dscp> points = new TreeSet<>();
    addLossless(points, a, atA);
    addLossless(points, b, atB);
    return points;
  }

  private static void addLossless(TreeSet<Dscp> points, End end, DscpMap map) {
    value(end, SettingKind.PFC, Pfc.class)
        .ifPresent(pfc ->
            map.entries()
                .forEach((dscp, priority) -> {
                  if (pfc.lossless().contains(priority)) {
                    points.add(dscp);
                  }
                }));
  }

  /** 802.3x pause stops every priority, also the CNPs; it has no place on a PFC link. */
  private static Check globalPause(End a, End b) {
    Optional<GlobalPause> atA = value(a, SettingKind.GLOBAL_PAUSE, GlobalPause.class);
    Optional<GlobalPause> atB = value(b, SettingKind.GLOBAL_PAUSE, GlobalPause.class);
    if (atA.isEmpty() || atB.isEmpty()) {
      return unknown("global-pause", a, b, SettingKind.GLOBAL_PAUSE);
    }
    boolean off = atA.get().equals(GlobalPause.OFF) && atB.get().equals(GlobalPause.OFF);
    return new Check(
        "global-pause",
        off ? Verdict.OK : Verdict.BROKEN,
        atA.get().text(),
        atB.get().text(),
        off ? "" : "802.3x pause is on; it stops every priority and is not PFC");
  }

  private static Check unknown(String name, End a, End b, SettingKind kind) {
    Reading atA = a.reading(kind);
    Reading atB = b.reading(kind);
    String silent = atA.inForce().isEmpty() ? a.port().toString() : b.port().toString();
    return new Check(
        name, Verdict.UNKNOWN, atA.text(), atB.text(), silent + " does not tell its " + name);
  }

  private static <T extends Setting> Optional<T> value(End end, SettingKind kind, Class<T> type) {
    return end.reading(kind).inForce().filter(type::isInstance).map(type::cast);
  }

  private static String text(@org.jspecify.annotations.Nullable Priority priority) {
    return priority == null ? "none" : priority.toString();
  }
}
