package dev.losslessd.http;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who scrapes the metrics listener: everyone, or whoever has one of the passwords of its {@code
 * web.config.file}. On loopback the Host header is checked as everywhere; from beyond, where a page
 * in a browser has no more of it than anyone else, it may be any.
 *
 * @param hosts names that a Host header on loopback may carry
 * @param users bcrypt hashes by name, as they are now
 */
record MetricsAccess(
    Predicate<String> hosts,
    Supplier<Map<String, String>> users,
    Passwords passwords,
    WrongTokens wrong)
    implements Admission {
  private static final String BASIC = "basic ";

  @Override
  public Caller admit(Context ctx) {
    InetAddress from = AccessControl.peerAddress(ctx);
    String source = AccessControl.text(from);
    if (from.isLoopbackAddress()) {
      @Nullable String host = ctx.req().getHeader("Host");
      AccessControl.requireHost(host == null ? "" : host, hosts);
    }
    Map<String, String> now = users.get();
    if (now.isEmpty()) {
      return Caller.anyone(source);
    }
    @Nullable String shown = ctx.req().getHeader("Authorization");
    if (shown == null) {
      return Caller.stranger(source);
    }
    return caller(now, shown, from);
  }

  private Caller caller(Map<String, String> now, String shown, InetAddress from) {
    String[] parts = decoded(shown).orElseThrow(this::nothingShown).split(":", 2);
    if (parts.length == 2 && !passwords.wasRight(now, parts[0], parts[1])) {
      wrong.requireNotLockedOut(from); // each check takes a tenth of a second of a processor
    }
    if (parts.length < 2 || !passwords.right(now, parts[0], parts[1])) {
      wrong.shown(from);
      throw unauthorized("the user or the password is not the right one");
    }
    return new Caller("basic:" + parts[0], Role.VIEWER, DeviceScope.ALL, AccessControl.text(from));
  }

  private static Optional<String> decoded(String shown) {
    if (!shown.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(shown.substring(BASIC.length()).strip());
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public ProblemException nothingShown() {
    return unauthorized("no user and password were sent");
  }

  private static ProblemException unauthorized(String why) {
    return ProblemException.of(
        401,
        "password-required",
        "This needs a password",
        why + "; expected basic authentication as a user of the listener's webConfig");
  }

  @Override
  public String challenge() {
    return "Basic realm=\"losslessd metrics\"";
  }
}
