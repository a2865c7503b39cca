package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.inventory.NicReads;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for devices, NICs and their firmware. */
final class InventoryRoutes {
  private static final String DEVICES = "/api/v1/devices";

  private final CommitEngine commitEngine;
  private final DeviceReport devices;
  private final NicReads nicReads;

  InventoryRoutes(CommitEngine commitEngine, DeviceReport devices, NicReads nicReads) {
    this.commitEngine = commitEngine;
    this.devices = devices;
    this.nicReads = nicReads;
  }

  List<Route> routes() {
    return List.of(
        Route.list(DEVICES, "Devices and whether they answer", "Devices", this::devices),
        Route.get(DEVICES + "/{name}", "One device", "Device", this::device),
        Route.list(
            "/api/v1/nics",
            "NIC ports of this host, and of servers that it reaches",
            "Nics",
            this::nics),
        Route.get("/api/v1/firmware", "Entries of a NIC's firmware", "Firmware", this::firmware)
            .query("port", "string", "of which port: gpu01:ens1f0np0"));
  }

  private HttpReply devices(HttpCall call) {
    ArrayNode items = Json.array();
    devices.devices().forEach(health -> items.add(device(health)));
    return HttpReply.items(items);
  }

  private HttpReply device(HttpCall call) {
    String name = call.param("name");
    return devices.devices().stream()
        .filter(health -> health.device().name().equals(name))
        .findFirst()
        .map(health -> HttpReply.ok(device(health)))
        .orElseThrow(() ->
            new ProblemException(
                Problem.notFound(
                    "no device '"
                        + Json.cut(name, 60)
                        + "' here"
                        + Suggestions.hint(name, names()))));
  }

  private List<String> names() {
    return devices.devices().stream().map(health -> health.device().name()).toList();
  }

  private ObjectNode device(DeviceHealth health) {
    ObjectNode json =
        Json.object().put("name", health.device().name()).put("kind", kind(health.device()));
    ArrayNode ports = json.putArray("ports");
    ports(health.device()).forEach(port -> ports.add(port.toString()));
    Instant last = health.lastSuccess();
    return json.put("up", health.up())
        .put("lastSuccess", last == null ? null : last.toString())
        .put("reason", health.reason());
  }

  private String kind(DeviceId device) {
    return devices.switches().stream().anyMatch(one -> one.health().device().equals(device))
        ? "switch"
        : "host";
  }

  private Set<PortId> ports(DeviceId device) {
    Set<PortId> ports = new TreeSet<>();
    devices.nics().forEach(driven -> ports.add(driven.nic().port()));
    for (Target target : commitEngine.targets()) {
      switch (target) {
        case Target.Port port -> ports.add(port.id());
        case Target.Device whole -> {}
      }
    }
    ports.removeIf(port -> !port.device().equals(device));
    return ports;
  }

  private HttpReply nics(HttpCall call) {
    ArrayNode items = Json.array();
    devices.nics().forEach(driven -> items.add(InventoryJson.nic(driven)));
    return HttpReply.items(items);
  }

  /** Asks the NIC, which takes seconds. */
  private HttpReply firmware(HttpCall call) {
    call.requireAuthority("firmware is read from the NIC itself, and no token was sent");
    PortId port =
        call.query()
            .text("port")
            .map(InventoryRoutes::port)
            .orElseThrow(
                () -> new ProblemException(Problem.badInput("port", "is missing: name one port")));
    List<FirmwareEntry> entries =
        nicReads
            .firmware(port)
            .orElseThrow(() ->
                new ProblemException(
                    Problem.notFound("no NIC with firmware settings is at " + port)));
    ArrayNode items = Json.array();
    entries.forEach(entry -> items.add(InventoryJson.firmware(entry)));
    return HttpReply.items(items);
  }

  static PortId port(String text) {
    try {
      return PortId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.badInput("port", Json.cut(String.valueOf(e.getMessage()), 200)));
    }
  }
}
