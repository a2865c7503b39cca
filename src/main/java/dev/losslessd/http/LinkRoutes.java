package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import dev.losslessd.watch.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for cables, whether both their ends fit together, and switches between. */
final class LinkRoutes {
  private static final String STATE = "state";
  private static final List<String> VERDICTS =
      Stream.of(Verdict.OK, Verdict.BROKEN, Verdict.UNKNOWN).map(PlanJson::word).toList();

  private final Judgement judgement;
  private final DeviceReport devices;

  LinkRoutes(Judgement judgement, DeviceReport devices) {
    this.judgement = judgement;
    this.devices = devices;
  }

  List<Route> routes() {
    return List.of(
        NamedPage.of(
            ListFilter.byPort(
                Route.list(
                        "/api/v1/links",
                        "Known links and the contract of both ends",
                        "Links",
                        this::links)
                    .choice(STATE, "only those with this verdict", VERDICTS)),
            "gpu01:ens1f0np0 leaf1:Ethernet1/7"),
        NamedPage.of(
            ListFilter.byLabel(
                ListFilter.byDevice(
                    Route.list(
                            "/api/v1/switches",
                            "Switches of this fabric",
                            "Switches",
                            this::switches)
                        .choice(
                            STATE, "only those that answer, or do not", List.of("up", "down")))),
            "leaf1"));
  }

  /** A link is asked for by either end. */
  private HttpReply links(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    ListFilter filter = new ListFilter(call.query(), errors);
    errors.throwIfAny();
    return new NamedPage<LinkContract, String>(
            one -> one.link().a() + " " + one.link().b(), Function.identity())
        .answer(
            call.query(),
            judgement.contracts().stream()
                .filter(one -> filter.takes(one.link().a()) || filter.takes(one.link().b()))
                .filter(one -> filter.takes(STATE, PlanJson.word(one.verdict()))),
            LinkRoutes::link);
  }

  private static ObjectNode link(LinkContract contract) {
    Link link = contract.link();
    ObjectNode json = Json.object().put("a", link.a().toString()).put("b", link.b().toString());
    InventoryJson.putOrNull(json, "cableMetres", link.cableMetres());
    json.put("source", PlanJson.word(link.source()))
        .put("verdict", PlanJson.word(contract.verdict()));
    return json.set("checks", checks(contract));
  }

  static ArrayNode checks(LinkContract contract) {
    ArrayNode checks = Json.array();
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
    return checks;
  }

  private HttpReply switches(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    ListFilter filter = new ListFilter(call.query(), errors);
    errors.throwIfAny();
    return new NamedPage<KnownSwitch, DeviceId>(one -> one.health().device(), DeviceId::new)
        .answer(
            call.query(),
            devices.switches().stream()
                .filter(one -> filter.takes(one.health().device()))
                .filter(one -> filter.takes(one.labels()))
                .filter(one -> filter.takes(STATE, one.health().up() ? "up" : "down")),
            LinkRoutes::leaf);
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
