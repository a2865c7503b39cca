package dev.losslessd.topology;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A lossless class that one end of a link carries and the other end does not. IEEE 802.1Qbb: a
 * pause frame stops only a peer that has PFC on for the same priority.
 *
 * @param end carries the class: it has PFC on for the priority
 * @param other does not carry it
 * @param dscp code point that {@code end} puts into the class and {@code other} does not, although
 *     both have PFC on for it; empty where {@code other} has PFC off
 */
public record Gap(PortId end, PortId other, Priority priority, Optional<Dscp> dscp) {
  /**
   * Gaps of a link, by the checks {@code pfc} and {@code dscp} of {@link Contracts}. A switch port
   * that trusts the PCP has no use for its DSCP map, so its map counts as empty.
   *
   * @return none where the PFC of an end is unknown, and none about code points where a DSCP map is
   */
  public static List<Gap> of(End a, End b) {
    Ends ends = new Ends(a, b, PrioritySet.NONE);
    List<Gap> gaps = new ArrayList<>();
    if (ends.values(SettingKind.PFC, Pfc.class).isPresent()) {
      for (Priority priority : ends.lossless().priorities()) {
        if (!a.pauses(priority) || !b.pauses(priority)) {
          End end = a.pauses(priority) ? a : b;
          gaps.add(new Gap(end.port(), ends.other(end).port(), priority, Optional.empty()));
        }
      }
      a.classifies().ifPresent(atA -> b.classifies().ifPresent(atB -> add(gaps, ends, atA, atB)));
    }
    return List.copyOf(gaps);
  }

  private static void add(List<Gap> gaps, Ends ends, DscpMap atA, DscpMap atB) {
    for (Dscp dscp : Contracts.differing(ends, atA, atB)) {
      add(gaps, ends, ends.a(), dscp, atA);
      add(gaps, ends, ends.b(), dscp, atB);
    }
  }

  private static void add(List<Gap> gaps, Ends ends, End end, Dscp dscp, DscpMap map) {
    Priority priority = map.entries().get(dscp);
    if (priority != null && ends.a().pauses(priority) && ends.b().pauses(priority)) {
      gaps.add(new Gap(end.port(), ends.other(end).port(), priority, Optional.of(dscp)));
    }
  }

  /** Whether an end, at any time, carries the class that this gap is about. */
  public boolean isCarriedBy(End one) {
    return one.pauses(priority)
        && (dscp.isEmpty()
            || one.classifies()
                .filter(map -> priority.equals(map.entries().get(dscp.get())))
                .isPresent());
  }
}
