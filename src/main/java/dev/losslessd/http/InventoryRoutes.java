package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DriftBook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for devices, NICs, counters, findings and drift. */
final class InventoryRoutes {
  private static final String DEVICES = "/api/v1/devices";

  private final HttpSources sources;
  private final Resources resources;

  InventoryRoutes(HttpSources sources, Resources resources) {
    this.sources = sources;
    this.resources = resources;
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
            .query("port", "string", "of which port: gpu01:ens1f0np0"),
        Route.list("/api/v1/drift", "Settings that are not as wanted", "DriftList", this::drift),
        Route.list("/api/v1/findings", "What is wrong, and what to do", "Findings", this::findings),
        Route.list("/api/v1/counters", "The newest sweeps", "Counters", this::counters)
            .query("port", "string", "only this port: gpu01:ens1f0np0")
            .query("all", "boolean", "of a NIC port, those too that are not polled: read now"));
  }

  private HttpReply devices(HttpCall call) {
    ArrayNode items = Json.array();
    sources.devices().devices().forEach(health -> items.add(device(health)));
    return HttpReply.items(items);
  }

  private HttpReply device(HttpCall call) {
    String name = call.param("name");
    return sources.devices().devices().stream()
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
    return sources.devices().devices().stream().map(health -> health.device().name()).toList();
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
    return sources.devices().switches().stream()
            .anyMatch(one -> one.health().device().equals(device))
        ? "switch"
        : "host";
  }

  private Set<PortId> ports(DeviceId device) {
    Set<PortId> ports = new TreeSet<>();
    sources.devices().nics().forEach(driven -> ports.add(driven.nic().port()));
    for (Target target : sources.commitEngine().targets()) {
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
    sources.devices().nics().forEach(driven -> items.add(InventoryJson.nic(driven)));
    return HttpReply.items(items);
  }

  private HttpReply findings(HttpCall call) {
    ArrayNode items = Json.array();
    sources.judgement().findings().forEach(finding -> items.add(InventoryJson.finding(finding)));
    return HttpReply.items(items);
  }

  private HttpReply counters(HttpCall call) {
    Optional<PortId> only = call.query().text("port").map(InventoryRoutes::port);
    FieldErrors errors = new FieldErrors();
    boolean all = call.query().flag("all", errors);
    errors.throwIfAny();
    if (all) {
      call.requireAuthority("all=true reads the NIC itself, and no token was sent");
    }
    List<Sweep> sweeps = all ? everything(only) : newest(only);
    if (only.isPresent() && sweeps.isEmpty() && !resources.known(Target.port(only.get()))) {
      throw new ProblemException(Problem.notFound("no port " + only.get() + " here"));
    }
    ArrayNode items = Json.array();
    sweeps.forEach(sweep -> items.add(InventoryJson.sweep(sweep, onNic(sweep.port()))));
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
        sources
            .nicReads()
            .firmware(port)
            .orElseThrow(() ->
                new ProblemException(
                    Problem.notFound("no NIC with firmware settings is at " + port)));
    ArrayNode items = Json.array();
    entries.forEach(entry -> items.add(InventoryJson.firmware(entry)));
    return HttpReply.items(items);
  }

  private List<Sweep> newest(Optional<PortId> only) {
    return sources.readings().latest().stream()
        .filter(sweep -> only.isEmpty() || sweep.port().equals(only.get()))
        .toList();
  }

  /** Asks the device: so of one port, by its name. */
  private List<Sweep> everything(Optional<PortId> only) {
    PortId port =
        only.orElseThrow(() ->
            new ProblemException(
                Problem.badInput("port", "all=true reads a NIC anew: name one port")));
    return sources.nicReads().everything(port).map(List::of).orElseGet(() -> newest(only));
  }

  private boolean onNic(PortId port) {
    return sources.devices().nics().stream().anyMatch(driven -> driven.nic().port().equals(port));
  }

  private static PortId port(String text) {
    try {
      return PortId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.badInput("port", Json.cut(String.valueOf(e.getMessage()), 200)));
    }
  }

  /** Only what was read and differs; what could not be read is no drift, it is in the port. */
  private HttpReply drift(HttpCall call) {
    ArrayNode items = Json.array();
    sources
        .commitEngine()
        .intent()
        .effective()
        .forEach((key, wanted) ->
            sources
                .readings()
                .seen(key.target())
                .flatMap(seen -> drift(key, wanted, seen))
                .ifPresent(items::add));
    return HttpReply.items(items);
  }

  private Optional<ObjectNode> drift(Key key, Setting wanted, Observation seen) {
    Reading reading = seen.observed().reading(key.kind());
    InSync inSync = InSync.of(wanted, reading);
    boolean onItsWay = reading instanceof Reading.Staged staged && staged.comes(wanted);
    if (inSync.verdict() != InSync.Verdict.FALSE || onItsWay) {
      return Optional.empty();
    }
    ObjectNode json = PlanJson.key(key);
    json.set("wanted", SettingJson.write(wanted));
    seen.observed()
        .inForce(key.kind())
        .ifPresent(is -> json.set("observed", SettingJson.write(is)));
    Optional<DriftBook.Fact> fact = sources.judgement().drift(key);
    // the watch knows when it began; without it, at the latest when it was seen
    Instant since = fact.map(DriftBook.Fact::since).orElse(seen.at());
    String writer = fact.map(DriftBook.Fact::writer).orElse(DriftBook.UNKNOWN);
    return Optional.of(
        json.put("message", inSync.message()).put("since", since.toString()).put("writer", writer));
  }
}
