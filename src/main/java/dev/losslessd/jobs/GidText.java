package dev.losslessd.jobs;

import dev.losslessd.text.Pattern;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** GIDs as logs and as sysfs write them, in one form: eight groups of four hex digits. */
final class GidText {
  private static final HexFormat HEX = HexFormat.of();

  /** First 12 bytes of a GID that maps an IPv4 address. */
  private static final String IPV4 = "00000000000000000000ffff";

  private GidText() {}

  /** A GID as {@code inet_ntop} writes it; empty for other text. */
  static Optional<String> ofAddress(String text) {
    try {
      byte[] bytes = InetAddress.ofLiteral(text).getAddress();
      String hex = HEX.formatHex(bytes);
      return Optional.of(grouped(bytes.length == 4 ? IPV4 + hex : hex));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Both halves as NCCL prints them with {@code %lX}: bytes of the wire read as a number by a
   * little-endian CPU, leading zeros gone.
   */
  static String ofHalves(String prefix, String identifier) {
    return grouped(reversed(prefix) + reversed(identifier));
  }

  static boolean isLinkLocal(String gid) {
    return Pattern.matches("fe[89ab].*", gid);
  }

  static boolean isEmpty(String gid) {
    return Pattern.matches("(fe80:)?[0:]*", gid);
  }

  /**
   * Whether a GID begins with the first bits of another.
   *
   * @param bits 0..128
   */
  static boolean isWithin(String gid, String prefix, int bits) {
    byte[] one = HEX.parseHex(gid.replace(":", ""));
    byte[] other = HEX.parseHex(prefix.replace(":", ""));
    for (int n = 0; n < bits; n++) {
      int mask = 0x80 >> (n % 8);
      if (n / 8 >= one.length || (one[n / 8] & mask) != (other[n / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  private static String reversed(String hex) {
    String whole = "0".repeat(Math.max(0, 16 - hex.length())) + hex;
    StringBuilder bytes = new StringBuilder();
    for (int n = whole.length() - 2; n >= 0; n -= 2) {
      bytes.append(whole, n, n + 2);
    }
    return bytes.toString();
  }

  private static String grouped(String hex) {
    StringBuilder groups = new StringBuilder(hex.toLowerCase(Locale.ROOT));
    for (int at = (hex.length() - 1) / 4 * 4; at > 0; at -= 4) {
      groups.insert(at, ':');
    }
    return groups.toString();
  }
}
