package dev.losslessd.http;

import dev.losslessd.commit.Request;
import dev.losslessd.commit.Transactions;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Ports and their settings: the resources that carry ETags. */
final class PortRoutes {
  static final String PORTS = "/api/v1/ports/";

  private static final String PORT = PORTS + "{device}/<port>";

  private final Transactions transactions;
  private final Resources resources;

  PortRoutes(HttpSources sources, Resources resources) {
    this.transactions = sources.transactions();
    this.resources = resources;
  }

  /** The whole port comes last: its path matches those of the settings too. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (SettingKind kind : SettingKind.values()) {
      routes.add(get(kind));
      routes.add(put(kind));
    }
    routes.add(Route.get(PORT, "All settings of a port", "Port", this::port));
    return routes;
  }

  private Route get(SettingKind kind) {
    return Route.get(
            PORT + "/" + kind.word(),
            "Setting " + kind.word() + " of a port: wanted and observed",
            "Resource." + kind.word(),
            call -> read(call, kind))
        .header("If-None-Match", false, "ETag that is known; the same answers 304")
        .answers(304, "", "What is wanted has not changed");
  }

  private Route put(SettingKind kind) {
    return Route.of(
            "PUT",
            PORT + "/" + kind.word(),
            "Sets " + kind.word() + " of a port, as one commit",
            call -> write(call, kind))
        .takes("Setting." + kind.word(), true)
        .header("If-Match", true, "ETag of the resource as it was seen, or *")
        .query("dryRun", "boolean", "only plan")
        .query(Style.WHILE_BUSY, "boolean", "the link may bounce while RDMA traffic runs on it")
        .query(Style.CONFIRM_WITHIN, "string", "confirm window, 1s..24h: 600s")
        .query(Style.REASON, "string", "for the journal")
        .answers(200, "Plan", "With dryRun: what would be done, or why not")
        .answers(202, "Commit", "The commit has begun; Location is where to follow it");
  }

  private Answer port(Call call) {
    return Answer.ok(resources.port(target(call)));
  }

  private Answer read(Call call, SettingKind kind) {
    Key key = new Key(target(call), kind);
    String etag = resources.etag(key);
    boolean same =
        Precondition.parse("If-None-Match", call.header("If-None-Match"))
            .map(known -> known.matchesWeakly(etag))
            .orElse(false);
    Answer answer =
        same ? new Answer(304, "application/json", new byte[0]) : Answer.ok(resources.one(key));
    return answer.with("ETag", etag);
  }

  private Answer write(Call call, SettingKind kind) {
    Key key = new Key(target(call), kind);
    Precondition precondition = required(call, key);
    FieldErrors errors = new FieldErrors();
    Style style = Style.of(call.query(), errors);
    boolean dryRun = call.query().flag("dryRun", errors);
    Optional<Setting> value = SettingReader.read(kind, call.json(), "", errors);
    errors.throwIfAny();
    long version = transactions.version(key);
    requireMatch(key, precondition);
    Request request =
        Request.one(key, value.orElseThrow(), call.actor(), style.reason())
            .whileBusy(style.whileBusy())
            .within(style.confirmWithin());
    if (dryRun) {
      return Answer.ok(PlanJson.plan(transactions.preview(request)));
    }
    // The engine compares again under its lock: another write may come between.
    return accepted(
        transactions.submit(precondition.any() ? request : request.expecting(key, version)));
  }

  /** 202 with where to follow it. */
  static Answer accepted(Commit commit) {
    return Answer.json(202, PlanJson.commit(commit))
        .with("Location", "/api/v1/commits/" + commit.id());
  }

  private Precondition required(Call call, Key key) {
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

  private Target target(Call call) {
    Target target = Target.port(portId(call));
    if (!resources.known(target)) {
      throw new ProblemException(Problem.notFound("no port " + target + " here" + hint(call)));
    }
    return target;
  }

  private static PortId portId(Call call) {
    FieldErrors errors = new FieldErrors();
    Optional<DeviceId> device = parsed("device", () -> new DeviceId(call.param("device")), errors);
    Optional<PortId> port =
        parsed("port", () -> new PortId(new DeviceId("any"), call.param("port")), errors);
    errors.throwIfAny();
    return new PortId(device.orElseThrow(), port.orElseThrow().name());
  }

  private static <T> Optional<T> parsed(
      String field, java.util.function.Supplier<T> value, FieldErrors errors) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException e) {
      errors.add(field, Json.cut(String.valueOf(e.getMessage()), 200));
      return Optional.empty();
    }
  }

  /** A misspelt setting looks like a longer port name. */
  private static String hint(Call call) {
    String port = call.param("port");
    int slash = port.lastIndexOf('/');
    return slash < 0 ? "" : settingHint(port.substring(slash + 1));
  }

  static String settingHint(String last) {
    List<String> words = Arrays.stream(SettingKind.values()).map(SettingKind::word).toList();
    return "; '" + Json.cut(last, 60) + "' is no setting" + Nearest.hint(last, words);
  }
}
