package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Remains of a {@link PolicySwap} that was broken off: policies of this agent that were built and
 * never put in force, or put out of force and not yet deleted, and classes that no policy has.
 */
record OrphanPolicies(NxosSnapshot now) {
  private static final String CLASS_MAP = "class-map type qos match-any ";

  /** The lines that take them away; nothing that is in force loses anything. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Kind kind : List.of(Kind.NETWORK_QOS, Kind.QUEUING)) {
      Optional<String> inForce = QosPolicy.inForce(now.config(), kind);
      now.ours(kind)
          .filter(policy -> !inForce.equals(Optional.of(policy.name())))
          .forEach(policy -> lines.add(PolicySwap.noPolicy(kind, policy.name())));
    }
    List<QosPolicy> stay = new ArrayList<>();
    now.ours(Kind.CLASSIFY)
        .forEach(policy -> {
          if (serves(policy)) {
            stay.add(policy);
          } else {
            lines.add(PolicySwap.noPolicy(Kind.CLASSIFY, policy.name()));
          }
        });
    orphans(stay).forEach(name -> lines.add(LEDGER.line("no " + CLASS_MAP + name)));
    return lines;
  }

  /** A port uses it, or it holds the switch's map until ports do: whole, and the only one. */
  private boolean serves(QosPolicy policy) {
    if (!now.portsWith(policy.name()).isEmpty()) {
      return true;
    }
    boolean only =
        now.ours(Kind.CLASSIFY)
            .filter(other -> !other.name().equals(policy.name()))
            .noneMatch(other -> isWhole(other) && !now.portsWith(other.name()).isEmpty());
    return only && isWhole(policy) && !isCopy(policy);
  }

  /** The class for all else is built last. */
  private static boolean isWhole(QosPolicy policy) {
    return policy.classes().getOrDefault("class-default", List.of()).contains("set qos-group 0");
  }

  /** Made for a port to join, it says what the switch's other ports have anyway. */
  private boolean isCopy(QosPolicy policy) {
    // ports of others differ among each other where their map cannot be read: a copy of none
    return Failures.readable(
        () -> Classification.parse(now.config(), policy).equals(now.foreignMap()), false);
  }

  private List<String> orphans(List<QosPolicy> stay) {
    return now.ourClasses().stream()
        .filter(name -> stay.stream().noneMatch(policy -> policy.classes().containsKey(name)))
        .toList();
  }
}
