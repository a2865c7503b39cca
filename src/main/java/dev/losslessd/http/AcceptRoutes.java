package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.DeviceIdentities;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Role;
import dev.losslessd.model.Target;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes another box, card or host behind a name for the one that the name stands for. */
final class AcceptRoutes {
  private final DeviceIdentities identities;
  private final Resources resources;

  AcceptRoutes(CommitEngine commitEngine, Resources resources) {
    this.identities = commitEngine.identities();
    this.resources = resources;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                "/api/v1/devices/{device}:accept",
                "Takes what a device is now for what its name stands for",
                "AcceptRequest",
                this::accept)
            .answers(200, "Accepted", "Durable; nothing is written to the device")
            .fails(409, 503)
            .needs(Role.ADMIN));
  }

  private HttpReply accept(HttpCall call) {
    DeviceId device = TargetPath.knownDevice(call, resources).device();
    FieldErrors errors = new FieldErrors();
    JsonObjectReader body = JsonObjectReader.of(call.json(), "", errors);
    String reason = CommitOptions.reason(body, errors);
    if (reason.isBlank()) {
      errors.add(CommitOptions.REASON, "is missing, expected why it is another one");
    }
    body.end();
    errors.throwIfAny();
    return HttpReply.ok(json(identities.accept(device, call.actor(), reason)));
  }

  private static ObjectNode json(DeviceIdentities.Accepted accepted) {
    ObjectNode json = Json.object().put("device", accepted.device().name());
    json.set("before", json(accepted.before()));
    json.set("now", json(accepted.now()));
    ArrayNode open = json.putArray("openCommits");
    accepted.open().forEach(open::add);
    return json;
  }

  /** {@code [{"device": "leaf1", "identity": {"serial": "..."}}]}. */
  static ArrayNode json(Identities identities) {
    ArrayNode list = Json.array();
    identities.all().forEach((target, one) -> list.add(json(target, one)));
    return list;
  }

  private static ObjectNode json(Target target, Identity one) {
    ObjectNode facts = Json.object();
    one.facts().forEach((fact, value) -> facts.put(fact.word(), value));
    return PlanJson.target(target).set("identity", facts);
  }
}
