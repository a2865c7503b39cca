package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Saves;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Unsaved;
import dev.losslessd.watch.DeviceReport;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for what a switch would lose at its next reboot, and for saving it. */
final class SaveRoutes {
  private final DeviceReport devices;
  private final Saves saves;
  private final WritePolicy writePolicy;

  SaveRoutes(CommitEngine commitEngine, DeviceReport devices) {
    this.devices = devices;
    this.saves = commitEngine.saves();
    this.writePolicy = commitEngine.writePolicy();
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                "/api/v1/devices/{device}:save",
                "Makes what runs on a switch survive its reboot",
                "SaveRequest",
                this::save)
            .answers(200, "Unsaved", "What was not saved before, read back from what is saved")
            .fails(409, 503));
  }

  private HttpReply save(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    JsonObjectReader body = JsonObjectReader.of(call.jsonOrNothing(), "", errors);
    boolean withForeign = body.flag("withForeign").orElse(false);
    boolean dryRun = body.flag("dryRun").orElse(false);
    body.end();
    errors.throwIfAny();
    DeviceId device = device(call.param("device"));
    call.caller().requireScope(List.of(device));
    Unsaved before = dryRun ? saves.check(device) : saves.save(device, call.actor(), withForeign);
    ObjectNode json = json(device, before, !dryRun).put("automatic", isAutomatic(device));
    return HttpReply.ok(dryRun ? PlanJson.blocked(json, writePolicy) : json);
  }

  private boolean isAutomatic(DeviceId device) {
    return devices.switches().stream()
        .anyMatch(one -> one.health().device().equals(device) && one.saves());
  }

  private DeviceId device(String name) {
    List<String> names =
        devices.switches().stream().map(one -> one.health().device().name()).toList();
    if (!names.contains(name)) {
      throw new ProblemException(
          Problem.notFound(
              "no switch '" + Json.cut(name, 60) + "' here" + Suggestions.hint(name, names)));
    }
    return new DeviceId(name);
  }

  private static ObjectNode json(DeviceId device, Unsaved before, boolean saved) {
    ObjectNode json = Json.object().put("device", device.name()).put("saved", saved);
    ArrayNode ours = json.putArray("ours");
    before.ours().forEach(ours::add);
    ArrayNode foreign = json.putArray("foreign");
    before.foreign().forEach(foreign::add);
    return json;
  }
}
