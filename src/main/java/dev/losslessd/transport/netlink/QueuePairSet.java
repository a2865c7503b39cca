package dev.losslessd.transport.netlink;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Counters of the queue pairs that are bound to one set now. They begin at zero with the set, and
 * go with its last queue pair; the counters of the port have them too.
 *
 * @param type of enum ib_qp_type, where the set is of one
 * @param ofProcess whether it is of one process
 * @param counters by the kernel's names; those that no firmware counts by queue pair are 0
 */
public record QueuePairSet(
    QueuePairMode.Binding binding,
    OptionalInt type,
    boolean ofProcess,
    Map<String, Long> counters) {
  public QueuePairSet {
    counters = new LinkedHashMap<>(counters);
  }

  /** Whether it is one of those that the kernel made for a type of queue pair. */
  public boolean isOfType() {
    return binding == QueuePairMode.Binding.AUTO && type.isPresent() && !ofProcess;
  }
}
