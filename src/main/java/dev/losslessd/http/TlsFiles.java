package dev.losslessd.http;

import dev.losslessd.config.SecretRef;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.config.WebConfig;
import dev.losslessd.config.WebConfig.ClientAuth;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Places of what TLS of a listener needs, and what clients must show.
 *
 * @param clientCa empty where no client is asked for a certificate
 * @param protocols {@code TLSv1.2}, {@code TLSv1.3} or both
 */
record TlsFiles(
    SecretRef certificate,
    SecretRef key,
    Optional<SecretRef> clientCa,
    ClientAuth clientAuth,
    List<String> protocols) {
  private static final String TLS_1_2 = "TLSv1.2";
  private static final String TLS_1_3 = "TLSv1.3";

  TlsFiles {
    protocols = List.copyOf(protocols);
  }

  static TlsFiles of(TlsConfig tls) {
    ClientAuth auth = tls.requireClient() ? ClientAuth.REQUIRED : ClientAuth.IF_GIVEN;
    return new TlsFiles(
        tls.certificate(),
        tls.key(),
        tls.clientCa(),
        tls.clientCa().isPresent() ? auth : ClientAuth.NONE,
        List.of(TLS_1_2, TLS_1_3));
  }

  static TlsFiles of(WebConfig.Tls tls) {
    return new TlsFiles(
        file(tls.certificate()),
        file(tls.key()),
        tls.clientCa().map(TlsFiles::file),
        tls.clientAuth(),
        tls.lowest().equals(tls.highest()) ? List.of(tls.lowest()) : List.of(TLS_1_2, TLS_1_3));
  }

  private static SecretRef file(Path path) {
    return new SecretRef("file:" + path);
  }

  /**
   * What is in the files now.
   *
   * @throws TlsException one cannot be read
   */
  Texts read() {
    return new Texts(this, read(certificate), read(key), clientCa.map(TlsFiles::read));
  }

  private static String read(SecretRef place) {
    try {
      return place.read(System::getenv);
    } catch (IllegalStateException e) {
      throw new TlsException(String.valueOf(e.getMessage()));
    }
  }

  /** Says why others than its owner can read the key; empty if they cannot. */
  Optional<String> openness() {
    return key.openness(System::getenv);
  }

  /**
   * Contents of the files at one moment.
   *
   * @param of the places that they are from
   */
  record Texts(TlsFiles of, String certificate, String key, Optional<String> clientCa) {
    /** Without the key: no log line carries it. */
    @Override
    public String toString() {
      return "Texts[of=" + of + "]";
    }
  }
}
