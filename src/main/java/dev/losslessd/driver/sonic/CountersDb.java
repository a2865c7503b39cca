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
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * COUNTERS_DB of one namespace, as {@code sonic-db-dump} prints it: absolute values, where the
 * {@code show} commands subtract what the login has cleared.
 *
 * <p>Which counters there are is the ASIC's affair: what it does not count has no field, and is
 * missing here. Settings of the watchdog are not taken; they are microseconds here and milliseconds
 * in CONFIG_DB. Nor are pause times that SONiC estimates from its polls ({@code
 * EST_PORT_STAT_...}), or that have another unit ({@code ..._RX_PAUSE_DURATION}).
 */
final class CountersDb {
  private static final String PORTS = "COUNTERS_PORT_NAME_MAP";
  private static final String QUEUES = "COUNTERS_QUEUE_NAME_MAP";
  private static final String GROUPS = "COUNTERS_PG_NAME_MAP";
  private static final String TYPES = "COUNTERS_QUEUE_TYPE_MAP";
  private static final String MULTICAST = "SAI_QUEUE_TYPE_MULTICAST";

  /** Drops by WRED, of a queue. */
  static final String WRED_DROPPED = "SAI_QUEUE_STAT_WRED_DROPPED_PACKETS";

  /** Drops by WRED, of the port. */
  static final QueueCell WRED = new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1);

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
        // while the watchdog runs, on NVIDIA; microseconds (sonic-swss, orchdaemon.cpp)
        take(
            cells,
            counters,
            "SAI_PORT_STAT_PFC_" + n + "_RX_PAUSE_DURATION_US",
            new QueueCell(Signal.PFC_PAUSE_TIME, Direction.RX, n));
        queue(cells, name, n);
      }
      take(cells, counters, "SAI_PORT_STAT_PAUSE_RX_PKTS", pause(Direction.RX));
      take(cells, counters, "SAI_PORT_STAT_PAUSE_TX_PKTS", pause(Direction.TX));
      wred(cells, counters, name);
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

  private static QueueCell pause(Direction direction) {
    return new QueueCell(Signal.GLOBAL_PAUSE_FRAMES, direction, -1);
  }

  private void queue(Map<QueueCell, Long> cells, String port, int n) {
    unicast(port, n)
        .ifPresent(counters ->
            OF_QUEUE.forEach(field ->
                take(
                    cells,
                    counters,
                    field.name(),
                    new QueueCell(field.signal(), field.direction(), n))));
  }

  private Optional<DeviceJson> unicast(String port, int n) {
    return hash(QUEUES)
        .flatMap(map -> map.textIfThere(port + ":" + n))
        .filter(id ->
            hash(TYPES).flatMap(map -> map.textIfThere(id)).filter(MULTICAST::equals).isEmpty())
        .flatMap(this::counters);
  }

  /** Drops by WRED of the port; else those of its queues, by {@code counterpoll wredqueue}. */
  private void wred(Map<QueueCell, Long> cells, DeviceJson counters, String port) {
    take(cells, counters, "SAI_PORT_STAT_WRED_DROPPED_PACKETS", WRED);
    if (!cells.containsKey(WRED)) {
      sum(queues(n -> unicast(port, n)), WRED_DROPPED).ifPresent(sum -> cells.put(WRED, sum));
    }
  }

  /** All priority groups together. */
  private void groups(Map<QueueCell, Long> cells, String port) {
    sum(queues(n -> named(GROUPS, port + ":" + n)), PG_DROPS)
        .ifPresent(sum -> cells.put(new QueueCell(Signal.BUFFER_DISCARDS, Direction.RX, -1), sum));
  }

  private static List<DeviceJson> queues(IntFunction<Optional<DeviceJson>> one) {
    return IntStream.range(0, Priority.COUNT).mapToObj(one).flatMap(Optional::stream).toList();
  }

  /** The sum of a field; empty if there is none, or any of them does not count. */
  static OptionalLong sum(List<DeviceJson> counters, String field) {
    List<OptionalLong> all = counters.stream().map(one -> one.wholeIfThere(field)).toList();
    return all.isEmpty() || !all.stream().allMatch(OptionalLong::isPresent)
        ? OptionalLong.empty()
        : OptionalLong.of(all.stream().mapToLong(OptionalLong::getAsLong).sum());
  }

  private static void take(
      Map<QueueCell, Long> cells, DeviceJson counters, String field, QueueCell cell) {
    counters.wholeIfThere(field).ifPresent(value -> cells.put(cell, value));
  }

  /** Names in a map; none where there is no such map. */
  Set<String> names(String map) {
    return hash(map).map(DeviceJson::fields).orElse(Set.of());
  }

  /** The counters of what a map names. */
  Optional<DeviceJson> named(String map, String name) {
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
