package dev.losslessd.inventory;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a switch has, in its last answer.
 *
 * @param ports those among the targets
 * @param members ports whose QoS is set at their bundle, with its name
 */
record KnownTargets(List<Target> targets, Set<PortId> ports, Map<PortId, String> members) {
  static final KnownTargets NONE = new KnownTargets(List.of(), Map.of());

  KnownTargets(List<Target> targets, Map<PortId, String> members) {
    this(targets, ports(targets), members);
  }

  private static Set<PortId> ports(Collection<Target> targets) {
    Set<PortId> ports = new TreeSet<>();
    Target.ports(targets.stream()).forEach(ports::add);
    return Collections.unmodifiableSet(ports);
  }
}
