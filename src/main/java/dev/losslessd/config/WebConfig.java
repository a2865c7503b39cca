package dev.losslessd.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * TLS and passwords of the metrics listener, from a {@code web.config.file} as Prometheus exporters
 * have it.
 *
 * @param users bcrypt hashes by the name of the user; none for no passwords
 */
public record WebConfig(Optional<Tls> tls, Map<String, String> users) {
  /** Neither TLS nor passwords. */
  public static final WebConfig NONE = new WebConfig(Optional.empty(), Map.of());

  public WebConfig {
    users = Map.copyOf(users);
  }

  /** Without the hashes: no log line carries them. */
  @Override
  public String toString() {
    return "WebConfig[tls=" + tls + ", users=" + users.keySet() + "]";
  }

  /** What a client has to show in the handshake. */
  public enum ClientAuth {
    /** It is not asked for a certificate. */
    NONE,
    /** A certificate is verified where there is one. */
    IF_GIVEN,
    /** Without a certificate that verifies there is no connection. */
    REQUIRED
  }

  /**
   * TLS of the listener, from section {@code tls_server_config}.
   *
   * @param lowest {@code TLSv1.2} or {@code TLSv1.3}
   * @param highest {@code TLSv1.2} or {@code TLSv1.3}
   */
  public record Tls(
      Path certificate,
      Path key,
      Optional<Path> clientCa,
      ClientAuth clientAuth,
      String lowest,
      String highest) {}
}
