package dev.losslessd.http;

import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ReloadResult;
import dev.losslessd.model.Role;
import dev.losslessd.text.Worded;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The config in force, and its file read anew. Secrets are references in both. */
final class ConfigRoutes {
  private final ConfigReload reload;

  ConfigRoutes(ConfigReload reload) {
    this.reload = reload;
  }

  List<Route> routes() {
    return List.of(
        Route.list("/api/v1/config", "The config in force", "Config", this::show).needs(Role.ADMIN),
        Route.post(
                "/api/v1/config:reload",
                "Takes the config file over without a restart",
                "ReloadRequest",
                this::run)
            .answers(200, "Reload", "In force as a whole; or, of a dry run, what would be")
            .fails(409, 422)
            .needs(Role.ADMIN));
  }

  private HttpReply show(HttpCall call) {
    ConfigReload.Status now = reload.status();
    ObjectNode json =
        Json.object()
            .put("file", now.file().toString())
            .put("fileInForce", now.isFileInForce())
            .put("since", now.since().toString())
            .put("startedFromKept", now.kept())
            .put("config", now.effective());
    now.last().ifPresent(last -> json.set("lastReload", json(last)));
    return HttpReply.ok(json);
  }

  private HttpReply run(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    JsonObjectReader body = JsonObjectReader.of(call.jsonOrNothing(), "", errors);
    boolean dryRun = body.flag("dryRun").orElse(false);
    Optional<String> digest = body.text("digest");
    body.end();
    errors.throwIfAny();
    ReloadResult result = reload.run(call.actor(), dryRun, digest);
    if (result.isRefused() && !dryRun) {
      throw new ProblemException(refused(result));
    }
    return HttpReply.ok(json(result));
  }

  private static Problem refused(ReloadResult result) {
    List<Problem.FieldError> errors =
        result.reasons().stream()
            .map(one ->
                new Problem.FieldError(
                    one.place().isEmpty() ? "config" : one.place(), one.message()))
            .toList();
    boolean other = result.reasons().getFirst().place().equals("digest");
    return new Problem(
        other ? 409 : 422,
        other ? "config-changed" : "config-refused",
        other ? "The file is another one by now" : "The config is not taken",
        result.reasons().getFirst().text()
            + (errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)")
            + "; nothing of it is in force",
        errors,
        null);
  }

  private static ObjectNode json(ReloadResult result) {
    ObjectNode json =
        Json.object()
            .put("at", result.at().toString())
            .put("actor", result.actor())
            .put("outcome", Worded.of(result.outcome()))
            .put("digest", result.digest());
    ArrayNode changes = json.putArray("changes");
    result
        .changes()
        .forEach(one -> {
          ObjectNode change =
              changes.addObject().put("key", one.key()).put("needsRestart", one.needsRestart());
          one.before().ifPresent(text -> change.put("before", text));
          one.after().ifPresent(text -> change.put("after", text));
        });
    ArrayNode reasons = json.putArray("reasons");
    result
        .reasons()
        .forEach(
            one -> reasons.addObject().put("place", one.place()).put("message", one.message()));
    return json;
  }
}
