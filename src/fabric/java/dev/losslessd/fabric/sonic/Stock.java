package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.List;
import java.util.Map;

/**
 * CONFIG_DB as {@code config qos reload} leaves it on a new switch: every port with the maps called
 * AZURE, PFC for 3 and 4, and DSCP 26 in traffic class 1.
 */
final class Stock {
  private static final Map<Integer, Integer> CLASSES = Map.of(8, 0, 5, 2, 3, 3, 4, 4, 46, 5, 48, 6);

  private static final String MAP = "AZURE";
  private static final int QUEUES = 7;

  private Stock() {}

  /**
   * @param dynamic the buffer model: of Mellanox, else that of Broadcom
   */
  static Tables of(String name, List<SwitchPort> ports, boolean dynamic) {
    Tables db = new Tables();
    db.put(
        "DEVICE_METADATA",
        "localhost",
        "hostname",
        name,
        "hwsku",
        dynamic ? "ACS-SN5600" : "Arista-7060X6-64PE",
        "platform",
        dynamic ? "x86_64-nvidia_sn5600-r0" : "x86_64-arista_7060x6_64pe",
        "type",
        "LeafRouter",
        "default_pfcwd_status",
        "disable");
    if (dynamic) {
      db.put("DEVICE_METADATA", "localhost", "buffer_model", "dynamic");
    }
    db.put("SNMP_COMMUNITY", "public", "TYPE", "RO");
    for (String group : List.of("PORT", "QUEUE", "PG_DROP", "PFCWD")) {
      db.put(
          "FLEX_COUNTER_TABLE", group, "FLEX_COUNTER_STATUS", "enable", "POLL_INTERVAL", "10000");
    }
    maps(db);
    buffers(db);
    ports.forEach(port -> port(db, port, dynamic));
    return db;
  }

  /** The host's own on a switch with several ASICs: no ports, and no QoS. */
  static Tables host(String name) {
    Tables db = new Tables();
    db.put("DEVICE_METADATA", "localhost", "hostname", name, "type", "LeafRouter");
    return db;
  }

  private static void maps(Tables db) {
    for (int dscp = 0; dscp < 64; dscp++) {
      db.put("DSCP_TO_TC_MAP", MAP, "" + dscp, "" + CLASSES.getOrDefault(dscp, 1));
    }
    for (int n = 0; n < 8; n++) {
      db.put("TC_TO_QUEUE_MAP", MAP, "" + n, "" + n);
      db.put("MAP_PFC_PRIORITY_TO_QUEUE", MAP, "" + n, "" + n);
      boolean own = n == 3 || n == 4 || n == 7;
      db.put("TC_TO_PRIORITY_GROUP_MAP", MAP, "" + n, own ? "" + n : "0");
    }
    db.put("SCHEDULER", "scheduler.0", "type", "DWRR", "weight", "14");
    db.put("SCHEDULER", "scheduler.1", "type", "DWRR", "weight", "15");
    for (String colour : List.of("green", "yellow", "red")) {
      db.put(
          "WRED_PROFILE",
          "AZURE_LOSSLESS",
          colour + "_min_threshold",
          "1048576",
          colour + "_max_threshold",
          "2097152",
          colour + "_drop_probability",
          "5",
          "wred_" + colour + "_enable",
          "true");
    }
    db.put("WRED_PROFILE", "AZURE_LOSSLESS", "ecn", "ecn_all");
  }

  private static void buffers(Tables db) {
    db.put("BUFFER_POOL", "ingress_lossless_pool", "mode", "dynamic", "type", "ingress");
    db.put(
        "BUFFER_PROFILE",
        "ingress_lossy_profile",
        "dynamic_th",
        "3",
        "pool",
        "ingress_lossless_pool",
        "size",
        "0");
  }

  /** One as on most platforms, and one as in the port_config.ini of an Accton AS7816-64X. */
  static String alias(SwitchPort port) {
    return port.number() == 2 ? "Eth2(Port2)" : "etp" + port.number();
  }

  private static void port(Tables db, SwitchPort port, boolean dynamic) {
    String name = port.name();
    db.put(
        "PORT",
        name,
        "admin_status",
        "up",
        "alias",
        alias(port),
        "description",
        port.neighbour().host(),
        "index",
        "" + port.number(),
        "lanes",
        "" + 8 * port.number(),
        "mtu",
        "9100",
        "speed",
        port.gbps() + "000");
    db.put("CABLE_LENGTH", MAP, name, "5m");
    db.put(
        "PORT_QOS_MAP",
        name,
        "dscp_to_tc_map",
        MAP,
        "pfc_enable",
        "3,4",
        "pfc_to_queue_map",
        MAP,
        "pfcwd_sw_enable",
        "3,4",
        "tc_to_pg_map",
        MAP,
        "tc_to_queue_map",
        MAP);
    if (!dynamic) {
      BufferManager.profile(db, name);
    }
    db.put("BUFFER_PG", name + "|0", "profile", "ingress_lossy_profile");
    db.put(
        "BUFFER_PG",
        name + "|3-4",
        "profile",
        dynamic ? "NULL" : BufferManager.profileName(db, name).orElse(""));
    for (int n = 0; n < QUEUES; n++) {
      boolean lossless = n == 3 || n == 4;
      db.put("QUEUE", name + "|" + n, "scheduler", lossless ? "scheduler.1" : "scheduler.0");
      if (lossless) {
        db.put("QUEUE", name + "|" + n, "wred_profile", "AZURE_LOSSLESS");
      }
    }
  }
}
