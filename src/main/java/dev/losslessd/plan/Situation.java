package dev.losslessd.plan;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that a plan is made of besides the wish.
 *
 * @param observed read just now, per target
 * @param capabilities per target; a target that is not in the map can do nothing
 * @param around the agent's targets and cables
 * @param busy ports with RDMA traffic or queue pairs: their link is not bounced
 * @param exact wishes are whole values, not entries to be laid over what is there
 * @param accepted by the operator
 */
public record Situation(
    Map<Target, Observed> observed,
    Map<Target, Capabilities> capabilities,
    Neighbourhood around,
    Set<PortId> busy,
    boolean exact,
    Acceptance accepted) {
  public Situation {
    observed = Map.copyOf(observed);
    capabilities = Map.copyOf(capabilities);
    busy = Set.copyOf(busy);
  }

  Capability capability(Key key) {
    Capabilities of = capabilities.get(key.target());
    return of == null ? Capability.none("nothing is known of this target") : of.of(key.kind());
  }

  /** What will be in force of a knob if nothing is done; a staged value counts. */
  Optional<Setting> standing(Key key) {
    Observed of = observed.get(key.target());
    if (of == null) {
      return Optional.empty();
    }
    return switch (of.reading(key.kind())) {
      case Reading.Value value -> Optional.of(value.setting());
      case Reading.Staged staged -> Optional.of(staged.next());
      case Reading.Unsupported no -> Optional.empty();
      case Reading.Unread no -> Optional.empty();
    };
  }

  boolean isBusy(PortId port) {
    return busy.contains(port) || around.peer(port).filter(busy::contains).isPresent();
  }
}
