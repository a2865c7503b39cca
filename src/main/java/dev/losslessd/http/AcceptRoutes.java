package dev.losslessd.http;

import dev.losslessd.commit.DeviceIdentities;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Role;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import java.util.ArrayList;
import java.util.List;

/** Takes another box, card or host behind a name for the one that the name stands for. */
record AcceptRoutes(DeviceIdentities identities, Resources resources) {

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
    JsonObjectReader body = call.fields();
    String reason = CommitOptions.needReason(body, "why it is another one");
    body.done();
    return HttpReply.ok(json(identities.accept(device, call.actor(), reason)));
  }

  private static Fields json(DeviceIdentities.Accepted accepted) {
    return new Fields()
        .with("device", accepted.device())
        .with("before", json(accepted.before()))
        .with("now", json(accepted.now()))
        .with("openCommits", accepted.open());
  }

  /** {@code [{"device": "leaf1", "identity": {"serial": "..."}}]}. */
  static List<Fields> json(Identities identities) {
    List<Fields> list = new ArrayList<>();
    identities.all().forEach((target, one) -> list.add(json(target, one)));
    return list;
  }

  private static Fields json(Target target, Identity one) {
    Fields facts = new Fields();
    one.facts().forEach((fact, value) -> facts.with(fact.word(), value));
    return PlanJson.target(target).with("identity", facts);
  }
}
