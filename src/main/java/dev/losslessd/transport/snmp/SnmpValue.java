package dev.losslessd.transport.snmp;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Value of one object at an agent. {@link Missing} is a value of its own: absent is not zero. */
public sealed interface SnmpValue {
  /** Counts up and wraps at 2^32: deltas need care. */
  record Counter32(long count) implements SnmpValue {}

  /**
   * Counts up and wraps at 2^64.
   *
   * @param bits unsigned: {@link Long#toUnsignedString} and friends
   */
  record Counter64(long bits) implements SnmpValue {
    @Override
    public String toString() {
      return "Counter64[" + Long.toUnsignedString(bits) + "]";
    }
  }

  /** A level, 0..4294967295; a real one may be held at its maximum. Also Unsigned32. */
  record Gauge(long level) implements SnmpValue {}

  /** A signed number, also enumerations. */
  record Int(int number) implements SnmpValue {}

  /**
   * A time, for example sysUpTime.
   *
   * @param centiseconds wraps after 497 days
   */
  record Ticks(long centiseconds) implements SnmpValue {}

  record OidValue(Oid oid) implements SnmpValue {}

  record Address(InetAddress address) implements SnmpValue {}

  /** Bytes: text, a MAC address, a bit map. */
  final class Octets implements SnmpValue {
    private final byte[] bytes;

    public Octets(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    int length() {
      return bytes.length;
    }

    /** Decodes the octets as UTF-8; some agents end text with a NUL, which is cut. */
    public String text() {
      int end = bytes.length;
      while (end > 0 && bytes[end - 1] == 0) {
        end--;
      }
      return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Octets octets && Arrays.equals(bytes, octets.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return "Octets[" + HexFormat.ofDelimiter(" ").formatHex(bytes) + "]";
    }
  }

  /** No value: there is no such object, instance or cell. */
  record Missing() implements SnmpValue {}
}
