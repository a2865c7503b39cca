package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Request;
import dev.losslessd.http.Resources.Ask;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Settings of ports and of whole devices: the resources that carry ETags. */
record SettingRoutes(
    CommitEngine commitEngine, Resources resources, FlightRoutes flights, Submission submission) {
  static final String PORTS = "/api/v1/ports/";

  static final String DIGEST = "digest";

  private static final String FRESH = "fresh";
  private static final String ASKS = "asks the device now, behind all that write; needs authority";
  private static final String PORT = PORTS + "{device}/<port>";
  private static final String DEVICE = "/api/v1/devices/{device}";

  /** The whole port comes last: its path matches those of the settings too. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (SettingKind kind : SettingKind.values()) {
      routes.add(get(PORT, "a port", kind));
      routes.add(put(PORT, "a port", kind));
      routes.add(delete(PORT, "a port", kind));
      routes.add(get(DEVICE, "a whole switch", kind));
      routes.add(put(DEVICE, "a whole switch", kind));
      routes.add(delete(DEVICE, "a whole switch", kind));
    }
    routes.add(
        Route.get(DEVICE + "/settings", "All system-wide settings of a switch", "Port", this::whole)
            .query(FRESH, "boolean", ASKS)
            .fails(409, 503));
    routes.add(flights.route(PORT, this::target));
    routes.add(
        Route.get(PORT, "All settings of a port", "Port", this::whole)
            .query(FRESH, "boolean", ASKS)
            .fails(409, 503));
    return routes;
  }

  private Route get(String path, String of, SettingKind kind) {
    return Route.get(
            path + "/" + kind.word(),
            "Setting " + kind.word() + " of " + of + ": wanted and observed",
            "Resource." + kind.word(),
            call -> read(call, kind))
        .query(FRESH, "boolean", ASKS)
        .header("If-None-Match", false, "ETag that is known; the same answers 304")
        .answers(304, "", "The body has not changed")
        .fails(409, 503);
  }

  private Route put(String path, String of, SettingKind kind) {
    return written(
        Route.put(
            path + "/" + kind.word(),
            "Sets " + kind.word() + " of " + of + ", as one commit; nothing where it is so already",
            "Setting." + kind.word(),
            call -> write(call, kind)),
        "|Resource." + kind.word());
  }

  private Route delete(String path, String of, SettingKind kind) {
    return written(
        Route.delete(
            path + "/" + kind.word(),
            "Takes the override of %s of %s away: the file's layer is in force again"
                .formatted(kind.word(), of),
            call -> unset(call, kind)),
        "");
  }

  /**
   * @param more schemas that an answer may have besides
   */
  static Route written(Route route, String more) {
    return route
        .header("If-Match", true, "ETag of the resource as it was seen, or *")
        .header(
            "Prefer",
            false,
            "wait=30: the answer comes when the commit has ended, or awaits its confirm, within so"
                + " many seconds, 120 at most")
        .query("dryRun", "boolean", "only plan")
        .query(
            CommitOptions.WHILE_BUSY,
            "boolean",
            "the link may bounce while RDMA traffic runs on it")
        .query(CommitOptions.WHEN_IDLE, "boolean", "begin when the link is idle, if it is busy now")
        .query(
            CommitOptions.ACCEPT_SCOPE, "boolean", "ports that are wired to others may change too")
        .query(Waivers.FIELD, "string", "rule:reason, a rule that shall not refuse; repeatable")
        .query(CommitOptions.CONFIRM_WITHIN, "string", "confirm window, 1s..24h: 600s")
        .query(CommitOptions.REASON, "string", "for the journal")
        .query(
            DIGEST, "string", "of the plan that was seen: a device that is another now is refused")
        .answers(
            200,
            "Plan|Commit" + more,
            "With dryRun the plan; with Prefer: wait the end of the commit; the resource where it"
                + " is so already and nothing was begun")
        .answers(202, "Commit", "The commit has begun; Location is where to follow it")
        .fails(409, 412, 422, 428, 503);
  }

  private HttpReply whole(HttpCall call) {
    Ask ask = ask(call);
    return HttpReply.ok(resources.whole(target(call), ask));
  }

  private static Ask ask(HttpCall call) {
    boolean fresh = FieldErrors.checked(errors -> call.query().flag(FRESH, errors));
    if (fresh) {
      call.requireAuthority("fresh=true asks the device itself, and no token was sent");
      if (call.header("If-None-Match").isPresent()) {
        throw ProblemException.badInput(
            "If-None-Match", "came with fresh=true; it tells what is wanted, expected one");
      }
      return Ask.ALWAYS;
    }
    return call.hasAuthority() ? Ask.WHERE_UNKNOWN : Ask.NEVER;
  }

  private HttpReply read(HttpCall call, SettingKind kind) {
    Ask ask = ask(call);
    return Precondition.unlessKnown(call, resources.reply(new Key(target(call), kind), ask));
  }

  private HttpReply write(HttpCall call, SettingKind kind) {
    return taken(call, kind, errors -> SettingReader.read(kind, call.json(), "", errors));
  }

  private HttpReply unset(HttpCall call, SettingKind kind) {
    return taken(call, kind, _ -> Optional.empty());
  }

  /**
   * @param body the value; none to take the override away
   */
  private HttpReply taken(
      HttpCall call, SettingKind kind, Function<FieldErrors, Optional<Setting>> body) {
    Key key = new Key(target(call), kind);
    call.caller().requireScope(List.of(key.target().device()));
    long version = commitEngine.version(key);
    Precondition precondition = Precondition.require(call, resources.wantedVersion(key), key);
    FieldErrors errors = new FieldErrors();
    CommitOptions options = CommitOptions.of(call.query(), List.of(), errors);
    boolean dryRun = call.query().flag("dryRun", errors);
    Optional<Setting> value = body.apply(errors);
    errors.throwIfAny();
    Request request =
        value
            .map(wanted -> Request.one(key, wanted, call.actor(), options.reason()))
            .orElseGet(() -> Request.unset(key, call.actor(), options.reason()))
            .by(call.caller().scope())
            .on(options.terms())
            .expecting(call.query().text(DIGEST));
    // The engine compares again under its lock: another write may come between.
    return submission.take(
        call,
        precondition.any() ? request : request.expecting(key, version),
        dryRun,
        () -> resources.reply(key, Ask.WHERE_UNKNOWN));
  }

  /** A commit with where to follow it. */
  static HttpReply accepted(Commit commit, int status) {
    return HttpReply.json(status, PlanJson.commit(commit))
        .with("Location", "/api/v1/commits/" + commit.id());
  }

  private Target target(HttpCall call) {
    return TargetPath.known(call, resources);
  }
}
