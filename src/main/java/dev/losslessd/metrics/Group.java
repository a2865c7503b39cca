package dev.losslessd.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A part of the page that can be asked for alone. */
public enum Group {
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

  /** As in a query: {@code findings}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Group> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  /** All of them, as in a query. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Group::word).toList();
  }
}
