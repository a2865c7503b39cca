package dev.losslessd.http;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import dev.losslessd.store.TokenEntry;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;

/**
 * Who asks. Reads are free on loopback; everything else needs the Unix socket, whose file mode says
 * who may, a token, or a client certificate. Where a request has both, the token counts. The Host
 * header is checked, because a page of a foreign site may resolve its name to 127.0.0.1 and read
 * from there (DNS rebinding).
 *
 * <p>Only tells the caller and its role: whether the caller may is decided by the route that runs,
 * never by the method that the request says.
 */
final class AccessControl implements Admission {
  static final Set<String> READS = Set.of("GET", "HEAD");
  private static final String BEARER = "bearer ";

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /**
   * What the config grants.
   *
   * @param hosts names in lower case
   * @param certificates whom client certificates stand for
   */
  private record Grants(
      Set<String> hosts, Supplier<String> token, ClientCertificates certificates) {
    static Grants of(HttpOptions options, ClientCertificates certificates) {
      Set<String> hosts = new HashSet<>(LOOPBACK);
      options.hostNames().forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
      return new Grants(hosts, options.token(), certificates);
    }
  }

  private final PeerCredentials peerCredentials;
  private final AccessTokens tokens;
  private final WrongTokens wrong;
  private final Predicate<String> certified;
  private volatile Grants grants;

  /**
   * @param certified whether the listener's certificate is for a host: its clients verified that
   * @param certificates whom client certificates stand for
   */
  AccessControl(
      HttpOptions options,
      PeerCredentials peerCredentials,
      AccessTokens tokens,
      WrongTokens wrong,
      Predicate<String> certified,
      ClientCertificates certificates) {
    this.grants = Grants.of(options, certificates);
    this.certified = certified;
    this.peerCredentials = peerCredentials;
    this.tokens = tokens;
    this.wrong = wrong;
  }

  /** Takes over what another config grants; requests under way end as they began. */
  void adopt(HttpOptions options, ClientCertificates certificates) {
    grants = Grants.of(options, certificates);
  }

  @Override
  public Caller admit(Context ctx) {
    Optional<String> peer = peerCredentials.actor(ctx.req());
    if (peer.isPresent()) {
      return Caller.peer(peer.get());
    }
    String host = header(ctx, "Host").orElse("");
    requireHost(host, this::isKnown);
    if (!READS.contains(ctx.req().getMethod())) {
      requireOwnOrigin(header(ctx, "Origin"), host);
    }
    return caller(ctx, header(ctx, "Authorization").orElse(""), peerAddress(ctx));
  }

  @Override
  public ProblemException nothingShown() {
    return unauthorized("no token was sent");
  }

  @Override
  public String challenge() {
    return "Bearer realm=\"losslessd\"";
  }

  /** Whether a Host header may carry that name, in lower case and without port. */
  boolean isKnown(String host) {
    return grants.hosts().contains(host) || certified.test(host);
  }

  /**
   * @param known names that it may carry
   * @throws ProblemException 403 for another
   */
  static void requireHost(String host, Predicate<String> known) {
    if (!known.test(withoutPort(host).toLowerCase(Locale.ROOT))) {
      throw ProblemException.of(
          403,
          "host-not-accepted",
          "The Host header is not accepted",
          "Host is '%s', expected localhost, 127.0.0.1, [::1] or a name from the config"
              .formatted(PrintableText.brief(host, 100)));
    }
  }

  /** {@code [::1]:9180} is {@code [::1]}; anything odd stays as it is, and is in no list. */
  static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    boolean port =
        colon >= 0
            && colon > host.lastIndexOf(']')
            && host.indexOf(':', host.lastIndexOf(']') + 1) == colon
            && Pattern.matches("[0-9]{0,5}", host.substring(colon + 1));
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
      throw ProblemException.of(
          403,
          "origin-not-accepted",
          "The Origin is not accepted",
          "Origin is '%s', expected none or that of %s"
              .formatted(PrintableText.brief(origin.get(), 100), own));
    }
  }

  /** A wrong token is refused even where no token was needed. */
  private Caller caller(Context ctx, String authorization, InetAddress from) {
    String source = text(from);
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return grants
          .certificates()
          .caller(ServletContextRequest.getServletContextRequest(ctx.req()), source)
          .orElseGet(
              () -> from.isLoopbackAddress() ? Caller.anyone(source) : Caller.stranger(source));
    }
    String shown = authorization.substring(BEARER.length()).strip();
    if (Tokens.same(grants.token().get(), shown)) {
      return new Caller("token", Role.ADMIN, DeviceScope.ALL, source);
    }
    Optional<TokenEntry> entry = tokens.find(shown);
    if (entry.isEmpty()) {
      wrong.shown(from);
      throw unauthorized("the token is not the right one");
    }
    return caller(entry.get(), source);
  }

  private Caller caller(TokenEntry entry, String source) {
    if (tokens.hasEnded(entry)) {
      throw unauthorized("the token " + entry + " has ended at " + entry.end());
    }
    tokens.used(entry);
    return new Caller(
        "token:" + entry.name(), entry.role(), entry.scope(), source, () -> tokens.accepts(entry));
  }

  /** Address of a client on TCP, from its connection. */
  static InetAddress peerAddress(Context ctx) {
    SocketAddress address =
        ServletContextRequest.getServletContextRequest(ctx.req())
            .getConnectionMetaData()
            .getRemoteSocketAddress();
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      return inet.getAddress();
    }
    throw unauthorized("the connection has no address");
  }

  /** Without the name of an interface that an address of a link may carry. */
  static String text(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    return zone < 0 ? text : text.substring(0, zone);
  }

  /**
   * @param why what is missing
   */
  static ProblemException unauthorized(String why) {
    return ProblemException.of(
        401,
        "token-required",
        "This needs a token",
        why
            + "; expected 'Authorization: Bearer <token>' with one of 'losslessd token create'"
            + " or of the file 'token' in the state folder, or the Unix socket");
  }

  private static Optional<String> header(Context ctx, String name) {
    @Nullable String value = ctx.req().getHeader(name);
    return Optional.ofNullable(value);
  }
}
