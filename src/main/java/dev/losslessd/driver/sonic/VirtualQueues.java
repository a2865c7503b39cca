package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Virtual output queues, where a switch has them. Packets wait at the ASIC where they came in until
 * the egress grants them credit, so they are dropped there, and the egress queue counts few of them
 * or none (sonic-swss, portsorch.cpp, voq_stat_ids and wred_voq_stat_ids).
 *
 * <p>Each ASIC has a queue for each port of the whole chassis, {@code HOST|ASIC|Ethernet0:3}, or
 * {@code HOST|Ethernet0:3}. Those of all ASICs of this switch are added up. What other line cards
 * drop for the same port is counted on them: with such cards, no drops here are not zero drops, and
 * the counter is missing.
 */
final class VirtualQueues {
  private static final String NAMES = "COUNTERS_VOQ_NAME_MAP";
  private static final String DROPPED = "SAI_QUEUE_STAT_DROPPED_PACKETS";

  /** Packets that waited too long for credit, which older releases do not count. */
  private static final String DELETED = "SAI_QUEUE_STAT_CREDIT_WD_DELETED_PACKETS";

  /**
   * One queue in one ASIC; its name has a host and perhaps an ASIC in front of the port.
   *
   * @param counters none or one
   */
  private record Queue(String name, List<DeviceJson> counters) {}

  /** By port and number, {@code Ethernet0:3}. */
  private final Map<String, List<Queue>> queues = new HashMap<>();

  private final Set<String> hosts = new HashSet<>();

  /**
   * @param asics counters of all ASICs of the switch
   */
  VirtualQueues(Collection<CountersDb> asics) {
    for (CountersDb asic : asics) {
      for (String name : asic.names(NAMES)) {
        String port = name.substring(name.lastIndexOf('|') + 1);
        hosts.add(name.substring(0, Math.max(0, name.indexOf('|'))));
        queues
            .computeIfAbsent(port, _ -> new ArrayList<>())
            .add(new Queue(name, asic.named(NAMES, name).stream().toList()));
      }
    }
  }

  /**
   * Adds the drops of a port's virtual queues to those of its egress queues, on a switch that has
   * such; what they do not count is missing then.
   *
   * @param cells of the port, with its egress queues alone
   * @param db that the port is configured in
   */
  void addTo(Map<QueueCell, Long> cells, ConfigDb db, String port) {
    if (queues.isEmpty() && !PortRows.ofChassis(db)) {
      return;
    }
    List<DeviceJson> all = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      QueueCell drops = new QueueCell(Signal.PRIORITY_DISCARDS, Direction.TX, n);
      Long egress = cells.remove(drops);
      long before = egress == null ? 0 : egress;
      List<DeviceJson> queue = counters(db, port, n);
      CountersDb.sum(queue, DROPPED)
          .ifPresent(dropped ->
              put(cells, drops, before + dropped + CountersDb.sum(queue, DELETED).orElse(0)));
      all.addAll(queue);
    }
    cells.remove(CountersDb.WRED);
    CountersDb.sum(all, CountersDb.WRED_DROPPED).ifPresent(sum -> put(cells, CountersDb.WRED, sum));
  }

  private void put(Map<QueueCell, Long> cells, QueueCell cell, long value) {
    if (value > 0 || hosts.size() == 1) {
      cells.put(cell, value);
    }
  }

  /** Counters of one queue, of each ASIC; none where one has none, or two queues may be meant. */
  private List<DeviceJson> counters(ConfigDb db, String port, int n) {
    List<Queue> own =
        queues.getOrDefault(port + ":" + n, List.of()).stream()
            .filter(queue -> isOf(db, queue.name().split("\\|", -1)))
            .toList();
    boolean one = own.stream().map(Queue::name).distinct().count() == 1;
    return one && own.stream().noneMatch(queue -> queue.counters().isEmpty())
        ? own.stream().flatMap(queue -> queue.counters().stream()).toList()
        : List.of();
  }

  private static boolean isOf(ConfigDb db, String[] parts) {
    return (parts.length < 2 || isOwn(db, "hostname", parts[0]))
        && (parts.length < 3 || isOwn(db, "asic_name", parts[1]));
  }

  /** Whether a name is that of this ASIC, as far as the switch tells it. */
  private static boolean isOwn(ConfigDb db, String field, String name) {
    return db.get(Tables.METADATA, "localhost", field)
        .filter(own -> !own.equalsIgnoreCase(name))
        .isEmpty();
  }
}
