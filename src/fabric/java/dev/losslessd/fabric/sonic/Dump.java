package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** COUNTERS_DB, as {@code sonic-db-dump} prints it. */
final class Dump {
  private static final int QUEUES = 8;

  /** The class that marks in the twin. */
  private static final int ROCE = 3;

  private final Tables db;
  private final Map<String, Map<String, String>> all = new TreeMap<>();

  private Dump(Tables db) {
    this.db = db;
  }

  /** STATE_DB, as far as it is about the serial number. */
  static List<String> eeprom(String serial) {
    Map<String, String> fields =
        Map.of("Name", "Serial Number", "Len", "" + serial.length(), "Value", serial);
    return printed(Map.of("EEPROM_INFO|0x23", fields));
  }

  private static List<String> printed(Map<String, Map<String, String>> all) {
    Map<String, Object> wrapped = new TreeMap<>();
    all.forEach((key, fields) ->
        wrapped.put(
            key,
            new TreeMap<>(
                Map.of("expireat", 1.0, "ttl", -0.001, "type", "hash", "value", fields))));
    return SonicJson.print(wrapped);
  }

  static List<String> of(Scope scope) {
    Dump dump = new Dump(scope.db());
    scope.device().ports().stream()
        .filter(port -> scope.db().has("PORT", port.name()))
        .forEach(dump::port);
    return printed(dump.all);
  }

  private Map<String, String> hash(String key) {
    return all.computeIfAbsent(key, _ -> new TreeMap<>());
  }

  private void port(SwitchPort port) {
    Traffic traffic = port.traffic();
    String id = "oid:0x10000000000%02x".formatted(port.number());
    hash("COUNTERS_PORT_NAME_MAP").put(port.name(), id);
    Map<String, String> counters = hash("COUNTERS:" + id);
    counters.put("SAI_PORT_STAT_IF_IN_OCTETS", "" + traffic.inOctets());
    counters.put("SAI_PORT_STAT_IF_OUT_OCTETS", "" + traffic.outOctets());
    counters.put("SAI_PORT_STAT_PAUSE_RX_PKTS", "0");
    counters.put("SAI_PORT_STAT_PAUSE_TX_PKTS", "0");
    boolean timed = db.has("PFC_WD", port.name()) && nvidia();
    for (int n = 0; n < QUEUES; n++) {
      if (timed) {
        counters.put(
            "SAI_PORT_STAT_PFC_" + n + "_RX_PAUSE_DURATION_US", "" + traffic.rxPauseMicros(n));
      }
      counters.put("SAI_PORT_STAT_PFC_" + n + "_RX_PKTS", "" + traffic.rxPfc(n));
      counters.put("SAI_PORT_STAT_PFC_" + n + "_TX_PKTS", "" + traffic.txPfc(n));
      queue(port, n);
    }
    multicast(port);
  }

  private void queue(SwitchPort port, int n) {
    Traffic traffic = port.traffic();
    String id = "oid:0x15000000000%02x%x".formatted(port.number(), n);
    hash("COUNTERS_QUEUE_NAME_MAP").put(port.name() + ":" + n, id);
    hash("COUNTERS_QUEUE_TYPE_MAP").put(id, "SAI_QUEUE_TYPE_UNICAST");
    Map<String, String> counters = hash("COUNTERS:" + id);
    counters.put("SAI_QUEUE_STAT_PACKETS", "" + traffic.outPackets(n));
    counters.put("SAI_QUEUE_STAT_BYTES", "" + traffic.outOctets(n));
    boolean virtual = db.metadata("switch_type").filter("voq"::equals).isPresent();
    String dropped = "" + (n == ROCE ? traffic.dropped() : 0);
    counters.put("SAI_QUEUE_STAT_DROPPED_PACKETS", virtual ? "0" : dropped);
    if (virtual) {
      virtual(port, n, dropped);
    }
    if (SonicSwitch.polls(db, "WRED_ECN_QUEUE")) {
      counters.put(
          "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", "" + (n == ROCE ? traffic.marked() : 0));
    }
    if (db.has("PFC_WD", port.name())) {
      counters.put("PFC_WD_STATUS", "operational");
      counters.put("PFC_WD_DETECTION_TIME", "200000");
      counters.put("PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED", "0");
      counters.put("PFC_WD_QUEUE_STATS_DEADLOCK_RESTORED", "0");
      counters.put("PFC_WD_QUEUE_STATS_TX_DROPPED_PACKETS", "0");
      counters.put("PFC_WD_QUEUE_STATS_RX_DROPPED_PACKETS", "0");
    }
    String group = "oid:0x1a000000000%02x%x".formatted(port.number(), n);
    hash("COUNTERS_PG_NAME_MAP").put(port.name() + ":" + n, group);
    hash("COUNTERS:" + group).put("SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS", "0");
  }

  /** Counted where packets wait for credit, and not at the egress (sonic-swss, portsorch.cpp). */
  private void virtual(SwitchPort port, int n, String dropped) {
    String id = "oid:0x15000000001%02x%x".formatted(port.number(), n);
    String asic = db.metadata("asic_name").map(name -> name + "|").orElse("");
    String system = db.metadata("hostname").orElse("") + "|" + asic + port.name();
    hash("COUNTERS_VOQ_NAME_MAP").put(system + ":" + n, id);
    hash("COUNTERS_QUEUE_TYPE_MAP").put(id, "SAI_QUEUE_TYPE_UNICAST_VOQ");
    Map<String, String> counters = hash("COUNTERS:" + id);
    counters.put("SAI_QUEUE_STAT_PACKETS", "" + port.traffic().outPackets(n));
    counters.put("SAI_QUEUE_STAT_DROPPED_PACKETS", dropped);
    counters.put("SAI_QUEUE_STAT_CREDIT_WD_DELETED_PACKETS", "0");
  }

  private boolean nvidia() {
    return db.metadata("platform").filter(name -> name.contains("nvidia")).isPresent();
  }

  private void multicast(SwitchPort port) {
    String id = "oid:0x15000000000%02xff".formatted(port.number());
    hash("COUNTERS_QUEUE_NAME_MAP").put(port.name() + ":10", id);
    hash("COUNTERS_QUEUE_TYPE_MAP").put(id, "SAI_QUEUE_TYPE_MULTICAST");
    hash("COUNTERS:" + id).put("SAI_QUEUE_STAT_PACKETS", "7");
  }
}
