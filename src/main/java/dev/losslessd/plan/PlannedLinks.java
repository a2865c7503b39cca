package dev.losslessd.plan;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Change;
import dev.losslessd.model.Consistency;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Gap;
import dev.losslessd.topology.Link;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Links whose lossless classes a plan changes, at one end or at both, before and after it. What the
 * plan does not change is as it was read for it, or as it was last read. The rule {@link OneEnd}
 * and the view of a plan are both made of this.
 */
public final class PlannedLinks {
  /** Settings that say what an end carries. */
  private static final Set<SettingKind> SUBJECTS =
      Set.of(SettingKind.PFC, SettingKind.LOSSLESS, SettingKind.DSCP_MAP, SettingKind.TRUST);

  private final State before;
  private final State after;

  /** Ports that the plan changes, each by itself. */
  private final Set<PortId> ports = new TreeSet<>();

  /** Devices of which the plan changes all ports at once. */
  private final Set<DeviceId> devices = new HashSet<>();

  PlannedLinks(State before, State after, Collection<Change> changes) {
    this.before = before;
    this.after = after;
    for (Change change : changes) {
      if (SUBJECTS.contains(change.kind())) {
        switch (change.target()) {
          case Target.Port port -> ports.add(port.id());
          case Target.Device box -> devices.add(box.device());
        }
      }
    }
  }

  /**
   * Judges the links that changes touch, from memory.
   *
   * @param changes in the order of application
   * @param around with what was last read of each end
   * @return by link; a link without a lossless class at a known end, before and after, is left out
   *     where its far end is unknown
   */
  public static List<PlannedLink> of(List<Change> changes, Neighbourhood around) {
    Situation told =
        new Situation(
            Map.of(),
            Map.of(),
            around,
            Set.of(),
            false,
            Map.of(),
            Acceptance.NOTHING,
            new TreeMap<>());
    List<Change> back = Change.inverse(changes);
    return new PlannedLinks(State.after(told, back), State.after(told, changes), changes).all();
  }

  /** Whether changes are about what an end of a link carries. */
  public static boolean touches(Collection<Change> changes) {
    return changes.stream().map(Change::kind).anyMatch(SUBJECTS::contains);
  }

  private List<PlannedLink> all() {
    List<PlannedLink> all = new ArrayList<>();
    Set<PortId> cabled = new HashSet<>();
    for (Link link : touched()) {
      cabled.addAll(List.of(link.a(), link.b()));
      PortId port = isChanged(link.a()) ? link.a() : link.b();
      judge(port, link.a().equals(port) ? link.b() : link.a()).ifPresent(all::add);
    }
    ports.stream()
        .filter(port -> !cabled.contains(port) && matters(port))
        .map(port -> unknown(port, null, "neither LLDP nor 'links' names it"))
        .forEach(all::add);
    return List.copyOf(all);
  }

  /** Links of which the plan changes an end. */
  List<Link> touched() {
    return after.links().stream()
        .filter(link -> isChanged(link.a()) || isChanged(link.b()))
        .toList();
  }

  private boolean isChanged(PortId port) {
    return ports.contains(port) || devices.contains(port.device());
  }

  /** Gaps of a link after the plan. */
  List<Gap> gaps(Link link) {
    return Gap.of(after.end(link.a()), after.end(link.b()));
  }

  /**
   * Whether the plan makes a gap: it takes the class from an end whose peer keeps it, or gives it
   * to an end that is no switch. A switch may be ahead of its peers: they send nothing in the class
   * yet.
   */
  boolean isWorse(Gap gap) {
    boolean had = gap.isCarriedBy(before.end(gap.end()));
    return had ? isLost(gap) : !isSwitch(gap.end());
  }

  /** Whether both ends carried it before the plan. */
  boolean isLost(Gap gap) {
    return gap.isCarriedBy(before.end(gap.end())) && gap.isCarriedBy(before.end(gap.other()));
  }

  /**
   * Whether the way back may lead to a gap: both ends go back, and the link had it when it was
   * found, or the end that keeps the class is a switch, as before its peer got it.
   */
  boolean isWayBack(Gap gap) {
    return after.situation().exact()
        && (isSwitch(gap.end()) || (isChanged(gap.end()) && isChanged(gap.other())));
  }

  boolean isSwitch(PortId port) {
    return after.around().isSwitch(port.device());
  }

  private Optional<PlannedLink> judge(PortId port, PortId far) {
    if (!after.knowsPfc(port) || !after.knowsPfc(far)) {
      return matters(port) || matters(far)
          ? Optional.of(unknown(port, far, "PFC", after::knowsPfc))
          : Optional.empty();
    }
    List<Gap> gaps = Gap.of(after.end(port), after.end(far));
    if (!gaps.isEmpty()) {
      return Optional.of(open(port, far, gaps));
    }
    Predicate<PortId> knowsMap = one -> after.dscpMap(one).isPresent();
    boolean known = knowsMap.test(port) && knowsMap.test(far);
    return Optional.of(
        known || after.lossless(port).isEmpty()
            ? new PlannedLink(port, Optional.of(far), Consistency.MATCH, "")
            : unknown(port, far, "DSCP map", knowsMap));
  }

  private PlannedLink open(PortId port, PortId far, List<Gap> gaps) {
    List<Gap> bad = gaps.stream().filter(gap -> isLost(gap) || !isSwitch(gap.end())).toList();
    List<Gap> shown = bad.isEmpty() ? gaps : bad;
    String lacks = shown.stream().map(this::lack).distinct().collect(Collectors.joining("; "));
    return bad.isEmpty()
        ? new PlannedLink(
            port,
            Optional.of(far),
            Consistency.PREPARED,
            gaps.getFirst().end() + " is prepared: " + lacks + " yet")
        : new PlannedLink(port, Optional.of(far), Consistency.MISMATCH, lacks);
  }

  private String lack(Gap gap) {
    return gap.other()
        + (after.lossless(gap.other()).isEmpty()
            ? " has no lossless class"
            : gap.dscp()
                .map(dscp -> " does not put DSCP " + dscp + " into priority " + gap.priority())
                .orElse(" has PFC off for priority " + gap.priority()));
  }

  /** Whether the port has something to lose or to gain. */
  private boolean matters(PortId port) {
    return !before.lossless(port).isEmpty() || !after.lossless(port).isEmpty();
  }

  private PlannedLink unknown(PortId port, PortId far, String what, Predicate<PortId> knows) {
    if (!knows.test(far)) {
      boolean ours = after.around().targets().contains(Target.port(far));
      return unknown(
          port,
          far,
          ours ? far + " does not report its " + what : "this agent does not read " + far);
    }
    return new PlannedLink(
        port, Optional.of(far), Consistency.UNKNOWN, port + " does not report its " + what);
  }

  /** The end to set first, where the plan gives classes to one of them or takes them away. */
  private Optional<PortId> first(PortId port, PortId far) {
    boolean gains = !before.lossless(port).containsAll(after.lossless(port));
    boolean loses = !after.lossless(port).containsAll(before.lossless(port));
    if (gains == loses || isChanged(far) || isSwitch(port) == isSwitch(far)) {
      return Optional.empty();
    }
    return Optional.of(isSwitch(port) == gains ? port : far);
  }

  private PlannedLink unknown(PortId port, @Nullable PortId far, String why) {
    return new PlannedLink(
        port,
        Optional.ofNullable(far),
        Consistency.UNKNOWN,
        "far end of " + port + " is not known: " + why,
        Optional.ofNullable(far).flatMap(end -> first(port, end)));
  }
}
