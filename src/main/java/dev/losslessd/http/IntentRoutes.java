package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What is wanted of all devices, read and patched as one document. */
record IntentRoutes(CommitEngine commitEngine, Submission submission) {
  private static final String INTENT = "/api/v1/intent";

  List<Route> routes() {
    return List.of(
        Route.list(INTENT, "What is wanted", "Intent", this::read)
            .bySetting()
            .header("If-None-Match", false, "ETag that is known; the same answers 304")
            .answers(304, "", "The body has not changed"),
        SettingRoutes.written(
                Route.patch(
                    INTENT,
                    "Sets many settings and takes overrides away, as one commit",
                    "IntentPatch",
                    this::patch),
                "|Intent")
            .query(
                CommitOptions.WAVES,
                "string",
                "sizes of waves, 1,5%,100%, or labels, rail=0: those of the config")
            .query(CommitOptions.SOAK, "string", "how long a wave is judged, 1s..24h: 60s")
            .query(CommitOptions.ACCEPT_IDLE, "boolean", "waves go on without traffic"));
  }

  private HttpReply read(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    Intent intent = commitEngine.intent();
    return Precondition.unlessKnown(
        call, reply(call.query(), intent, key -> FindingRoutes.takes(filter, key)));
  }

  private HttpReply reply(Query query, Intent intent, Predicate<Key> which) {
    String version = version(intent);
    HttpReply reply =
        new NamedPage<Map.Entry<Key, Setting>, Key>(Map.Entry::getKey, FindingRoutes::key)
            .answer(
                query,
                new Fields().with("revision", commitEngine.latest()),
                intent.effective().entrySet().stream().filter(one -> which.test(one.getKey())),
                one -> item(one.getKey(), one.getValue(), intent));
    return reply.with("ETag", Precondition.etag(version, reply));
  }

  private Fields item(Key key, Setting value, Intent intent) {
    return Layers.of(key, intent)
        .put(PlanJson.resource(key, value))
        .with("version", commitEngine.version(key));
  }

  /** Changes with everything that is wanted, also by the config file. */
  private String version(Intent intent) {
    StringBuilder text = new StringBuilder();
    intent.effective().forEach((key, value) -> text.append(key).append(SettingJson.text(value)));
    intent.rest().keySet().forEach(text::append);
    return commitEngine.latest() + "-" + Sha256.hex(text.toString()).substring(0, 8);
  }

  private HttpReply patch(HttpCall call) {
    Intent intent = commitEngine.intent();
    Precondition precondition = Precondition.require(call, version(intent), "the intent");
    FieldErrors errors = new FieldErrors();
    CommitOptions options = submission.options(call.query(), errors);
    boolean dryRun = call.query().flag("dryRun", errors);
    IntentPatch patch = IntentPatch.read(call.json(), intent, errors);
    errors.throwIfAny();
    Set<Key> keys = new TreeSet<>(patch.delta().keySet());
    keys.addAll(patch.unset());
    call.caller().requireScopeOf(keys, Set.of());
    Map<Key, Long> versions = new TreeMap<>();
    keys.forEach(key -> versions.put(key, commitEngine.version(key)));
    Request request =
        Request.of(patch.delta(), call.actor(), options.reason())
            .unsetting(patch.unset())
            .by(call.caller().scope())
            .on(options.terms())
            .expecting(call.query().text(SettingRoutes.DIGEST));
    return submission.take(
        call,
        precondition.any() ? request : request.expecting(versions),
        dryRun,
        () -> reply(Query.NONE, commitEngine.intent(), keys::contains));
  }
}
