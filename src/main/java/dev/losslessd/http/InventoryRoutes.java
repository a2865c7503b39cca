package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.inventory.NicReads;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.DrivenNic;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Routes for devices, NICs and their firmware. */
record InventoryRoutes(CommitEngine commitEngine, DeviceReport devices, NicReads nicReads) {
  /** A name of a port, for people. */
  static final String PORT_LIKE = "gpu01:ens1f0np0";

  private static final String DEVICES = "/api/v1/devices";
  private static final String STATE = "state";

  List<Route> routes() {
    return List.of(
        Route.list(DEVICES, "Devices and whether they answer", "Devices", this::devices)
            .choice(STATE, "only those that answer, or do not", List.of("up", "down"))
            .byDevice()
            .byLabel()
            .pages("gpu01"),
        Route.get(DEVICES + "/{device}", "One device", "Device", this::device),
        Route.list(
                "/api/v1/nics",
                "NIC ports of this host, and of servers that it reaches",
                "Nics",
                this::nics)
            .query(STATE, "string", "only those in this state: ACTIVE, DOWN")
            .byPort()
            .pages(PORT_LIKE),
        Route.list("/api/v1/firmware", "Entries of a NIC's firmware", "Firmware", this::firmware)
            .query("port", "string", "of which port: gpu01:ens1f0np0")
            .fails(404)
            .pages("LINK_TYPE_P1"));
  }

  private HttpReply devices(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    Map<DeviceId, Map<String, String>> labels = devices.labels();
    return new NamedPage<DeviceHealth, DeviceId>(DeviceHealth::device, DeviceId::new)
        .answer(
            call.query(),
            devices.devices().stream()
                .filter(one -> filter.takes(one.device()))
                .filter(one -> filter.takes(labels.getOrDefault(one.device(), Map.of())))
                .filter(one -> filter.takes(STATE, one.up() ? "up" : "down")),
            one -> device(one));
  }

  private HttpReply device(HttpCall call) {
    String name = call.param("device");
    return devices.devices().stream()
        .filter(health -> health.device().name().equals(name))
        .findFirst()
        .map(health -> HttpReply.ok(device(health)))
        .orElseThrow(() ->
            ProblemException.notFound(
                "no device '" + Json.cut(name, 60) + "' here" + Suggestions.hint(name, names())));
  }

  private List<String> names() {
    return devices.devices().stream().map(health -> health.device().name()).toList();
  }

  private Fields device(DeviceHealth health) {
    return new Fields()
        .with("name", health.device())
        .with("kind", kind(health.device()))
        .with("ports", ports(health.device()))
        .with("labels", devices.labels().getOrDefault(health.device(), Map.of()))
        .with("up", health.up())
        .with("lastSuccess", health.lastSuccess())
        .with("reason", health.reason());
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
    ListFilter filter = ListFilter.of(call.query());
    return new NamedPage<DrivenNic, PortId>(one -> one.nic().port(), PortId::parse)
        .answer(
            call.query(),
            devices.nics().stream()
                .filter(one -> filter.takes(one.nic().port()))
                .filter(one -> filter.takes(STATE, one.nic().state())),
            InventoryJson::nic);
  }

  /** Asks the NIC, which takes seconds. */
  private HttpReply firmware(HttpCall call) {
    call.requireAuthority("firmware is read from the NIC itself, and no token was sent");
    PortId port =
        call.query()
            .text("port")
            .map(InventoryRoutes::port)
            .orElseThrow(() -> ProblemException.badInput("port", "is missing: name one port"));
    List<FirmwareEntry> entries =
        nicReads
            .firmware(port)
            .orElseThrow(
                () -> ProblemException.notFound("no NIC with firmware settings is at " + port));
    return new NamedPage<FirmwareEntry, String>(FirmwareEntry::name, Function.identity())
        .answer(call.query(), entries.stream(), InventoryJson::firmware);
  }

  static PortId port(String text) {
    try {
      return PortId.parse(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.badInput("port", Json.cut(String.valueOf(e.getMessage()), 200));
    }
  }
}
