package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Request;
import dev.losslessd.http.Resources.Ask;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.watch.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings of ports and of whole devices: the resources that carry ETags. */
final class SettingRoutes {
  static final String PORTS = "/api/v1/ports/";

  private static final String FRESH = "fresh";
  private static final String ASKS = "asks the device now, behind all that write; needs authority";
  private static final String PORT = PORTS + "{device}/<port>";
  private static final String DEVICE = "/api/v1/devices/{device}";

  private final CommitEngine commitEngine;
  private final Resources resources;
  private final Judgement judgement;
  private final FlightRoutes flights;

  SettingRoutes(
      CommitEngine commitEngine, Resources resources, Judgement judgement, FlightRoutes flights) {
    this.commitEngine = commitEngine;
    this.resources = resources;
    this.judgement = judgement;
    this.flights = flights;
  }

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
            .query(FRESH, "boolean", ASKS));
    routes.add(flights.route(PORT, this::target));
    routes.add(
        Route.get(PORT, "All settings of a port", "Port", this::whole)
            .query(FRESH, "boolean", ASKS));
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
        .answers(304, "", "What is wanted has not changed");
  }

  private Route put(String path, String of, SettingKind kind) {
    return written(
        Route.put(
            path + "/" + kind.word(),
            "Sets " + kind.word() + " of " + of + ", as one commit",
            "Setting." + kind.word(),
            call -> write(call, kind)));
  }

  private Route delete(String path, String of, SettingKind kind) {
    return written(
        Route.delete(
            path + "/" + kind.word(),
            "Takes the override of "
                + kind.word()
                + " of "
                + of
                + " away: the file's layer is in force again",
            call -> unset(call, kind)));
  }

  private static Route written(Route route) {
    return route
        .header("If-Match", true, "ETag of the resource as it was seen, or *")
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
        .answers(200, "Plan", "With dryRun: what would be done, or why not")
        .answers(202, "Commit", "The commit has begun; Location is where to follow it");
  }

  private HttpReply whole(HttpCall call) {
    Ask ask = ask(call);
    return HttpReply.ok(resources.whole(target(call), ask));
  }

  private static Ask ask(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    boolean fresh = call.query().flag(FRESH, errors);
    errors.throwIfAny();
    if (fresh) {
      call.requireAuthority("fresh=true asks the device itself, and no token was sent");
      if (call.header("If-None-Match").isPresent()) {
        throw new ProblemException(
            Problem.badInput(
                "If-None-Match", "came with fresh=true; it tells what is wanted, expected one"));
      }
      return Ask.ALWAYS;
    }
    return call.hasAuthority() ? Ask.WHERE_UNKNOWN : Ask.NEVER;
  }

  private HttpReply read(HttpCall call, SettingKind kind) {
    Ask ask = ask(call);
    Key key = new Key(target(call), kind);
    String etag = resources.etag(key);
    boolean same =
        Precondition.parse("If-None-Match", call.header("If-None-Match"))
            .map(known -> known.matchesWeakly(etag))
            .orElse(false);
    HttpReply reply =
        same
            ? new HttpReply(304, "application/json", new byte[0])
            : HttpReply.ok(resources.one(key, ask));
    return reply.with("ETag", etag);
  }

  private HttpReply write(HttpCall call, SettingKind kind) {
    Key key = new Key(target(call), kind);
    Precondition precondition = required(call, key);
    FieldErrors errors = new FieldErrors();
    CommitOptions options = CommitOptions.of(call.query(), errors);
    boolean dryRun = call.query().flag("dryRun", errors);
    Optional<Setting> value = SettingReader.read(kind, call.json(), "", errors);
    errors.throwIfAny();
    return taken(
        Request.one(key, value.orElseThrow(), call.actor(), options.reason()),
        key,
        precondition,
        options,
        dryRun);
  }

  private HttpReply unset(HttpCall call, SettingKind kind) {
    Key key = new Key(target(call), kind);
    Precondition precondition = required(call, key);
    FieldErrors errors = new FieldErrors();
    CommitOptions options = CommitOptions.of(call.query(), errors);
    boolean dryRun = call.query().flag("dryRun", errors);
    errors.throwIfAny();
    return taken(
        Request.unset(key, call.actor(), options.reason()), key, precondition, options, dryRun);
  }

  private HttpReply taken(
      Request wish, Key key, Precondition precondition, CommitOptions options, boolean dryRun) {
    long version = commitEngine.version(key);
    requireMatch(key, precondition);
    Request request = wish.on(options.terms());
    if (dryRun) {
      return plan(commitEngine.preview(request));
    }
    // The engine compares again under its lock: another write may come between.
    return accepted(
        commitEngine.submit(precondition.any() ? request : request.expecting(key, version)));
  }

  private HttpReply plan(Plan plan) {
    return HttpReply.ok(PlanJson.unjudged(PlanJson.plan(plan), judgement.unjudged(plan)));
  }

  /** 202 with where to follow it. */
  static HttpReply accepted(Commit commit) {
    return HttpReply.json(202, PlanJson.commit(commit))
        .with("Location", "/api/v1/commits/" + commit.id());
  }

  private Precondition required(HttpCall call, Key key) {
    return Precondition.parse("If-Match", call.header("If-Match"))
        .orElseThrow(() ->
            new ProblemException(
                Problem.of(
                    428,
                    "precondition-required",
                    "If-Match is missing",
                    "If-Match is missing, expected "
                        + resources.etag(key)
                        + " (the ETag of "
                        + key
                        + " as you saw it) or *")));
  }

  private void requireMatch(Key key, Precondition precondition) {
    String etag = resources.etag(key);
    if (!precondition.matches(etag)) {
      throw new ProblemException(
          Problem.of(
              412,
              "version-mismatch",
              "The resource has another version",
              key + " has ETag " + etag + ", which If-Match does not name; read it again"));
    }
  }

  private Target target(HttpCall call) {
    return TargetPath.known(call, resources);
  }
}
