package dev.losslessd.transport.snmp;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Messages byte by byte, right and wrong ones (ITU-T X.690, RFC 3416, RFC 3412). */
final class Ber {
  static final int INTEGER = 0x02;
  static final int OCTETS = 0x04;
  static final int OID = 0x06;
  static final int SEQUENCE = 0x30;
  static final int COUNTER = 0x41;
  static final int TICKS = 0x43;
  static final int RESPONSE = 0xa2;
  static final int REPORT = 0xa8;

  private Ber() {}

  static byte[] of(int tag, byte[]... parts) {
    byte[] content = join(parts);
    byte[] length =
        content.length < 0x80
            ? new byte[] {(byte) content.length}
            : new byte[] {
              (byte) 0x83,
              (byte) (content.length >> 16),
              (byte) (content.length >> 8),
              (byte) content.length
            };
    return join(new byte[] {(byte) tag}, length, content);
  }

  static byte[] number(long value) {
    return of(INTEGER, BigInteger.valueOf(value).toByteArray());
  }

  static byte[] text(String text) {
    return of(OCTETS, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /**
   * An unsigned report of version 3, at the end of all boots and times.
   *
   * @param number of the message, as an integer
   * @param oid of the counter that it shows
   */
  static byte[] report(byte[] number, byte[] engine, String user, byte[] oid) {
    return of(
        SEQUENCE,
        number(3),
        of(SEQUENCE, number, number(65_507), of(OCTETS, new byte[] {0}), number(3)),
        of(
            OCTETS,
            of(
                SEQUENCE,
                of(OCTETS, engine),
                number(Integer.MAX_VALUE),
                number(Integer.MAX_VALUE),
                text(user),
                text(""),
                text(""))),
        of(
            SEQUENCE,
            of(OCTETS, engine),
            text(""),
            of(
                REPORT,
                number(0),
                number(0),
                number(0),
                of(SEQUENCE, of(SEQUENCE, oid, of(COUNTER, new byte[] {1}))))));
  }

  /** The content of a part of a message: each number is the place of a part within the last. */
  static byte[] content(byte[] message, int... places) {
    byte[] content = inside(message, 0);
    for (int place : places) {
      int at = 0;
      for (int n = 0; n < place; n++) {
        at = end(content, at);
      }
      content = inside(content, at);
    }
    return content;
  }

  static long value(byte[] number) {
    return new BigInteger(number).longValueExact();
  }

  private static byte[] inside(byte[] bytes, int at) {
    int end = end(bytes, at);
    return Arrays.copyOfRange(bytes, end - length(bytes, at), end);
  }

  private static int end(byte[] bytes, int at) {
    int first = Byte.toUnsignedInt(bytes[at + 1]);
    return at + 2 + (first < 0x80 ? 0 : first - 0x80) + length(bytes, at);
  }

  private static int length(byte[] bytes, int at) {
    int first = Byte.toUnsignedInt(bytes[at + 1]);
    int length = first < 0x80 ? first : 0;
    for (int n = 0; first > 0x80 && n < first - 0x80; n++) {
      length = length << 8 | Byte.toUnsignedInt(bytes[at + 2 + n]);
    }
    return length;
  }
}
