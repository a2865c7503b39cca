package dev.losslessd.transport.lldp;

import dev.losslessd.transport.TransportException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * LLDP frames from bytes. A length that does not fit is an error that names the TLV; an unknown TLV
 * is passed over. Integers are big endian.
 */
public final class LldpParser {
  /** EtherType of LLDP (IEEE 802.1AB). */
  public static final int ETHERTYPE = 0x88cc;

  private static final int VLAN = 0x8100;
  private static final int HEADER = 14;
  private static final int TAG = 4;

  private static final int END = 0;
  private static final int CHASSIS = 1;
  private static final int PORT = 2;
  private static final int TTL = 3;
  private static final int PORT_DESCRIPTION = 4;
  private static final int SYSTEM_NAME = 5;

  private final byte[] frame;
  private @Nullable String chassis;
  private @Nullable String port;
  private boolean portIsName;
  private int ttl = -1;
  private String portDescription = "";
  private String systemName = "";

  private LldpParser(byte[] frame) {
    this.frame = frame;
  }

  /**
   * @param frame from its destination address on
   * @throws TransportException GARBLED if it is none, or cut short
   */
  public static LldpFrame parse(byte[] frame) {
    LldpParser parser = new LldpParser(frame.clone());
    parser.tlvs(parser.start());
    return parser.result();
  }

  private int start() {
    int at = HEADER;
    if (frame.length >= HEADER + TAG && u16(frame, 12) == VLAN) {
      at += TAG;
    }
    if (frame.length < at || u16(frame, at - 2) != ETHERTYPE) {
      throw garbled("frame of " + frame.length + " bytes is not LLDP (EtherType 0x88cc)");
    }
    return at;
  }

  private void tlvs(int from) {
    int at = from;
    int count = 0;
    while (at + 2 <= frame.length) {
      int type = u16(frame, at) >> 9;
      int length = u16(frame, at) & 0x1ff;
      at += 2;
      if (length > frame.length - at) {
        throw garbled(
            "TLV " + type + " has length " + length + ", left are " + (frame.length - at));
      }
      if (type == END) {
        return;
      }
      require(count, type);
      take(type, at, length);
      at += length;
      count++;
    }
  }

  /** Chassis, port and time to live are the first three, in this order, and come once. */
  private void require(int count, int type) {
    boolean mandatory = type <= TTL;
    boolean first = count < TTL;
    if (mandatory != first || (first && type != count + 1)) {
      throw garbled("TLV " + type + " at place " + (count + 1) + ", expected 1, 2, 3, others");
    }
  }

  private void take(int type, int at, int length) {
    switch (type) {
      case CHASSIS -> chassis = Ids.chassis(frame, at, length);
      case PORT -> {
        port = Ids.port(frame, at, length);
        portIsName = Ids.portIsName(frame, at);
      }
      case TTL -> {
        if (length < 2) {
          throw garbled("TTL of " + length + " bytes, expected 2");
        }
        ttl = u16(frame, at);
      }
      case PORT_DESCRIPTION -> portDescription = Ids.text(frame, at, length);
      case SYSTEM_NAME -> systemName = Ids.text(frame, at, length);
      default -> {}
    }
  }

  private LldpFrame result() {
    if (chassis == null || port == null || ttl < 0) {
      throw garbled("ends before chassis id, port id and time to live");
    }
    return new LldpFrame(chassis, port, portIsName, ttl, portDescription, systemName);
  }

  static TransportException garbled(String why) {
    return TransportException.garbled("LLDP: " + why);
  }

  static int u8(byte[] bytes, int at) {
    return Byte.toUnsignedInt(bytes[at]);
  }

  static int u16(byte[] bytes, int at) {
    return u8(bytes, at) << 8 | u8(bytes, at + 1);
  }

  /** Chassis and port ids: a byte that tells the kind, then the id. */
  private static final class Ids {
    private static final int MAC_BYTES = 6;
    private static final int CHASSIS_MAC = 4;
    private static final int CHASSIS_ADDRESS = 5;
    private static final int PORT_MAC = 3;
    private static final int PORT_ADDRESS = 4;
    private static final int IPV4 = 1;

    private Ids() {}

    static String chassis(byte[] frame, int at, int length) {
      return id("chassis id", frame, at, length, CHASSIS_MAC, CHASSIS_ADDRESS);
    }

    static String port(byte[] frame, int at, int length) {
      return id("port id", frame, at, length, PORT_MAC, PORT_ADDRESS);
    }

    static boolean portIsName(byte[] frame, int at) {
      int kind = u8(frame, at);
      return kind != PORT_MAC && kind != PORT_ADDRESS;
    }

    private static String id(
        String what, byte[] frame, int at, int length, int macKind, int addressKind) {
      if (length < 2 || length > 256) {
        throw garbled(what + " of " + length + " bytes, expected 2..256");
      }
      int kind = u8(frame, at);
      if (kind == macKind) {
        if (length != MAC_BYTES + 1) {
          throw garbled(what + ": MAC address of " + (length - 1) + " bytes, expected 6");
        }
        return mac(frame, at + 1);
      }
      return kind == addressKind ? address(frame, at, length) : text(frame, at + 1, length - 1);
    }

    private static String address(byte[] frame, int at, int length) {
      if (u8(frame, at + 1) == IPV4 && length == 6) {
        return "%s.%s.%s.%s"
            .formatted(u8(frame, at + 2), u8(frame, at + 3), u8(frame, at + 4), u8(frame, at + 5));
      }
      return HexFormat.ofDelimiter(":").formatHex(frame, at + 2, at + length);
    }

    static String mac(byte[] frame, int at) {
      return HexFormat.ofDelimiter(":").formatHex(frame, at, at + MAC_BYTES);
    }

    /** Printable ASCII; a stranger's bytes go to logs and labels. Some senders end with NUL. */
    static String text(byte[] frame, int at, int length) {
      StringBuilder text = new StringBuilder();
      for (int n = at; n < at + length && frame[n] != 0; n++) {
        int one = u8(frame, n);
        text.append(one >= ' ' && one < 0x7f ? (char) one : one == '\n' ? ' ' : '?');
      }
      return text.toString().strip();
    }
  }
}
