package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.JsonText;
import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.Shell;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.twin.TwinPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Output of EOS's {@code show} commands. */
final class EosShows {
  private static final int QUEUES = 8;

  private EosShows() {}

  static List<String> of(EosSwitch device, String line) throws CliError {
    return switch (line) {
      case "show running-config" -> config(device, "running-config", device.running());
      case "show startup-config" -> config(device, "startup-config", device.startup());
      case "show hostname" -> List.of("Hostname: " + device.name(), "FQDN:     " + device.name());
      case "show version" -> version();
      case "show version | json" -> json(identity(device));
      case "show configuration sessions detail | json" -> json(sessions(device));
      case "show interfaces | json" -> json(interfaces(device));
      case "show lldp neighbors detail | json" -> json(neighbours(device));
      case "show qos interfaces ecn counters queue | json" -> json(marks(device));
      case "show interfaces counters queue | json" -> json(drops(device));
      case "show priority-flow-control counters watchdog | json" ->
          json(JsonObject.of("interfaces", Map.of()));
      default -> throw new CliError("Invalid input");
    };
  }

  private static List<String> json(Map<String, Object> value) {
    return List.of(JsonText.write(value));
  }

  private static List<String> config(EosSwitch device, String name, EosConfig eosConfig) {
    List<String> lines = new ArrayList<>();
    lines.add("! Command: show " + name);
    lines.add(
        "! device: %s (%s, EOS-%s)".formatted(device.name(), EosSwitch.MODEL, EosSwitch.VERSION));
    lines.add("!");
    lines.addAll(eosConfig.text());
    return lines;
  }

  private static Map<String, Object> identity(EosSwitch device) {
    return JsonObject.of("mfgName", "Arista")
        .with("modelName", EosSwitch.MODEL)
        .with("serialNumber", device.serial("JPE2412"))
        .with("version", EosSwitch.VERSION)
        .with("architecture", "x86_64")
        .with("bootupTimestamp", device.booted().toEpochMilli() / 1000.0);
  }

  private static List<String> version() {
    return List.of(
        "Arista " + EosSwitch.MODEL,
        "",
        "Software image version: " + EosSwitch.VERSION,
        "Architecture: x86_64",
        "",
        "This is a simulation for losslessd; it has no software of the vendor in it.");
  }

  /** As from EOS 4.32 on: a commit that waits is committed, and named beside the list. */
  private static Map<String, Object> sessions(EosSwitch device) {
    Map<String, Object> all = new LinkedHashMap<>();
    device
        .confs()
        .forEach((name, one) ->
            all.put(
                name,
                JsonObject.of("state", one.committed ? "committed" : "pending")
                    .with("commitUser", one.committed ? one.user : "")
                    .with("description", "")
                    .with("instances", instances(device, name))));
    Map<String, Object> told =
        JsonObject.of("sessions", all)
            .with("maxSavedSessions", 1)
            .with("maxOpenSessions", 5)
            .with("mergeOnCommit", false)
            .with("saveToStartupConfigOnCommit", false);
    device
        .timer()
        .ifPresent(timer -> {
          told.put("commitTimerSessionName", timer.session());
          told.put("commitTimerExpireTime", timer.dueMicros() / 1e6);
        });
    return told;
  }

  /** Users that are in a session now. */
  private static Map<String, Object> instances(EosSwitch device, String name) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (Shell shell : device.sessions()) {
      if (shell instanceof EosShell one && name.equals(one.session())) {
        all.put(
            Integer.toString(2000 + one.number()),
            JsonObject.of("user", one.account().name())
                .with("terminal", "vty" + (one.number() + 1)));
      }
    }
    return all;
  }

  private static Map<String, Object> interfaces(EosSwitch device) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (SwitchPort port : device.ports()) {
      boolean up = device.isUp(port);
      all.put(
          port.name(),
          JsonObject.of("name", port.name())
              .with("interfaceStatus", up ? "connected" : "notconnect")
              .with("lineProtocolStatus", up ? "up" : "down")
              .with("hardware", "ethernet")
              .with("bandwidth", port.gbps() * 1_000_000_000L)
              .with("mtu", mtu(device, port))
              .with("physicalAddress", port.mac()));
    }
    device
        .running()
        .bundles()
        .forEach(one ->
            all.put(
                one.header().substring("interface ".length()),
                JsonObject.of("interfaceStatus", "connected")
                    .with("hardware", "portChannel")
                    .with(
                        "mtu",
                        mtu(one.lines().get("12 mtu"), one.lines().containsKey("14 switchport")))));
    return JsonObject.of("interfaces", all);
  }

  static int mtu(EosSwitch device, SwitchPort port) {
    EosConfig running = device.running();
    return mtu(running.line(port, "12 mtu"), running.line(port, "14 switchport") != null);
  }

  private static int mtu(@Nullable String line, boolean routed) {
    return line == null ? (routed ? 1500 : 9214) : Integer.parseInt(line.substring(4));
  }

  private static Map<String, Object> neighbours(EosSwitch device) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (SwitchPort port : device.ports()) {
      all.put(
          port.name(),
          JsonObject.of(
              "lldpNeighborInfo",
              device.neighbour(port).map(one -> List.of(neighbour(one))).orElse(List.of())));
    }
    return JsonObject.of("lldpNeighbors", all);
  }

  private static Map<String, Object> neighbour(Neighbour one) {
    return JsonObject.of("chassisIdType", "macAddress")
        .with("chassisId", one.dottedMac())
        .with("systemName", one.host())
        .with("systemCapabilities", Map.of("stationOnly", true))
        .with(
            "neighborInterfaceInfo",
            JsonObject.of("interfaceIdType", one.byName() ? "interfaceName" : "macAddress")
                .with("interfaceId", one.byName() ? "\"" + one.port() + "\"" : one.dottedMac())
                .with("interfaceId_v2", one.portId()));
  }

  /** {@code -} where {@code random-detect ecn count} is not set. */
  private static Map<String, Object> marks(EosSwitch device) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (SwitchPort port : device.ports()) {
      Map<String, Object> queues = new LinkedHashMap<>();
      for (int n = 0; n < QUEUES; n++) {
        Long marked = marked(device, port, n);
        queues.put(Integer.toString(n), marked == null ? "-" : marked.toString());
      }
      all.put(port.name(), JsonObject.of("queueCounters", queues));
    }
    return JsonObject.of("intfQueueCounters", all);
  }

  /** Null while it is not counted. The twin marks its RoCE priority alone. */
  static @Nullable Long marked(EosSwitch device, SwitchPort port, int queue) {
    boolean counts = device.running().line(port, queue, "41 count") != null;
    boolean roce = queue == TwinPort.ROCE_PRIORITY;
    return counts ? Long.valueOf(roce ? port.traffic().marked() : 0) : null;
  }

  private static Map<String, Object> drops(EosSwitch device) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (SwitchPort port : device.ports()) {
      Map<String, Object> classes = new LinkedHashMap<>();
      for (int n = 0; n < QUEUES; n++) {
        long dropped = n == 0 ? port.traffic().dropped() : 0;
        classes.put(
            "TC" + n,
            JsonObject.of(
                "dropPrecedences", JsonObject.of("DP0", JsonObject.of("droppedPackets", dropped))));
      }
      all.put(port.name(), JsonObject.of("ucastQueues", JsonObject.of("trafficClasses", classes)));
    }
    return JsonObject.of("egressQueueCounters", JsonObject.of("interfaces", all));
  }
}
