package dev.losslessd.store;

import dev.losslessd.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The {@code Idempotency-Key} of a request and what came with it, as digests: whatever a client
 * sends takes the same 32 bytes, and the journal tells nobody a client's words.
 *
 * @param name of the actor and his key
 * @param request of the route and the body
 */
public record IdempotencyKey(Digest name, Digest request) {
  /** The first half of a SHA-256: half the size, and collisions stay impractical. */
  public record Digest(long high, long low) {
    String text() {
      HexFormat hex = HexFormat.of();
      return hex.toHexDigits(high) + hex.toHexDigits(low);
    }

    static Digest parse(String text) {
      if (text.length() != 32) {
        throw new IllegalArgumentException("expected 32 hex digits, found '" + text + "'");
      }
      return new Digest(
          HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
    }

    private static Digest of(byte[]... parts) {
      MessageDigest sha = Sha256.begin();
      for (byte[] part : parts) {
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
        sha.update(part);
      }
      ByteBuffer sum = ByteBuffer.wrap(sha.digest());
      return new Digest(sum.getLong(), sum.getLong());
    }

    private static Digest of(String one, byte[] other) {
      return of(one.getBytes(StandardCharsets.UTF_8), other);
    }
  }

  /**
   * @param actor the same key of two actors is two keys
   * @param route what was asked for, so that one key does not serve two
   */
  public static IdempotencyKey of(String actor, String key, String route, byte[] body) {
    return new IdempotencyKey(
        Digest.of(actor, key.getBytes(StandardCharsets.UTF_8)), Digest.of(route, body));
  }
}
