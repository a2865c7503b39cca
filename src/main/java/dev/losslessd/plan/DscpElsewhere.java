package dev.losslessd.plan;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * PFC on a priority protects nothing when its code points are put into another one at either end of
 * the link. A code point that an end does not name is not blamed: where it lands is the device's
 * own affair.
 */
final class DscpElsewhere {
  private DscpElsewhere() {}

  static Stream<Flaw> flaws(State state) {
    return Stream.concat(
        state.links().stream().flatMap(link -> flaws(state, List.of(link.a(), link.b()))),
        state
            .ports()
            .filter(port -> state.around().peer(port).isEmpty())
            .flatMap(port -> flaws(state, List.of(port))));
  }

  private static Stream<Flaw> flaws(State state, List<PortId> ends) {
    return ends.stream()
        .map(state::lossless)
        .reduce(PrioritySet.NONE, PrioritySet::with)
        .priorities()
        .stream()
        .flatMap(priority ->
            points(state, ends, priority).stream()
                .flatMap(dscp ->
                    ends.stream().flatMap(end -> flaw(state, end, dscp, priority).stream())));
  }

  /** Code points that an end puts into the priority, or that are wanted there. */
  private static Set<Dscp> points(State state, List<PortId> ends, Priority priority) {
    Set<Dscp> points = new TreeSet<>();
    ends.stream()
        .flatMap(end -> Stream.concat(state.dscpMap(end).stream(), wanted(state, end)))
        .forEach(map ->
            map.entries()
                .forEach((dscp, in) -> {
                  if (in.equals(priority)) {
                    points.add(dscp);
                  }
                }));
    return points;
  }

  /** Maps that are intended for a port, or for its whole device. */
  static Stream<DscpMap> wanted(State state, PortId end) {
    return Stream.of(Target.port(end), new Target.Device(end.device()))
        .flatMap(target -> {
          Setting value = state.situation().intent().get(new Key(target, SettingKind.DSCP_MAP));
          return value instanceof DscpMap map ? Stream.of(map) : Stream.empty();
        });
  }

  private static Optional<Flaw> flaw(State state, PortId end, Dscp dscp, Priority priority) {
    return state
        .dscpMap(end)
        .map(map -> map.entries().get(dscp))
        .filter(in -> !in.equals(priority))
        .map(in ->
            new Flaw(
                end + " " + dscp + " " + priority,
                0,
                new Key(Target.port(end), SettingKind.DSCP_MAP),
                () ->
                    ("priority %s is lossless on this link, but its DSCP %s lands on"
                            + " priority %s here; expected %s->%s at both ends")
                        .formatted(priority, dscp, in, dscp, priority)));
  }
}
