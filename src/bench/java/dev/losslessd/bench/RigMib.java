package dev.losslessd.bench;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a switch of the rig tells: names, rates and eight counters of IF-MIB, and pause frames by
 * priority as CISCO-PFC-EXT-MIB has them. Every answer is encoded once, here.
 */
final class RigMib {
  static final String PFC = "1.3.6.1.4.1.9.9.813.1.2.1.";
  private static final String IF = "1.3.6.1.2.1.2.2.1.";
  private static final String IF_X = "1.3.6.1.2.1.31.1.1.1.";

  private static final int INTEGER = 0x02;
  private static final int OCTETS = 0x04;
  private static final int COUNTER_32 = 0x41;
  private static final int GAUGE = 0x42;
  private static final int TICKS = 0x43;
  private static final int COUNTER_64 = 0x46;
  private static final int NO_SUCH_OBJECT = 0x80;
  private static final int END_OF_MIB = 0x82;

  private final int[][] oids;
  private final byte[][] bindings;

  RigMib(int ports) {
    TreeMap<int[], byte[]> all = new TreeMap<>(Arrays::compareUnsigned);
    put(all, "1.3.6.1.2.1.1.3.0", TICKS, number(360_000));
    put(all, "1.3.6.1.6.3.10.2.1.2.0", INTEGER, number(4));
    put(all, "1.3.6.1.2.1.31.1.5.0", TICKS, number(1000));
    put(all, "1.3.6.1.2.1.2.1.0", INTEGER, number(ports));
    for (int n = 1; n <= ports; n++) {
      put(all, IF_X + "1." + n, OCTETS, ("Ethernet1/" + n).getBytes(StandardCharsets.US_ASCII));
      put(all, IF_X + "15." + n, GAUGE, number(400_000));
      for (int column : new int[] {6, 7, 10, 11}) {
        put(all, IF_X + column + "." + n, COUNTER_64, number(1_000_000_000_000L * n + column));
      }
      for (int column : new int[] {13, 14, 19, 20}) {
        put(all, IF + column + "." + n, COUNTER_32, number(1000L * n + column));
      }
      for (int priority = 0; priority < 8; priority++) {
        String index = n + "." + priority;
        put(all, PFC + "2." + index, COUNTER_64, number(5_000_000L * n + priority));
        put(all, PFC + "3." + index, COUNTER_64, number(7_000_000L * n + priority));
      }
    }
    oids = all.keySet().toArray(int[][]::new);
    bindings = all.values().toArray(byte[][]::new);
  }

  private static void put(Map<int[], byte[]> all, String oid, int type, byte[] value) {
    int[] parts = Arrays.stream(oid.split("\\.")).mapToInt(Integer::parseInt).toArray();
    all.put(parts, binding(parts, type, value));
  }

  byte[] get(int[] oid) {
    int at = Arrays.binarySearch(oids, oid, Arrays::compareUnsigned);
    return at >= 0 ? bindings[at] : binding(oid, NO_SUCH_OBJECT, new byte[0]);
  }

  /** The place of what comes after, which may be {@link #end}. */
  int after(int[] oid) {
    int at = Arrays.binarySearch(oids, oid, Arrays::compareUnsigned);
    return at >= 0 ? at + 1 : -at - 1;
  }

  int end() {
    return oids.length;
  }

  byte[] at(int place) {
    return place < oids.length
        ? bindings[place]
        : binding(oids[oids.length - 1], END_OF_MIB, new byte[0]);
  }

  /** As few bytes as a number that is not negative takes. */
  static byte[] number(long value) {
    int bytes = 1;
    while (bytes < 8 && (value >> (8 * bytes - 1)) != 0) {
      bytes++;
    }
    byte[] number = new byte[bytes];
    for (int n = 0; n < bytes; n++) {
      number[n] = (byte) (value >> (8 * (bytes - 1 - n)));
    }
    return number;
  }

  private static byte[] binding(int[] oid, int type, byte[] value) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(tagged(0x06, oid(oid)));
    body.writeBytes(tagged(type, value));
    return tagged(0x30, body.toByteArray());
  }

  private static byte[] oid(int[] parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(parts[0] * 40 + parts[1]);
    for (int n = 2; n < parts.length; n++) {
      for (int shift = 28; shift > 0; shift -= 7) {
        if (parts[n] >>> shift != 0) {
          out.write(((parts[n] >>> shift) & 0x7f) | 0x80);
        }
      }
      out.write(parts[n] & 0x7f);
    }
    return out.toByteArray();
  }

  static byte[] tagged(int tag, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 5);
    out.write(tag);
    if (body.length > 0x7f) {
      out.write(0x82);
      out.write(body.length >> 8);
    }
    out.write(body.length);
    out.writeBytes(body);
    return out.toByteArray();
  }
}
