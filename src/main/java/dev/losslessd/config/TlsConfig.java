package dev.losslessd.config;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.util.List;
import java.util.Optional;

/**
 * TLS of the REST server; config section {@code http.tls}. The files are read again when they
 * change.
 *
 * @param certificate PEM chain, the server's own certificate first
 * @param key its private key, PKCS#8 in PEM without a passphrase
 * @param clientCa PEM certificates of those who sign clients' certificates; empty for none
 * @param requireClient whether a client without such a certificate is refused in the handshake
 * @param clients whom certificates stand for; the first line that fits counts
 */
public record TlsConfig(
    SecretRef certificate,
    SecretRef key,
    Optional<SecretRef> clientCa,
    boolean requireClient,
    List<Client> clients) {
  public TlsConfig {
    clients = List.copyOf(clients);
  }

  /**
   * Clients whose certificate carries a name.
   *
   * @param name glob of a common name, or of a DNS name, URI, address or e-mail address of the
   *     subject: {@code ci.example}, {@code *.ops.example}
   * @param role what they may do
   * @param devices devices that they may change
   */
  public record Client(String name, Role role, DeviceScope devices) {}
}
