package dev.losslessd.http;

import io.javalin.http.Context;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may come in. Reads are free on loopback; writes need the Unix socket, whose file mode says
 * who may, or the token. The Host header is checked, because a page of a foreign site may resolve
 * its name to 127.0.0.1 and read from there (DNS rebinding).
 */
final class Door {
  static final String ANYONE = "anyone";

  private static final Set<String> READS = Set.of("GET", "HEAD");
  private static final Set<String> CHANGES = Set.of("POST", "PUT", "PATCH", "DELETE");
  private static final String BEARER = "bearer ";

  private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
  private final String token;
  private final Peers peers;

  Door(HttpOptions options, Peers peers) {
    options.hostNames().forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
    this.token = options.token();
    this.peers = peers;
  }

  /**
   * @return who asks
   * @throws ProblemException 401 or 403
   */
  String admit(Context ctx) {
    Optional<String> peer = peers.actor(ctx.req());
    if (peer.isPresent()) {
      return peer.get();
    }
    String host = header(ctx, "Host").orElse("");
    requireHost(host);
    if (READS.contains(ctx.req().getMethod())) {
      return ANYONE;
    }
    requireOwnOrigin(header(ctx, "Origin"), host);
    if (CHANGES.contains(ctx.req().getMethod())) {
      requireToken(header(ctx, "Authorization"));
      return "token";
    }
    return ANYONE;
  }

  private void requireHost(String host) {
    if (!hosts.contains(withoutPort(host).toLowerCase(Locale.ROOT))) {
      throw new ProblemException(
          Problem.of(
              403,
              "host-not-accepted",
              "The Host header is not accepted",
              "Host is '"
                  + Json.cut(host, 100)
                  + "', expected localhost, 127.0.0.1, [::1] or a name from the config"));
    }
  }

  /** {@code [::1]:9180} is {@code [::1]}; anything odd stays as it is, and is in no list. */
  static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    boolean port =
        colon >= 0
            && colon > host.lastIndexOf(']')
            && host.indexOf(':', host.lastIndexOf(']') + 1) == colon
            && host.substring(colon + 1).matches("[0-9]{0,5}");
    return port ? host.substring(0, colon) : host;
  }

  /** A browser tells from which site a write comes; only our own page may. */
  private static void requireOwnOrigin(Optional<String> origin, String host) {
    if (origin.isEmpty()) {
      return;
    }
    String text = origin.get().toLowerCase(Locale.ROOT);
    String own = host.toLowerCase(Locale.ROOT);
    if (!text.equals("http://" + own) && !text.equals("https://" + own)) {
      throw new ProblemException(
          Problem.of(
              403,
              "origin-not-accepted",
              "The Origin is not accepted",
              "Origin is '" + Json.cut(origin.get(), 100) + "', expected none or that of " + own));
    }
  }

  private void requireToken(Optional<String> authorization) {
    String shown = authorization.orElse("");
    boolean bearer = shown.regionMatches(true, 0, BEARER, 0, BEARER.length());
    if (!bearer || !Tokens.same(token, shown.substring(BEARER.length()).strip())) {
      throw new ProblemException(
          Problem.of(
              401,
              "token-required",
              "A write needs the token",
              (shown.isEmpty() ? "no token was sent" : "the token is not the right one")
                  + "; expected 'Authorization: Bearer <token>' (file 'token' in the state folder),"
                  + " or the Unix socket"));
    }
  }

  private static Optional<String> header(Context ctx, String name) {
    @Nullable String value = ctx.req().getHeader(name);
    return Optional.ofNullable(value);
  }
}
