package dev.losslessd.plan;

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
    PortId port, Optional<PortId> far, Verdict verdict, String reason, Optional<PortId> first) {
  /** How the two ends stand to each other. */
  public enum Verdict {
    /** Both ends carry the same lossless classes. */
    MATCH,
    /** A switch carries a class that its peer does not carry yet: safe, the peer is next. */
    PREPARED,
    /** An end carries a class that the other does not protect. */
    MISMATCH,
    /** An end is not known, or not read here. Never taken for a match. */
    UNKNOWN
  }

  /** A link whose order is known, or does not matter. */
  PlannedLink(PortId port, Optional<PortId> far, Verdict verdict, String reason) {
    this(port, far, verdict, reason, Optional.empty());
  }
}
