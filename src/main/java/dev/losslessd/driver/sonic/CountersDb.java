package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * COUNTERS_DB of one namespace, as {@code sonic-db-dump} prints it: absolute values, where the
 * {@code show} commands subtract what the login has cleared.
 *
 * <p>Which counters there are is the ASIC's affair: what it does not count has no field, and is
 * missing here. Times of the watchdog are not taken; they are microseconds here and milliseconds in
 * CONFIG_DB.
 */
final class CountersDb {
  private static final String PORTS = "COUNTERS_PORT_NAME_MAP";
  private static final String QUEUES = "COUNTERS_QUEUE_NAME_MAP";
  private static final String GROUPS = "COUNTERS_PG_NAME_MAP";
  private static final String TYPES = "COUNTERS_QUEUE_TYPE_MAP";
  private static final String MULTICAST = "SAI_QUEUE_TYPE_MULTICAST";
  private static final String PG_DROPS = "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS";

  private record Field(String name, Signal signal, Direction direction) {}

  /** Marks of a queue come by themselves, for they may be switched off. */
  private static final Field MARKED =
      new Field("SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", Signal.PRIORITY_MARKED, Direction.TX);

  private static final Set<Field> OF_QUEUE =
      Set.of(
          new Field("SAI_QUEUE_STAT_PACKETS", Signal.PRIORITY_PACKETS, Direction.TX),
          new Field("SAI_QUEUE_STAT_BYTES", Signal.PRIORITY_BYTES, Direction.TX),
          new Field("SAI_QUEUE_STAT_DROPPED_PACKETS", Signal.PRIORITY_DISCARDS, Direction.TX),
          MARKED,
          new Field(
              "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED", Signal.WATCHDOG_SHUTDOWNS, Direction.TX),
          new Field("PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED", Signal.WATCHDOG_RESTORES, Direction.TX),
          new Field(
              "PFC_WD_QUEUE_STATS_TX_DROPPED_PACKETS", Signal.WATCHDOG_DISCARDS, Direction.TX),
          new Field(
              "PFC_WD_QUEUE_STATS_RX_DROPPED_PACKETS", Signal.WATCHDOG_DISCARDS, Direction.RX));

  private final DeviceJson root;

  private CountersDb(DeviceJson root) {
    this.root = root;
  }

  static String command(String namespace) {
    return (namespace.isEmpty() ? "" : "sudo ip netns exec " + namespace + " ")
        + "sonic-db-dump -n COUNTERS_DB -y -k 'COUNTERS*'";
  }

  /**
   * @throws DeviceException GARBLED if it is cut, or has no map of port names
   */
  static CountersDb parse(String command, String text) {
    CountersDb db = new CountersDb(DeviceJson.parse(command, text));
    if (db.hash(PORTS).isEmpty()) {
      throw db.root.garbled(PORTS, "the names of the ports");
    }
    return db;
  }

  /** A port that has no counters has none here. */
  Optional<Map<QueueCell, Long>> port(String name) {
    Optional<DeviceJson> port = named(PORTS, name);
    return port.map(counters -> {
      Map<QueueCell, Long> cells = new HashMap<>();
      for (int n = 0; n < Priority.COUNT; n++) {
        take(cells, counters, "SAI_PORT_STAT_PFC_" + n + "_RX_PKTS", pfc(Direction.RX, n));
        take(cells, counters, "SAI_PORT_STAT_PFC_" + n + "_TX_PKTS", pfc(Direction.TX, n));
        queue(cells, name, n);
      }
      take(
          cells,
          counters,
          "SAI_PORT_STAT_WRED_DROPPED_PACKETS",
          new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1));
      groups(cells, name);
      return cells;
    });
  }

  /** Marks of queues that are there and have no such counter. */
  Set<QueueCell> unmarked(String port, Map<QueueCell, Long> cells) {
    Set<QueueCell> off = new HashSet<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      QueueCell cell = new QueueCell(MARKED.signal(), MARKED.direction(), n);
      if (!cells.containsKey(cell) && named(QUEUES, port + ":" + n).isPresent()) {
        off.add(cell);
      }
    }
    return off;
  }

  private static QueueCell pfc(Direction direction, int priority) {
    return new QueueCell(Signal.PFC_PAUSE_FRAMES, direction, priority);
  }

  private void queue(Map<QueueCell, Long> cells, String port, int n) {
    Optional<String> id = hash(QUEUES).flatMap(map -> map.textIfThere(port + ":" + n));
    boolean multicast =
        id.flatMap(one -> hash(TYPES).flatMap(map -> map.textIfThere(one)))
            .filter(MULTICAST::equals)
            .isPresent();
    if (!multicast) {
      id.flatMap(this::counters)
          .ifPresent(counters ->
              OF_QUEUE.forEach(field ->
                  take(
                      cells,
                      counters,
                      field.name(),
                      new QueueCell(field.signal(), field.direction(), n))));
    }
  }

  /** All priority groups together; missing if any of them does not count. */
  private void groups(Map<QueueCell, Long> cells, String port) {
    List<OptionalLong> drops =
        IntStream.range(0, Priority.COUNT)
            .mapToObj(n -> named(GROUPS, port + ":" + n))
            .flatMap(Optional::stream)
            .map(group -> group.wholeIfThere(PG_DROPS))
            .toList();
    if (!drops.isEmpty() && drops.stream().allMatch(OptionalLong::isPresent)) {
      long sum = drops.stream().mapToLong(OptionalLong::getAsLong).sum();
      cells.put(new QueueCell(Signal.BUFFER_DISCARDS, Direction.RX, -1), sum);
    }
  }

  private static void take(
      Map<QueueCell, Long> cells, DeviceJson counters, String field, QueueCell cell) {
    counters.wholeIfThere(field).ifPresent(value -> cells.put(cell, value));
  }

  /** The counters of what a map names. */
  private Optional<DeviceJson> named(String map, String name) {
    return hash(map).flatMap(names -> names.textIfThere(name)).flatMap(this::counters);
  }

  private Optional<DeviceJson> counters(String id) {
    return hash("COUNTERS:" + id);
  }

  /** One hash, as {@code sonic-db-dump} prints it, or its fields alone. */
  private Optional<DeviceJson> hash(String key) {
    return root.branch(key).map(ConfigJson::unwrapped);
  }
}
