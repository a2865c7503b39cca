package dev.losslessd.checks;

import dev.losslessd.jobs.JobClass;
import dev.losslessd.model.PortId;
import java.util.Map;
import java.util.Optional;

/**
 * What only the daemon knows.
 *
 * @param lossless class that jobs send in; empty where there is none, or it is not known
 * @param cables at the ports of this host; a port without one has no link that is known
 * @param lack why nothing is known; empty where the daemon looks itself
 */
public record FabricView(Optional<JobClass> lossless, Map<PortId, Cable> cables, String lack) {
  public FabricView {
    cables = Map.copyOf(cables);
  }

  /** A view without any knowledge. */
  public static FabricView unknown(String why) {
    return new FabricView(Optional.empty(), Map.of(), why);
  }
}
