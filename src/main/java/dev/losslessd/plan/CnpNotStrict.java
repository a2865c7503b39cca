package dev.losslessd.plan;

import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The class of the DSCP that a NIC marks its CNPs with is scheduled strictly, at the NIC and at its
 * switch: else the notification waits behind the congestion that it reports. A port as it came from
 * the factory, without a lossless priority and without a strict class, is not judged: nothing there
 * congests a class while others go on, and its map may be set before its classes are.
 */
final class CnpNotStrict {
  private CnpNotStrict() {}

  static Stream<Flaw> flaws(State state) {
    return state
        .ports()
        .flatMap(port ->
            cnpDscp(state, port).stream()
                .flatMap(dscp ->
                    Stream.concat(Stream.of(port), state.around().peer(port).stream())
                        .flatMap(end -> judge(state, end, dscp).stream())));
  }

  /** DSCP of the NIC's CNPs; empty where it reports none, or sends none. */
  private static Optional<Dscp> cnpDscp(State state, PortId port) {
    return state
        .value(Target.port(port), SettingKind.DCQCN, Dcqcn.class)
        .filter(dcqcn -> !PrioritySet.NONE.equals(dcqcn.enabled()))
        .map(dcqcn -> dcqcn.values().getOrDefault(DcqcnParameter.CNP_DSCP, -1L))
        .filter(value -> value >= 0 && value < 64)
        .map(value -> Dscp.of(value.intValue()));
  }

  private static Optional<Flaw> judge(State state, PortId end, Dscp dscp) {
    return state
        .dscpMap(end)
        .flatMap(map -> Optional.ofNullable(map.entries().get(dscp)))
        .flatMap(priority ->
            state
                .at(end, SettingKind.ETS, Ets.class)
                .filter(ets -> isScheduled(state, end, ets))
                .filter(ets -> selection(ets, priority) != Ets.Selection.STRICT)
                .map(ets -> flaw(end, dscp, priority, ets)));
  }

  /**
   * Somebody relies on classes here: traffic that may congest one without loss, or a strict one.
   */
  private static boolean isScheduled(State state, PortId end, Ets ets) {
    return !state.lossless(end).isEmpty() || ets.selection().contains(Ets.Selection.STRICT);
  }

  private static Ets.Selection selection(Ets ets, Priority priority) {
    return ets.selection().get(ets.classOfPriority().get(priority.value()));
  }

  private static Flaw flaw(PortId end, Dscp dscp, Priority priority, Ets ets) {
    return new Flaw(
        end + " " + dscp,
        0,
        new Key(Target.port(end), SettingKind.ETS),
        () ->
            "CNPs have DSCP %s and priority %s, whose traffic class %s is %s, expected strict"
                .formatted(
                    dscp,
                    priority,
                    ets.classOfPriority().get(priority.value()),
                    selection(ets, priority).word()));
  }
}
