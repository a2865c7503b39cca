package dev.losslessd.http;

import dev.losslessd.commit.Saves;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Unsaved;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.DeviceReport;
import java.util.List;

/** Routes for what a switch would lose at its next reboot, and for saving it. */
record SaveRoutes(DeviceReport devices, Saves saves, WritePolicy writePolicy) {

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
    JsonObjectReader body = call.fieldsIfAny();
    boolean withForeign = body.flag("withForeign").orElse(false);
    boolean dryRun = body.flag("dryRun").orElse(false);
    body.done();
    DeviceId device = device(call.param("device"));
    call.caller().requireScope(List.of(device));
    Unsaved before = dryRun ? saves.check(device) : saves.save(device, call.actor(), withForeign);
    Fields json = json(device, before, !dryRun).with("automatic", isAutomatic(device));
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
      throw ProblemException.notFound(
          "no switch '" + Json.cut(name, 60) + "' here" + Suggestions.hint(name, names));
    }
    return new DeviceId(name);
  }

  private static Fields json(DeviceId device, Unsaved before, boolean saved) {
    return new Fields()
        .with("device", device)
        .with("saved", saved)
        .with("ours", before.ours())
        .with("foreign", before.foreign());
  }
}
