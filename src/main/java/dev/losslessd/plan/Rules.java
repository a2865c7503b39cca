package dev.losslessd.plan;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reasons not to run a plan. Each has a stable id; the text holds the values. */
final class Rules {
  private Rules() {}

  /** Whether a wish can be meant for this device at all. */
  static Optional<Refusal> fits(Key key, Setting before, Setting wanted) {
    return wanted instanceof Dcqcn dcqcn && before instanceof Dcqcn there
        ? dcqcn(key, there, dcqcn)
        : Optional.empty();
  }

  static List<Refusal> check(List<Change> changes, Situation situation) {
    List<Refusal> refusals = new ArrayList<>();
    for (Change change : changes) {
      tooManyLossless(change, situation).ifPresent(refusals::add);
      unevenShares(change).ifPresent(refusals::add);
      busy(change, situation).ifPresent(refusals::add);
    }
    return refusals;
  }

  /** Values that a driver would cut to the width of its field without a word are never sent. */
  private static Optional<Refusal> dcqcn(Key key, Dcqcn there, Dcqcn wanted) {
    if (wanted.enabled() != null && there.enabled() == null) {
      return refuse(
          "not-exposed",
          key,
          "this NIC has no switch per priority; its driver leaves DCQCN to firmware");
    }
    for (var value : wanted.values().entrySet()) {
      DcqcnParameter parameter = value.getKey();
      if (!there.values().containsKey(parameter)) {
        return refuse("not-exposed", key, "this NIC does not expose " + parameter.jsonKey());
      }
      if (value.getValue() < parameter.min() || value.getValue() > parameter.max()) {
        return refuse(
            "range",
            key,
            parameter.jsonKey()
                + " "
                + value.getValue()
                + " is outside "
                + parameter.min()
                + ".."
                + parameter.max());
      }
    }
    return Optional.empty();
  }

  private static Optional<Refusal> tooManyLossless(Change change, Situation situation) {
    Capabilities can = situation.capabilities().get(change.target());
    if (!(change.after() instanceof Pfc pfc)
        || can == null
        || pfc.lossless().size() <= can.maxLossless()) {
      return Optional.empty();
    }
    return refuse(
        "too-many-lossless",
        key(change),
        pfc.lossless().size() + " lossless priorities, this port has " + can.maxLossless());
  }

  /** mlx5 and others answer EINVAL; 802.1Qaz wants the shares to sum to 100. */
  private static Optional<Refusal> unevenShares(Change change) {
    if (change.after() instanceof Ets ets && ets.shares() && ets.sharedPercent() != 100) {
      return refuse(
          "ets-sum",
          key(change),
          "the shares of the ETS classes sum to " + ets.sharedPercent() + "%, expected 100%");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> busy(Change change, Situation situation) {
    if (situation.whileBusy() || !change.risks().contains(Risk.LINK_BOUNCE)) {
      return Optional.empty();
    }
    Stream<PortId> hit = change.touches().stream().filter(situation.busy()::contains);
    return hit.findFirst()
        .flatMap(port ->
            refuse(
                "busy",
                key(change),
                "the link of "
                    + port
                    + " would go down and up while RDMA traffic runs on it; wait, or accept it"
                    + " with whileBusy"));
  }

  private static Key key(Change change) {
    return new Key(change.target(), change.kind());
  }

  private static Optional<Refusal> refuse(String rule, Key key, String reason) {
    return Optional.of(new Refusal(rule, key.toString(), reason));
  }
}
