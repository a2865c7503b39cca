package dev.losslessd.transport.netlink;

/** Answers of RDMA netlink about mlx5_7, composed by hand from the kernel's header. */
final class RdmaSamples {
  private static final String HANDLE = Hex.squeeze("08000100 03000000 0b000200 6d6c78355f37 0000");
  private static final String PORT = Hex.squeeze("08000300 01000000");
  private static final String DONE = Hex.squeeze("14000000 0300 0200 0d0c0b0a 63000000 00000000");
  private static final String ACK =
      Hex.squeeze("24000000 0200 0001 0d0c0b0a 63000000 00000000", Hex.zeros(16));

  private RdmaSamples() {}

  static String devices() {
    return message("0114", HANDLE + PORT + Hex.squeeze("09004300 726f636500 000000")) + DONE;
  }

  static String summaries() {
    return message(
            "0914",
            HANDLE
                + nest(
                    "0f80",
                    nest(
                        "1080",
                        Hex.squeeze("07001100 717000 00")
                            + Hex.squeeze("0c001200 0900000000000000"))))
        + DONE;
  }

  static String pairs() {
    String entry =
        PORT
            + Hex.squeeze("08001500 2a010000 05001a00 02 000000 05001b00 03 000000")
            + Hex.squeeze("08001c00 39300000");
    return message("0a14", HANDLE + nest("1380", nest("1480", entry) + nest("1480", entry))) + DONE;
  }

  static String counters() {
    return message(
            "1114", HANDLE + PORT + nest("5080", counter("6e705f61", 7) + counter("72705f62", 9)))
        + ACK;
  }

  private static String counter(String name, int value) {
    return nest(
        "5180",
        Hex.squeeze("09005200", name, "00 000000")
            + Hex.squeeze("0c005300", String.format("%02x", value), Hex.zeros(7)));
  }

  static String mode() {
    return message("1114", HANDLE + PORT + Hex.squeeze("08004a00 01000000 08004c00 01000000"))
        + ACK;
  }

  /** One set of RC queue pairs, one of a process, and one that somebody bound by hand. */
  static String sets() {
    return message(
            "1114",
            HANDLE
                + nest(
                    "4d00",
                    set("01000000", "05001a00 02 000000")
                        + set("01000000", "05001a00 04 000000 08001c00 39300000")
                        + set("02000000", "")))
        + DONE;
  }

  private static String set(String mode, String whose) {
    return nest(
        "4e00",
        PORT
            + Hex.squeeze("08004f00 04000000 08004a00", mode, whose)
            + nest("1380", nest("1480", Hex.squeeze("08001500 2a010000")))
            + nest("5080", counter("72785f61", 7) + counter("72785f62", 9)));
  }

  static String status() {
    String entry = Hex.squeeze("0a005200 63635f7278 00 0000 08005e00 20000000 05005f00 01 000000");
    return message("1814", HANDLE + PORT + nest("5080", nest("5180", entry))) + ACK;
  }

  private static String nest(String type, String inner) {
    int length = inner.length() / 2 + 4;
    return String.format("%02x%02x", length & 0xff, length >> 8) + type + inner;
  }

  private static String message(String type, String attributes) {
    int length = attributes.length() / 2 + 16;
    return Hex.squeeze(
        String.format("%02x%02x0000", length & 0xff, length >> 8),
        type,
        "0200 0d0c0b0a 63000000",
        attributes);
  }
}
