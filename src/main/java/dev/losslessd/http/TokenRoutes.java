package dev.losslessd.http;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import dev.losslessd.store.TokenEntry;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Access tokens, for admins. A secret is in one answer alone, that to the request that made it. */
record TokenRoutes(AccessTokens tokens) {
  private static final String TOKENS = "/api/v1/tokens";
  private static final String DEVICES = "devices";
  private static final Pattern LIFE = Pattern.compile("([1-9][0-9]{0,4})([mhd])");
  private static final Duration LONGEST = Duration.ofDays(3650);
  private static final int MOST_GLOBS = 64;

  List<Route> routes() {
    return List.of(
        Route.get(TOKENS, "Access tokens", "Tokens", this::list).pages("ci").needs(Role.ADMIN),
        Route.post(TOKENS, "Makes an access token", "TokenRequest", this::make)
            .takes("TokenRequest", true)
            .answers(200, "MadeToken", "Durable; the secret is in this answer alone")
            .fails(409, 503)
            .needs(Role.ADMIN),
        Route.delete(TOKENS + "/{id}", "Revokes an access token, at once", this::revoke)
            .answers(200, "Token", "What it was")
            .fails(503)
            .needs(Role.ADMIN));
  }

  private HttpReply list(HttpCall call) {
    return new NamedPage<TokenEntry, String>(TokenEntry::name, name -> name)
        .answer(call.query(), tokens.all().stream(), this::json);
  }

  private HttpReply make(HttpCall call) {
    JsonObjectReader body = call.fields();
    Optional<String> name = body.needText("name").flatMap(text -> name(text, body));
    Optional<Role> role = body.needText("role").flatMap(text -> role(text, body));
    DeviceScope scope = scope(body);
    Optional<Duration> life = body.text("for").flatMap(text -> life(text, body));
    body.end();
    if (!scope.isAll()) {
      role.flatMap(Role::wrongWithDevices).ifPresent(why -> body.wrong(DEVICES, why));
    }
    body.errors().throwIfAny();
    AccessTokens.Made made =
        tokens.make(name.orElseThrow(), role.orElseThrow(), scope, life, call.actor());
    return HttpReply.ok(json(made.entry()).with("secret", made.secret()));
  }

  private HttpReply revoke(HttpCall call) {
    String id = call.param("id");
    return tokens
        .revoke(id, call.actor())
        .map(entry -> HttpReply.ok(json(entry)))
        .orElseThrow(() -> ProblemException.notFound("no token '" + Json.cut(id, 60) + "'"));
  }

  private static Optional<String> name(String text, JsonObjectReader body) {
    if (TokenEntry.isName(text)) {
      return Optional.of(text);
    }
    body.errors()
        .unexpected("name", text, "1..64 of A-Z a-z 0-9 . _ - that begin with a letter or digit");
    return Optional.empty();
  }

  private static Optional<Role> role(String text, JsonObjectReader body) {
    Optional<Role> role = Worded.find(Role.class, text);
    if (role.isEmpty()) {
      body.wrong(
          "role",
          "is '" + Json.cut(text, 60) + "'" + Suggestions.hint(text, Worded.all(Role.class)));
    }
    return role;
  }

  private static DeviceScope scope(JsonObjectReader body) {
    if (body.take(DEVICES).isEmpty()) {
      return DeviceScope.ALL;
    }
    List<String> globs = new ArrayList<>();
    List<JsonNode> given = body.needElements(DEVICES, 1, MOST_GLOBS).orElse(List.<JsonNode>of());
    for (int i = 0; i < given.size(); i++) {
      String at = DEVICES + "[" + i + "]";
      Optional<String> glob = body.text(given.get(i), at);
      Optional<String> wrong = glob.flatMap(DeviceScope::wrong);
      wrong.ifPresent(why -> body.wrong(at, why));
      glob.filter(_ -> wrong.isEmpty()).ifPresent(globs::add);
    }
    return new DeviceScope(globs);
  }

  private static Optional<Duration> life(String text, JsonObjectReader body) {
    Matcher form = LIFE.matcher(text);
    if (form.matches()) {
      long number = Long.parseLong(form.group(1));
      Duration life =
          switch (form.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
          };
      if (life.compareTo(LONGEST) <= 0) {
        return Optional.of(life);
      }
    }
    body.wrong("for", "is '" + Json.cut(text, 60) + "', expected 1m..3650d like 30m, 12h or 90d");
    return Optional.empty();
  }

  private Fields json(TokenEntry entry) {
    return new Fields()
        .with("id", entry.id())
        .with("name", entry.name())
        .with("role", entry.role().word())
        .with(DEVICES, entry.scope().globs())
        .with("made", entry.made())
        .with("by", entry.by())
        .with("end", entry.end())
        .with("lastUsed", tokens.lastUsed(entry))
        .with("state", state(entry));
  }

  private String state(TokenEntry entry) {
    if (tokens.accepts(entry)) {
      return "accepted";
    }
    return tokens.hasEnded(entry) ? "ended" : "revoked";
  }
}
