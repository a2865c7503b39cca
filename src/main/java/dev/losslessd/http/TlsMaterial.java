package dev.losslessd.http;

import dev.losslessd.text.PrintableText;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate with its chain and private key, and those who sign clients' certificates.
 *
 * @param chain the server's own certificate first
 * @param clientCas none where no client is asked
 */
record TlsMaterial(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> clientCas) {
  /** Protects nothing: the store is never written. */
  static final String STORE_PASSWORD = "in-memory";

  private static final byte[] PROBE = new byte[32];

  TlsMaterial {
    chain = List.copyOf(chain);
    clientCas = List.copyOf(clientCas);
  }

  /**
   * @throws TlsException they are no PEM, or do not belong together
   */
  static TlsMaterial of(TlsFiles.Texts texts) {
    String place = texts.of().certificate().text();
    List<X509Certificate> chain = Pem.certificates(place, texts.certificate());
    PrivateKey key = Pem.key(texts.of().key().text(), texts.key());
    if (!belongs(chain.getFirst().getPublicKey(), key)) {
      throw new TlsException(
          ("key %s is not the one of certificate %s, expected a pair; the first certificate of the"
                  + " file must be the server's own")
              .formatted(texts.of().key().text(), place));
    }
    requireOrder(place, chain);
    return new TlsMaterial(
        chain,
        key,
        texts
            .clientCa()
            .map(text -> Pem.certificates(texts.of().clientCa().orElseThrow().text(), text))
            .orElse(List.of()));
  }

  /** When the certificate ends: the first of its chain that does. */
  Instant notAfter() {
    return chain.stream()
        .map(one -> one.getNotAfter().toInstant())
        .min(Instant::compareTo)
        .orElseThrow();
  }

  /** When the certificate begins to be valid. */
  Instant notBefore() {
    return chain.getFirst().getNotBefore().toInstant();
  }

  /** Name of the server's own certificate: {@code CN=gpu01.example}. */
  String subject() {
    return PrintableText.brief(chain.getFirst().getSubjectX500Principal().getName(), 200);
  }

  KeyStore keyStore() {
    try {
      KeyStore store = empty();
      store.setKeyEntry(
          "server", key, STORE_PASSWORD.toCharArray(), chain.toArray(X509Certificate[]::new));
      return store;
    } catch (GeneralSecurityException e) {
      throw new TlsException("certificate " + subject() + " cannot be used: " + e.getMessage());
    }
  }

  KeyStore trustStore() {
    try {
      KeyStore store = empty();
      for (X509Certificate one : clientCas) {
        store.setCertificateEntry("ca" + store.size(), one);
      }
      return store;
    } catch (GeneralSecurityException e) {
      throw new TlsException("certificates of clientCa cannot be used: " + e.getMessage());
    }
  }

  private static KeyStore empty() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new IllegalStateException("nothing was read", e);
    }
    return store;
  }

  /** Clients refuse a chain in which a certificate is not signed by the next. */
  private static void requireOrder(String place, List<X509Certificate> chain) {
    for (int i = 0; i + 1 < chain.size(); i++) {
      try {
        chain.get(i).verify(chain.get(i + 1).getPublicKey());
      } catch (GeneralSecurityException e) {
        throw new TlsException(
            ("%s: certificate %s did not sign certificate %s, expected the server's own, then the"
                    + " one that signed it, and so on")
                .formatted(place, i + 2, i + 1));
      }
    }
  }

  private static boolean belongs(PublicKey certified, PrivateKey key) {
    try {
      String algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "EdDSA";
          };
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(PROBE);
      byte[] signature = signer.sign();
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(certified);
      verifier.update(PROBE);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // keys of two kinds
    }
  }
}
