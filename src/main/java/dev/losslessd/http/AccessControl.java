package dev.losslessd.http;

import io.javalin.http.Context;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who asks. Reads are free on loopback; what changes something or makes a device work needs the
 * Unix socket, whose file mode says who may, or the token. The Host header is checked, because a
 * page of a foreign site may resolve its name to 127.0.0.1 and read from there (DNS rebinding).
 *
 * <p>Only names the actor: whether the actor may is decided by the route that runs, never by the
 * method that the request says.
 */
final class AccessControl {
  static final String ANYONE = "anyone";

  private static final Set<String> READS = Set.of("GET", "HEAD");
  private static final String BEARER = "bearer ";

  private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
  private final Supplier<String> token;
  private final PeerCredentials peerCredentials;
  private final WrongTokens wrong;

  AccessControl(HttpOptions options, PeerCredentials peerCredentials, WrongTokens wrong) {
    options.hostNames().forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
    this.token = options.token();
    this.peerCredentials = peerCredentials;
    this.wrong = wrong;
  }

  /**
   * @return who asks: {@code uid:0}, {@code token}, {@link #ANYONE}
   * @throws ProblemException 401, 403 or 429
   */
  String admit(Context ctx) {
    Optional<String> peer = peerCredentials.actor(ctx.req());
    if (peer.isPresent()) {
      return peer.get();
    }
    String host = header(ctx, "Host").orElse("");
    requireHost(host);
    if (!READS.contains(ctx.req().getMethod())) {
      requireOwnOrigin(header(ctx, "Origin"), host);
    }
    return actor(header(ctx, "Authorization").orElse(""), ctx.req().getRemoteAddr());
  }

  private void requireHost(String host) {
    if (!hosts.contains(withoutPort(host).toLowerCase(Locale.ROOT))) {
      throw new ProblemException(
          Problem.of(
              403,
              "host-not-accepted",
              "The Host header is not accepted",
              "Host is '"
                  + Json.printable(host, 100)
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

  /** Refuses writes from other sites' pages; browsers name the site of origin. */
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
              "Origin is '"
                  + Json.printable(origin.get(), 100)
                  + "', expected none or that of "
                  + own));
    }
  }

  /** A wrong token is refused even where no token was needed. */
  private String actor(String authorization, String source) {
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return ANYONE;
    }
    if (!Tokens.same(token.get(), authorization.substring(BEARER.length()).strip())) {
      wrong.shown(source);
      throw unauthorized("the token is not the right one");
    }
    return "token";
  }

  /**
   * @param why what is missing
   */
  static ProblemException unauthorized(String why) {
    return new ProblemException(
        Problem.of(
            401,
            "token-required",
            "This needs the token",
            why
                + "; expected 'Authorization: Bearer <token>' (file 'token' in the state folder),"
                + " or the Unix socket"));
  }

  private static Optional<String> header(Context ctx, String name) {
    @Nullable String value = ctx.req().getHeader(name);
    return Optional.ofNullable(value);
  }
}
