package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.config.TlsConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the daemon listens and whom it lets in.
 *
 * @param listen TCP addresses, beyond loopback only with TLS; port 0 lets the kernel choose; may be
 *     empty
 * @param unixSocket path of the Unix socket, null for none; default {@code
 *     /run/losslessd/losslessd.sock}
 * @param hostNames names besides {@code localhost}, {@code 127.0.0.1} and {@code [::1]} that a Host
 *     header may carry: those of a reverse proxy; without port
 * @param token what a bearer must show to write over TCP, now; see {@link Tokens}
 * @param tls of the TCP addresses; empty for plain HTTP
 * @param metrics the listener of its own for the Prometheus page
 * @param limits of each listener by itself
 */
public record HttpOptions(
    List<InetSocketAddress> listen,
    @Nullable Path unixSocket,
    Set<String> hostNames,
    Supplier<String> token,
    Optional<TlsConfig> tls,
    Metrics metrics,
    HttpLimits limits) {
  static final int SHORTEST_TOKEN = 32;

  /** The longest path that fits sun_path of unix(7), with its closing zero. */
  static final int LONGEST_SOCKET_PATH = 107;

  /**
   * The listener that serves the Prometheus page and the probes alone.
   *
   * @param listen TCP addresses, on loopback or beyond; none for no such listener
   * @param webConfig file with its TLS and passwords; empty for neither
   */
  public record Metrics(List<InetSocketAddress> listen, Optional<Path> webConfig) {
    /** There is no such listener. */
    public static final Metrics NONE = new Metrics(List.of(), Optional.empty());

    public Metrics {
      listen = List.copyOf(listen);
      webConfig = listen.isEmpty() ? Optional.empty() : webConfig;
    }
  }

  public HttpOptions {
    listen = List.copyOf(listen);
    hostNames = Set.copyOf(hostNames);
    for (InetSocketAddress address : listen) {
      if (address.isUnresolved()) {
        throw new ListenException(
            "listen " + text(address) + " is no address or known name; expected one of this host");
      }
      if (tls.isEmpty() && !address.getAddress().isLoopbackAddress()) {
        throw new ListenException(
            "listen "
                + text(address)
                + " is not a loopback address; expected 127.0.0.1 or [::1], or certificate and key"
                + " under 'http: tls:' for other hosts");
      }
    }
    int length = token.get().length();
    if (length < SHORTEST_TOKEN) {
      throw new ListenException(
          "token of " + length + " characters is too short; expected 32 or more");
    }
    if (unixSocket != null && unixSocket.toString().length() > LONGEST_SOCKET_PATH) {
      throw new ListenException(
          "Unix socket %s has more than %s characters; expected a shorter path"
              .formatted(unixSocket, LONGEST_SOCKET_PATH));
    }
  }

  /** Address and port: {@code 127.0.0.1:9180} or {@code [::1]:9180}. */
  static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /** Without the token: an answer or log line never carries it. */
  @Override
  public String toString() {
    return "HttpOptions[listen=" + listen + ", unixSocket=" + unixSocket + "]";
  }
}
