package dev.losslessd.transport;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Where a password, passphrase or community is found: a file, a credential of the unit. Read anew
 * at each connect, so that a changed secret needs no restart, and never kept. Being a reference it
 * has no text of its own that could reach a log.
 */
@FunctionalInterface
public interface Secret {
  /**
   * The secret now. The caller wipes the array after use.
   *
   * @throws TransportException of kind AUTH when it cannot be read; the message names the place,
   *     never the value
   */
  char[] read();

  /** The secret now, in UTF-8. The caller wipes the array after use. */
  default byte[] readBytes() {
    return toBytes(read());
  }

  /** UTF-8 of the characters, which are wiped. */
  static byte[] toBytes(char[] chars) {
    ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(chars));
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes).clear();
    encoded.put(new byte[encoded.capacity()]);
    Arrays.fill(chars, '\0');
    return bytes;
  }
}
