package dev.losslessd.topology;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.topology.LinkContract.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the contract of a link from what both ends say. */
public final class Contracts {
  private Contracts() {}

  /**
   * Where both ends tell that PFC is off and nothing lossless is wanted there is nothing to hold
   * but that: the other checks are about lossless traffic and are left out.
   *
   * @param a the end that the link names first
   * @param wanted priorities that the intent wants lossless at either end
   */
  public static LinkContract of(Link link, End a, End b, PrioritySet wanted) {
    Ends ends = new Ends(a, b, wanted);
    if (ends.silent().isPresent()) {
      return new LinkContract(link, List.of(ends.unseen()));
    }
    List<Check> checks = new ArrayList<>(List.of(pfc(ends)));
    if (!ends.nothingLossless()) {
      checks.addAll(List.of(dscp(ends), SwitchChecks.trust(ends)));
      if (ends.anySwitch()) {
        checks.addAll(List.of(SwitchChecks.lossless(ends), SwitchChecks.ecn(ends)));
      }
      checks.addAll(List.of(mtu(ends), globalPause(ends)));
    }
    return new LinkContract(link, checks);
  }

  private static Check pfc(Ends ends) {
    return ends.judged(SettingKind.PFC, Pfc.class, pfc -> whyNot(pfc, ends.wanted()));
  }

  private static String whyNot(Ends.Values<Pfc> pfc, PrioritySet wanted) {
    if (!pfc.a().equals(pfc.b())) {
      return "PFC is on for other priorities at each end; the end without it drops";
    }
    int missing = wanted.mask() & ~pfc.a().lossless().mask();
    return missing == 0
        ? ""
        : "both ends agree, but priority " + new PrioritySet(missing) + " is wanted lossless";
  }

  /**
   * A code point that one end puts into a lossless priority must land there at the other end too.
   * DSCP 26 on a switch's stock map often does not.
   */
  private static Check dscp(Ends ends) {
    return ends.judged(
        SettingKind.DSCP_MAP, DscpMap.class, maps -> differ(ends, maps.a(), maps.b()));
  }

  private static String differ(Ends ends, DscpMap atA, DscpMap atB) {
    List<String> differ = new ArrayList<>();
    for (Dscp dscp : differing(ends, atA, atB)) {
      Priority inA = atA.entries().get(dscp);
      Priority inB = atB.entries().get(dscp);
      differ.add(
          "DSCP %s is priority %s and %s%s%s"
              .formatted(dscp, text(inA), text(inB), lossy(ends.a(), inA), lossy(ends.b(), inB)));
    }
    return String.join("; ", differ);
  }

  /** Code points of lossless priorities that the two ends put into different classes. */
  static List<Dscp> differing(Ends ends, DscpMap atA, DscpMap atB) {
    TreeSet<Dscp> points = new TreeSet<>();
    addLossless(points, ends.a(), atA);
    addLossless(points, ends.b(), atB);
    points.removeIf(dscp -> {
      Priority inA = atA.entries().get(dscp);
      Priority inB = atB.entries().get(dscp);
      return (inA != null && inA.equals(inB))
          || surplus(ends.a(), atA, inA, inB)
          || surplus(ends.b(), atB, inB, inA);
    });
    return List.copyOf(points);
  }

  /**
   * A class of a switch may have more code points than the host sends: the stock map of SONiC has
   * DSCP 3 in class 3, besides those of the policy.
   */
  private static boolean surplus(
      End host, DscpMap map, @Nullable Priority here, @Nullable Priority there) {
    return !host.isSwitch() && here == null && there != null && map.entries().containsValue(there);
  }

  /** At the end that puts it elsewhere, it is dropped when buffers are full. */
  private static String lossy(End end, @Nullable Priority priority) {
    boolean drops =
        priority != null
            && end.value(SettingKind.PFC, Pfc.class)
                .filter(pfc -> !pfc.lossless().contains(priority))
                .isPresent();
    return drops ? ", which is lossy at " + end.port() : "";
  }

  private static void addLossless(TreeSet<Dscp> points, End end, DscpMap map) {
    end.value(SettingKind.PFC, Pfc.class)
        .ifPresent(pfc ->
            map.entries()
                .forEach((dscp, priority) -> {
                  if (pfc.lossless().contains(priority)) {
                    points.add(dscp);
                  }
                }));
  }

  /**
   * One end must accept what the other sends. Every driver reports bytes of IP packet ({@link
   * Mtu}), so they compare as they are.
   */
  private static Check mtu(Ends ends) {
    return ends.judged(SettingKind.MTU, Mtu.class, mtu -> tooLong(ends, mtu.a(), mtu.b()));
  }

  private static String tooLong(Ends ends, Mtu atA, Mtu atB) {
    boolean aIsShort = atA.bytes() < atB.bytes();
    End shorter = aIsShort ? ends.a() : ends.b();
    // a switch that takes more than the NIC ever sends does no harm
    boolean fine = atA.equals(atB) || (!shorter.isSwitch() && ends.other(shorter).isSwitch());
    return fine
        ? ""
        : "%s drops packets of more than %s bytes, which %s sends"
            .formatted(
                shorter.port(), Math.min(atA.bytes(), atB.bytes()), ends.other(shorter).port());
  }

  /** 802.3x pause stops every priority, also the CNPs; it has no place on a PFC link. */
  private static Check globalPause(Ends ends) {
    return ends.judged(
        SettingKind.GLOBAL_PAUSE,
        GlobalPause.class,
        pause ->
            pause.a().equals(GlobalPause.OFF) && pause.b().equals(GlobalPause.OFF)
                ? ""
                : "802.3x pause is on; it stops every priority and is not PFC");
  }

  private static String text(@Nullable Priority priority) {
    return priority == null ? "none" : priority.toString();
  }
}
