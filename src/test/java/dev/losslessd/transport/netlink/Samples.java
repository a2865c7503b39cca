package dev.losslessd.transport.netlink;

/** Replies of a netdev enp1s0 that tells everything, composed by hand. */
final class Samples {
  static final int SEQ = 0x0a0b0c0d;

  private static final String NAME = "0b00 0100 656e7031733000 00";
  private static final String ETS =
      Hex.squeeze(
          "3f00 0100",
          "00 08 00",
          "3c00002800000000",
          Hex.zeros(8),
          "0200000200000000",
          "0000000300000707",
          Hex.zeros(24),
          "00");
  private static final String RATE =
      Hex.squeeze("4400 0700", Hex.zeros(8), "40787d0100000000", Hex.zeros(48));
  private static final String PFC =
      Hex.squeeze(
          "8c00 0200",
          "08 28 01 00 1402 0000",
          Hex.zeros(24),
          "0500000000000000",
          Hex.zeros(32),
          Hex.zeros(40),
          "00e1f50500000000",
          Hex.zeros(16));
  private static final String BUFFER =
      Hex.squeeze(
          "3000 0a00", "0000000002000000", "00000100 00000000 00000200", Hex.zeros(20), "00000400");
  private static final String APPS =
      Hex.squeeze("1400 0300", "0800 0100 05 04 2200", "0800 0100 03 04 b712");
  private static final String REWRITE = "0400 0c80";
  static final String ACK = "24000000 0200 0001 0d0c0b0a 78000000 00000000" + Hex.zeros(16);

  private Samples() {}

  /** A reply to IEEE_GET, and its acknowledgement. */
  static String state() {
    String ieee = Hex.squeeze(ETS, RATE, PFC, BUFFER, APPS, REWRITE);
    String nest = Hex.squeeze(u16(ieee.length() / 2 + 4), "0d00", ieee);
    return message("4e00", "00150000", Hex.squeeze(NAME, nest, "0500 0e00 0d 000000"))
        + Hex.squeeze(ACK);
  }

  /** A notification with the content of {@link #state}, from the process with port 4711. */
  static String notification() {
    String reply = state();
    String body = reply.substring(40, reply.length() - 72);
    return Hex.squeeze(
        u32(20 + body.length() / 2), "4f00 0000 00000000 67120000", "00140000", body);
  }

  static String verdict(String command, String status) {
    return message("4f00", "00" + command + "0000", "0500 0d00" + status + "000000")
        + Hex.squeeze(ACK);
  }

  static String message(String type, String dcbmsg, String attributes) {
    String body = Hex.squeeze(dcbmsg, attributes);
    return Hex.squeeze(u32(16 + body.length() / 2), type, "0500", "0d0c0b0a 78000000", body);
  }

  private static String u16(int value) {
    return String.format("%02x%02x", value & 0xff, value >> 8);
  }

  private static String u32(int value) {
    return u16(value & 0xffff) + u16(value >> 16);
  }
}
