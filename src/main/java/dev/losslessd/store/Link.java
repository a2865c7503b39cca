package dev.losslessd.store;

import dev.losslessd.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Where the chain of a journal stands. A line is JSON that begins with its number and ends with its
 * hash: SHA-256 over the hash of the line before it, as hex digits, and its own text up to there.
 *
 * @param lines number of the last line, 0 before the first
 * @param sha256 of it, 64 hex digits
 */
record Link(long lines, String sha256) {
  /** Link that the first line follows. */
  static final Link START = new Link(0, "0".repeat(64));

  private static final String HASH = ",\"sha256\":\"";
  private static final String END = "\"}";

  /** Bytes of a line behind what its hash is made of; its line break is not among them. */
  static final int TAIL = HASH.length() + 64 + END.length();

  /** A line with its line break, and the chain after it. */
  @SuppressWarnings("ArrayRecordComponent") // bytes of one line: handed on, never compared
  record Next(byte[] line, Link link) {}

  /**
   * @param object that the line holds, as JSON with at least one field
   */
  Next next(byte[] object) {
    byte[] number = ascii("{\"n\":" + (lines + 1) + ",");
    MessageDigest digest = begun();
    digest.update(number);
    digest.update(object, 1, object.length - 2);
    String hash = HexFormat.of().formatHex(digest.digest());
    byte[] tail = ascii(HASH + hash + END + "\n");
    byte[] line = new byte[number.length + object.length - 2 + tail.length];
    System.arraycopy(number, 0, line, 0, number.length);
    System.arraycopy(object, 1, line, number.length, object.length - 2);
    System.arraycopy(tail, 0, line, line.length - tail.length, tail.length);
    return new Next(line, new Link(lines + 1, hash));
  }

  /**
   * The chain after a line.
   *
   * @param line without its line break
   * @throws IllegalArgumentException it is no line, or does not follow
   */
  Link follow(byte[] line) {
    return follow(line, line.length);
  }

  /**
   * @param length of the line in the array
   */
  Link follow(byte[] line, int length) {
    String hash = hash(line, length);
    MessageDigest digest = begun();
    digest.update(line, 0, length - TAIL);
    if (HexFormat.of().formatHex(digest.digest()).equals(hash)) {
      if (startsWith(line, "{\"n\":" + (lines + 1) + ",")) {
        return new Link(lines + 1, hash);
      }
    }
    throw new IllegalArgumentException(
        startsWith(line, "{\"n\":" + (lines + 1) + ",")
            ? "it does not match its hash: it or the line before it was changed"
            : "it is not number " + (lines + 1) + ": a line was taken out, moved or changed");
  }

  /**
   * The hash that a line ends with.
   *
   * @throws IllegalArgumentException it ends otherwise
   */
  static String hash(byte[] line, int length) {
    int at = length - TAIL;
    String tail = at < 0 ? "" : new String(line, at, TAIL, StandardCharsets.ISO_8859_1);
    String hash = at < 0 ? "" : tail.substring(HASH.length(), HASH.length() + 64);
    if (!tail.startsWith(HASH) || !tail.endsWith(END) || !isHex(hash)) {
      throw new IllegalArgumentException("it does not end with a hash");
    }
    return hash;
  }

  private static boolean isHex(String text) {
    return text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  private static boolean startsWith(byte[] line, String text) {
    byte[] wanted = ascii(text);
    return line.length >= wanted.length
        && Arrays.equals(line, 0, wanted.length, wanted, 0, wanted.length);
  }

  private MessageDigest begun() {
    MessageDigest digest = Sha256.begin();
    digest.update(ascii(sha256));
    return digest;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
