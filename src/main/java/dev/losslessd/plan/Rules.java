package dev.losslessd.plan;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Key;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.text.Some;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reasons not to run a plan. Each has a stable id; the text holds the values. Those that look at
 * the state after the plan are {@link StateRule}s.
 */
final class Rules {
  /** More ports than this are counted, not named. */
  private static final int NAMED = 6;

  private Rules() {}

  /** Whether a wish can be meant for this device at all. */
  static Optional<Refusal> fits(Key key, Setting before, Setting wanted, Capability can) {
    if (wanted instanceof Dcqcn dcqcn && before instanceof Dcqcn there) {
      return dcqcn(key, there, dcqcn);
    }
    return wanted instanceof PfcWatchdog watchdog && before instanceof PfcWatchdog there
        ? can.watchdog()
            .misfit(there, watchdog)
            .map(misfit -> misfit.rule().refusal(key.toString(), misfit.reason()))
        : Optional.empty();
  }

  static List<Refusal> check(List<Change> changes, Situation situation) {
    List<Refusal> refusals = new ArrayList<>();
    for (Change change : changes) {
      unevenShares(change, situation).ifPresent(refusals::add);
      busy(change, situation).ifPresent(refusals::add);
      scope(change, situation).ifPresent(refusals::add);
    }
    refusals.addAll(StateRule.check(changes, situation));
    return refusals.stream().distinct().toList();
  }

  /** Values that a driver would cut to the width of its field without a word are never sent. */
  private static Optional<Refusal> dcqcn(Key key, Dcqcn there, Dcqcn wanted) {
    if (wanted.enabled() != null && there.enabled() == null) {
      return refuse(
          PlanRule.NOT_EXPOSED,
          key,
          "this NIC has no switch per priority; its driver leaves DCQCN to firmware");
    }
    for (var value : wanted.values().entrySet()) {
      DcqcnParameter parameter = value.getKey();
      if (!there.values().containsKey(parameter)) {
        return refuse(PlanRule.NOT_EXPOSED, key, "this NIC does not expose " + parameter.jsonKey());
      }
      boolean stays = value.getValue().equals(there.values().get(parameter));
      if (!stays && (value.getValue() < parameter.min() || value.getValue() > parameter.max())) {
        return refuse(
            PlanRule.RANGE,
            key,
            "%s %s is outside %s..%s"
                .formatted(
                    parameter.jsonKey(), value.getValue(), parameter.min(), parameter.max()));
      }
    }
    return Optional.empty();
  }

  /**
   * mlx5 and others answer EINVAL; 802.1Qaz wants the shares to sum to 100. What the intent has
   * already was found so and put back: it was judged then.
   */
  private static Optional<Refusal> unevenShares(Change change, Situation situation) {
    if (change.after() instanceof Ets ets
        && ets.shares()
        && ets.sharedPercent() != 100
        && !ets.equals(situation.intent().get(change.key()))) {
      return refuse(
          PlanRule.ETS_SUM,
          change.key(),
          "the shares of the ETS classes sum to " + ets.sharedPercent() + "%, expected 100%");
    }
    return Optional.empty();
  }

  /** A link that goes down, buffers that are carved anew, or another MTU, under a running job. */
  private static Optional<Refusal> busy(Change change, Situation situation) {
    Optional<Risk> harm =
        Stream.of(Risk.LINK_BOUNCE, Risk.PAIRS_KEEP_MTU, Risk.BUFFER_RECARVE)
            .filter(change.risks()::contains)
            .findFirst();
    if (situation.accepted().whileBusy() || harm.isEmpty()) {
      return Optional.empty();
    }
    return change.touches().stream()
        .filter(situation::isBusy)
        .findFirst()
        .flatMap(port ->
            refuse(
                PlanRule.BUSY,
                change.key(),
                what(harm.get(), port)
                    + " while RDMA traffic runs on it; begin when it is idle with whenIdle, or"
                    + " accept it with whileBusy"));
  }

  private static String what(Risk harm, PortId port) {
    return switch (harm) {
      case LINK_BOUNCE -> "the link of " + port + " would go down and up";
      case BUFFER_RECARVE -> "the receive buffers of " + port + " would be carved anew";
      default -> "the queue pairs of " + port + " would keep an MTU that it has no more";
    };
  }

  /** Refuses a system-wide setting that would change ports wired to other hosts. */
  private static Optional<Refusal> scope(Change change, Situation situation) {
    if (situation.accepted().scope() || !(change.target() instanceof Target.Device)) {
      return Optional.empty();
    }
    Neighbourhood around = situation.around();
    List<PortId> others = change.touches().stream().filter(port -> !around.isOurs(port)).toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        others.stream()
            .sorted(Comparator.comparing(port -> around.peer(port).isEmpty()))
            .map(port -> port.name() + around.peer(port).map(p -> " (" + p + ")").orElse(""))
            .toList();
    return refuse(
        PlanRule.SCOPE,
        change.key(),
        (around.isHost(change.device())
                ? "it is one setting for all ports of that server: "
                : "it is one setting for the whole switch and touches ports that are not wired to"
                    + " this host: ")
            + Some.of(names, NAMED)
            + "; accept it with acceptScope");
  }

  private static Optional<Refusal> refuse(PlanRule rule, Key key, String reason) {
    return Optional.of(rule.refusal(key.toString(), reason));
  }
}
