package dev.losslessd.plan;

import dev.losslessd.model.Consistency;
import dev.losslessd.model.PortId;
import java.util.Optional;

/**
 * Link consistency of one link in the state that a plan leads to, as far as lossless classes go:
 * PFC, DSCP map and trust of both ends. See {@link PlannedLinks}.
 *
 * @param port an end that the plan changes
 * @param far the other end; empty where neither LLDP nor the config names it
 * @param reason one sentence that names both ends; empty for a match
 * @param first the end to set before the other, where the other is not known here and not set by
 *     the plan: a switch is the first to gain a class, and the last to lose it
 */
public record PlannedLink(
    PortId port, Optional<PortId> far, Consistency verdict, String reason, Optional<PortId> first) {
  /** A link whose order is known, or does not matter. */
  PlannedLink(PortId port, Optional<PortId> far, Consistency verdict, String reason) {
    this(port, far, verdict, reason, Optional.empty());
  }
}
