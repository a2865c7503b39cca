package dev.losslessd.transport.netlink;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;

/** Messages written in hexadecimal digits, in any grouping. */
final class Hex {
  private Hex() {}

  static MemorySegment of(String... parts) {
    String digits = String.join("", parts).replace(" ", "");
    return MemorySegment.ofArray(HexFormat.of().parseHex(digits));
  }

  static String text(MemorySegment bytes, int length) {
    return HexFormat.of().formatHex(bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
  }

  static String squeeze(String... parts) {
    return String.join("", parts).replace(" ", "");
  }

  static String zeros(int bytes) {
    return "00".repeat(bytes);
  }
}
