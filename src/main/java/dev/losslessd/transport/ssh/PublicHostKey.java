package dev.losslessd.transport.ssh;

import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * A host's public key.
 *
 * @param type as in known_hosts: {@code ssh-ed25519}
 * @param base64 the key as known_hosts has it
 */
public record PublicHostKey(String type, String base64) {
  private static final Pattern TYPE = Pattern.compile("[a-z0-9][A-Za-z0-9@._-]{0,63}");

  /** What stands for a type that no key has. */
  static final String NO_TYPE = "unknown";

  /** Returns the key of these bytes, which begin with its type (RFC 4253 6.6). */
  static PublicHostKey of(byte[] blob) {
    return new PublicHostKey(
        typeOf(blob).orElse(NO_TYPE), Base64.getEncoder().encodeToString(blob));
  }

  /** Returns the key of two fields of a line; empty where they are none, or of two types. */
  static Optional<PublicHostKey> parse(String type, String base64) {
    try {
      byte[] blob = Base64.getDecoder().decode(base64);
      return typeOf(blob).filter(type::equals).map(_ -> of(blob));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> typeOf(byte[] blob) {
    if (blob.length < Integer.BYTES) {
      return Optional.empty();
    }
    int length = ByteBuffer.wrap(blob).getInt();
    return length < 1 || length > blob.length - Integer.BYTES
        ? Optional.empty()
        : Optional.of(new String(blob, Integer.BYTES, length, StandardCharsets.US_ASCII))
            .filter(type -> TYPE.matcher(type).matches());
  }

  /** The key as documents have it. */
  HostKeyOffer.Key key() {
    return new HostKeyOffer.Key(type, fingerprint());
  }

  /** The line of a known hosts file. */
  String line(String host) {
    return host + " " + type + " " + base64;
  }

  byte[] blob() {
    return Base64.getDecoder().decode(base64);
  }

  /** Fingerprint as {@code ssh-keygen -lf} prints it: {@code SHA256:...}. */
  public String fingerprint() {
    byte[] digest = Sha256.begin().digest(blob());
    return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
  }

  @Override
  public String toString() {
    return type + " " + fingerprint();
  }
}
