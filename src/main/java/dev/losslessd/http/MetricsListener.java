package dev.losslessd.http;

import dev.losslessd.config.WebConfig;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The listener that serves the Prometheus page and the probes alone, with TLS and passwords of its
 * own.
 */
record MetricsListener(TcpSockets sockets, WebConfigWatch web, Optional<ListenerTls> tls) {
  /** Name in logs, metrics and findings. */
  static final String NAME = "metrics";

  private static final Set<String> PATHS = Set.of("/metrics", "/healthz", "/readyz");

  /**
   * Binds its addresses and reads its files.
   *
   * @throws ListenException one cannot be used
   */
  static MetricsListener open(HttpOptions.Metrics options, InstantSource clock) {
    WebConfigWatch web = WebConfigWatch.open(options.webConfig(), clock);
    Optional<ListenerTls> tls =
        web.current()
            .tls()
            .map(_ ->
                ListenerTls.open(
                    NAME, () -> TlsFiles.of(web.current().tls().orElseThrow()), clock));
    return new MetricsListener(TcpSockets.bind(options.listen()), web, tls);
  }

  /** Answers when this returns. */
  Listener start(
      ListenerParts parts, WrongTokens wrong, Predicate<String> hosts, List<Route> table) {
    MetricsAccess access =
        new MetricsAccess(
            host -> hosts.test(host) || tls().filter(one -> one.isFor(host)).isPresent(),
            () -> web.current().users(),
            new Passwords(new SecureRandom(), Passwords::bcrypt),
            wrong);
    return Listener.start(
        NAME,
        Listener.Handlers.VIRTUAL,
        parts,
        access,
        table.stream().filter(route -> PATHS.contains(route.path())).toList(),
        (server, http, open) -> sockets.connectors(server, http, open, parts.time(), tls));
  }

  /**
   * Tries another file out, with what it names.
   *
   * @throws ListenException it cannot be used
   */
  void tryOut(HttpOptions.Metrics options) {
    WebConfig next = web.tryOut(options.webConfig());
    tls().ifPresent(one -> next.tls().map(TlsFiles::of).ifPresent(one::tryOut));
  }

  /** Takes up another file, which was tried out. */
  void adopt(HttpOptions.Metrics options) {
    web.adopt(options.webConfig());
    tls().ifPresent(ListenerTls::check);
  }

  /** Takes up what its files say now. */
  void check() {
    web.check();
    tls().ifPresent(ListenerTls::check);
  }

  /** Why files of it as they are now are not in force. */
  List<FileFailure> failures() {
    return Stream.concat(web.failure().stream(), tls().flatMap(ListenerTls::failure).stream())
        .toList();
  }
}
