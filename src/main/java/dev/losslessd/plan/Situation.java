package dev.losslessd.plan;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Set;

/**
 * Everything that a plan is made of besides the wish.
 *
 * @param observed read just now, per target
 * @param capabilities per target; a target that is not in the map can do nothing
 * @param busy ports with RDMA traffic or queue pairs: their link is not bounced
 * @param exact wishes are whole values, not entries to be laid over what is there
 * @param whileBusy the operator accepts that bounces hit running jobs
 */
public record Situation(
    Map<Target, Observed> observed,
    Map<Target, Capabilities> capabilities,
    Set<PortId> busy,
    boolean exact,
    boolean whileBusy) {
  public Situation {
    observed = Map.copyOf(observed);
    capabilities = Map.copyOf(capabilities);
    busy = Set.copyOf(busy);
  }
}
