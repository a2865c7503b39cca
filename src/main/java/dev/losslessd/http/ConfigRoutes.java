package dev.losslessd.http;

import dev.losslessd.config.ConfigChange;
import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ReloadResult;
import dev.losslessd.model.Role;
import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Optional;

/** The config in force, and its file read anew. Secrets are references in both. */
record ConfigRoutes(ConfigReload reload) {

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
    return HttpReply.ok(
        new Fields()
            .with("file", now.file().toString())
            .with("fileInForce", now.isFileInForce())
            .with("since", now.since())
            .with("startedFromKept", now.kept())
            .with("config", now.effective())
            .withAny("lastReload", now.last().map(ConfigRoutes::json)));
  }

  private HttpReply run(HttpCall call) {
    JsonObjectReader body = call.fieldsIfAny();
    boolean dryRun = body.flag("dryRun").orElse(false);
    Optional<String> digest = body.text("digest");
    body.done();
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

  private static Fields json(ReloadResult result) {
    return Fields.of(result)
        .with("changes", result.changes().stream().map(ConfigRoutes::change).toList())
        .with("reasons", result.reasons().stream().map(Fields::of).toList());
  }

  private static Fields change(ConfigChange one) {
    return new Fields()
        .with("key", one.key())
        .with("needsRestart", one.needsRestart())
        .withAny("before", one.before())
        .withAny("after", one.after());
  }
}
