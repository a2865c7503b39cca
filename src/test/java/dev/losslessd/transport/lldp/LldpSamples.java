package dev.losslessd.transport.lldp;

/** Frames of switches, composed by hand from IEEE 802.1AB and 802.1Qaz. */
public final class LldpSamples {
  private LldpSamples() {}

  /** A leaf with all that DCBX has; each line is one TLV. */
  public static String leaf() {
    return String.join(
            "",
            "0180c200000e 5254000a0b0c 88cc",
            "0207 04 5254000a0b01",
            "040c 05 45746865726e6574312f37",
            "0602 0078",
            "0809 746f206770753031 21",
            "0a05 6c65616637",
            "0e04 0014 0014",
            // 802.3 maximum frame size 9216
            "fe06 00120f 04 2400",
            // ETS: willing, 8 classes; priorities 0 0 0 3 0 0 6 7; 40 % and 60 %
            "fe19 0080c2 09 80 00030067 2800003c00000000 0200000200000000",
            "fe19 0080c2 0a 00 00030067 2800003c00000000 0200000200000000",
            // PFC: 8 classes can, priority 3 does
            "fe06 0080c2 0b 08 08",
            // DSCP 26 to 3, RoCE v2 by its UDP port to 3
            "fe0b 0080c2 0c 00 65001a 6312b7",
            // a vendor's own
            "fe08 001b21 01 deadbeef",
            "0000")
        .replace(" ", "");
  }

  /** The least that a frame may say, padded as Ethernet pads. */
  public static String bare() {
    return String.join(
                "",
                "0180c200000e 5254000a0b0c 88cc",
                "0207 04 5254000a0b01",
                "0407 03 5254000a0b0c",
                "0602 0000",
                "0000")
            .replace(" ", "")
        + "00".repeat(20);
  }
}
