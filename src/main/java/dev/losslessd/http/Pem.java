package dev.losslessd.http;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Certificates and private keys in PEM (RFC 7468). No message repeats a byte of a key. */
final class Pem {
  private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----");

  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";

  /** Kinds of keys that TLS can show a certificate with. */
  private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA");

  private Pem() {}

  private record Block(String label, String base64) {}

  /**
   * All certificates of a text, in its order; blocks of another kind are passed over.
   *
   * @param place that the text is from, for messages
   * @throws TlsException there is none, or one that cannot be read
   */
  static List<X509Certificate> certificates(String place, String text) {
    List<X509Certificate> all = new ArrayList<>();
    for (Block block : blocks(text)) {
      if (block.label().equals(CERTIFICATE)) {
        all.add(certificate(place, all.size() + 1, decode(place, block)));
      }
    }
    if (all.isEmpty()) {
      throw new TlsException(
          place + " holds no certificate, expected PEM with -----BEGIN CERTIFICATE-----");
    }
    return all;
  }

  /**
   * The one private key of a text.
   *
   * @param place that the text is from, for messages
   * @throws TlsException there is none, it has a passphrase, or it is of a form or kind that is not
   *     read
   */
  static PrivateKey key(String place, String text) {
    List<Block> keys = blocks(text).stream().filter(block -> block.label().endsWith(KEY)).toList();
    if (keys.size() != 1) {
      throw new TlsException(
          "%s holds %s, expected one in PEM with -----BEGIN PRIVATE KEY-----"
              .formatted(place, keys.isEmpty() ? "no private key" : keys.size() + " private keys"));
    }
    return switch (keys.getFirst().label()) {
      case KEY -> key(place, decode(place, keys.getFirst()));
      case "ENCRYPTED PRIVATE KEY" ->
          throw new TlsException(
              place + " has a key with a passphrase, expected one without" + how());
      default ->
          throw new TlsException(
              "%s has a key in the form %s, expected PKCS#8, -----BEGIN PRIVATE KEY-----%s"
                  .formatted(place, keys.getFirst().label(), how()));
    };
  }

  private static String how() {
    return " ('openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW' writes it)";
  }

  private static List<Block> blocks(String text) {
    List<Block> all = new ArrayList<>();
    Set<String> endless = new HashSet<>();
    Matcher begin = BEGIN.matcher(text);
    int behind = 0;
    while (begin.find()) {
      String label = begin.group(1);
      String last = "-----END " + label + "-----";
      boolean within = begin.start() < behind || endless.contains(label);
      int end = within ? -1 : text.indexOf(last, begin.end());
      if (end < 0 && !within) {
        endless.add(label);
      } else if (end >= 0) {
        all.add(new Block(label, text.substring(begin.end(), end)));
        behind = end + last.length();
      }
    }
    return all;
  }

  private static byte[] decode(String place, Block block) {
    try {
      return Base64.getDecoder().decode(Pattern.of("\\s").matcher(block.base64()).replaceAll(""));
    } catch (IllegalArgumentException e) {
      throw new TlsException(place + " has a block " + block.label() + " that is no Base64");
    }
  }

  private static X509Certificate certificate(String place, int number, byte[] der) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new TlsException(place + ": certificate " + number + " cannot be read as X.509");
    }
  }

  private static PrivateKey key(String place, byte[] der) {
    for (String kind : KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (InvalidKeySpecException e) {
        // of another kind
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every JDK has " + kind, e);
      }
    }
    throw new TlsException(
        place + " has a private key that cannot be read, expected RSA, EC, Ed25519 or Ed448");
  }
}
