package dev.losslessd.config;

import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.util.List;
import java.util.Optional;

/** TLS of the REST server; config section {@code http.tls}. */
public record TlsConfig(
    @Reload("PEM chain, the server's own certificate first") SecretRef certificate,
    @Reload("its private key, PKCS#8 in PEM without passphrase") SecretRef key,
    @Reload("PEM of those who sign clients' certificates") Optional<SecretRef> clientCa,
    @Reload("refuse clients without a certificate in the handshake; needs clientCa") @Usual("off")
        boolean requireClient,
    @Reload(
            "whom client certificates stand for; the first that fits; one that is in no line may do"
                + " nothing")
        @Usual("[]")
        List<Client> clients) {
  public TlsConfig {
    clients = List.copyOf(clients);
  }

  /** Clients whose certificate carries a name: {@code ci.example}, {@code *.ops.example}. */
  public record Client(
      @Reload("common name, or DNS name, URI, address or e-mail address of the subject")
          @Is(TextForm.CLIENT)
          String name,
      @Reload("what it may do") Role role,
      @Reload("globs of devices that it may change; none for every one") @Usual("[]")
          DeviceScope devices) {}
}
