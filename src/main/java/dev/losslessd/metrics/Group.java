package dev.losslessd.metrics;

import dev.losslessd.text.Worded;
import java.util.Set;

/** A part of the page that can be asked for alone. */
public enum Group implements Worded {
  /** Counters and identity of this host's ports. */
  NIC,
  /** Counters and rate of switch ports. */
  SWITCH,
  /** How well ports can be read, and since when. */
  TARGETS,
  /** Settings as read back, and what drifts. */
  SETTINGS,
  /** Whether both ends of each link fit together. */
  LINKS,
  /** Open findings by severity. */
  FINDINGS,
  /** Metrics about the daemon itself. */
  DAEMON;

  public static final Set<Group> ALL = Set.of(values());
}
