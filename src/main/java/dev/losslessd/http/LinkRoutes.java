package dev.losslessd.http;

import dev.losslessd.model.DeviceLabel;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import dev.losslessd.watch.Judgement;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for cables, whether both their ends fit together, and switches between. */
final class LinkRoutes {
  private final Judgement judgement;
  private final DeviceReport devices;

  LinkRoutes(Judgement judgement, DeviceReport devices) {
    this.judgement = judgement;
    this.devices = devices;
  }

  List<Route> routes() {
    return List.of(
        Route.list(
            "/api/v1/links", "Known links and the contract of both ends", "Links", this::links),
        Route.list("/api/v1/switches", "Switches of this fabric", "Switches", this::switches)
            .query(
                DeviceLabels.LABEL,
                "string",
                "only those with this label: rail=0; given several times, with all of them"));
  }

  private HttpReply links(HttpCall call) {
    ArrayNode items = Json.array();
    judgement.contracts().forEach(contract -> items.add(link(contract)));
    return HttpReply.items(items);
  }

  private static ObjectNode link(LinkContract contract) {
    Link link = contract.link();
    ObjectNode json = Json.object().put("a", link.a().toString()).put("b", link.b().toString());
    InventoryJson.putOrNull(json, "cableMetres", link.cableMetres());
    json.put("source", PlanJson.word(link.source()))
        .put("verdict", PlanJson.word(contract.verdict()));
    ArrayNode checks = json.putArray("checks");
    contract
        .checks()
        .forEach(check ->
            checks
                .addObject()
                .put("name", check.name())
                .put("verdict", PlanJson.word(check.verdict()))
                .put("a", check.atA())
                .put("b", check.atB())
                .put("why", check.why()));
    return json;
  }

  private HttpReply switches(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    List<DeviceLabel> labels = DeviceLabels.of(call.query(), errors);
    errors.throwIfAny();
    ArrayNode items = Json.array();
    devices.switches().stream()
        .filter(one -> labels.stream().allMatch(label -> label.isAmong(one.labels())))
        .forEach(one -> items.add(leaf(one)));
    return HttpReply.items(items);
  }

  private static ObjectNode leaf(KnownSwitch leaf) {
    DeviceHealth health = leaf.health();
    Instant last = health.lastSuccess();
    ObjectNode json =
        Json.object()
            .put("name", health.device().name())
            .put("os", leaf.os())
            .put("address", leaf.address())
            .put("managed", leaf.managed())
            .put("up", health.up())
            .put("lastSuccess", last == null ? null : last.toString())
            .put("reason", health.reason());
    ObjectNode labels = json.putObject("labels");
    leaf.labels().forEach(labels::put);
    ArrayNode ports = json.putArray("ports");
    leaf.ports().forEach(port -> ports.add(port.toString()));
    return json;
  }
}
