package dev.losslessd.transport.ethtool;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * SIOCETHTOOL of this host's netdevs (include/uapi/linux/ethtool.h). Every command takes the RTNL
 * lock, and all statistics of an mlx5 port cost milliseconds: poll at 1 s or slower. For one caller
 * at a time.
 */
public final class EthtoolClient implements AutoCloseable {
  static final int GDRVINFO = 0x03;
  static final int GPAUSEPARAM = 0x12;
  static final int SPAUSEPARAM = 0x13;
  static final int GSTRINGS = 0x1b;
  static final int GSTATS = 0x1d;
  static final int GPERMADDR = 0x20;
  static final int GSSET_INFO = 0x37;
  static final int ETH_SS_STATS = 1;
  static final int NAME = 16;

  private static final int LONGEST_NAME = 15;
  private static final int DRVINFO_BYTES = 196;
  private static final int CAPACITY = 131_072;

  /** Longest hardware address in bytes, MAX_ADDR_LEN. */
  private static final int LONGEST_ADDRESS = 32;

  private static final int MAC_BYTES = 6;

  private static final MemorySegment ZEROS = NativeBuffers.of(CAPACITY);

  private final Exchange exchange;
  private final WriteGate gate;
  private final MemorySegment request = NativeBuffers.of(CAPACITY);
  private final MemorySegment reply = NativeBuffers.of(CAPACITY);

  /**
   * @param exchange closed with this client
   */
  public EthtoolClient(Exchange exchange, WriteGate gate) {
    this.exchange = exchange;
    this.gate = gate;
  }

  public DriverInfo driverInfo(String ifname) {
    command(ifname, GDRVINFO);
    ask(DRVINFO_BYTES, "GDRVINFO", ifname);
    int statistics = replyInt(180);
    if (statistics < 0) {
      throw garbled("GDRVINFO", ifname, statistics + " statistics, expected 0 or more");
    }
    return new DriverInfo(text(4, 32), text(36, 32), text(68, 32), text(100, 32), statistics);
  }

  /**
   * The address that a netdev was made with, whatever a bond has set since: {@code
   * 0c:42:a1:00:00:01}.
   *
   * @return empty where it has none of six bytes, as InfiniBand
   */
  public Optional<String> permanentAddress(String ifname) {
    command(ifname, GPERMADDR);
    put(4, LONGEST_ADDRESS);
    clear(8, 8 + LONGEST_ADDRESS);
    ask(8 + LONGEST_ADDRESS, "GPERMADDR", ifname);
    int size = replyInt(4);
    if (size < 0 || size > LONGEST_ADDRESS) {
      throw garbled("GPERMADDR", ifname, size + " bytes, expected 0.." + LONGEST_ADDRESS);
    }
    return size == MAC_BYTES
        ? Optional.of(
            HexFormat.ofDelimiter(":").formatHex(replyBytes(8, MAC_BYTES).toArray(JAVA_BYTE)))
        : Optional.empty();
  }

  /** The driver's statistics of one netdev; nothing is read yet. */
  public StatTable stats(String ifname) {
    return new StatTable(this, ifname);
  }

  /**
   * @throws TransportException REFUSED with EOPNOTSUPP where the driver has none
   */
  public PauseParam pause(String ifname) {
    command(ifname, GPAUSEPARAM);
    ask(16, "GPAUSEPARAM", ifname);
    return new PauseParam(replyInt(4) != 0, replyInt(8) != 0, replyInt(12) != 0);
  }

  public void setPause(String ifname, PauseParam pause) {
    gate.through(
        "ethtool pause " + ifname,
        () -> {
          sendPause(ifname, pause);
          return true;
        });
  }

  private void sendPause(String ifname, PauseParam pause) {
    command(ifname, SPAUSEPARAM);
    put(4, pause.autoneg() ? 1 : 0);
    put(8, pause.receive() ? 1 : 0);
    put(12, pause.send() ? 1 : 0);
    ask(16, "SPAUSEPARAM", ifname);
  }

  /** Begins a request; its command buffer is filled by {@link #put}. */
  void command(String ifname, int command) {
    if (ifname.isEmpty() || ifname.length() > LONGEST_NAME) {
      throw TransportException.gone(
          "interface name '" + ifname + "': expected 1.." + LONGEST_NAME + " characters");
    }
    for (int at = 0; at < NAME; at++) {
      request.set(JAVA_BYTE, at, at < ifname.length() ? (byte) ifname.charAt(at) : 0);
    }
    put(0, command);
  }

  void put(int at, int value) {
    request.set(JAVA_INT_UNALIGNED, NAME + at, value);
  }

  /** Zeroes the part of the command buffer that the kernel is going to fill. */
  void clear(int from, int to) {
    // not fill() on a slice: that would allocate one
    MemorySegment.copy(ZEROS, 0, request, NAME + from, to - from);
  }

  /**
   * @param bytes size of the command buffer
   */
  void ask(int bytes, String name, String ifname) {
    int got = exchange.exchange(request, NAME + bytes, reply);
    if (got < 4) {
      throw garbled(name, ifname, "answer of " + got + " bytes, expected 4 or more");
    }
    int result = reply.get(JAVA_INT_UNALIGNED, 0);
    if (result < 0 && result >= -4095) {
      throw Errno.refused(-result, "ethtool " + name + " " + ifname);
    }
    if (result != 0) {
      throw garbled(name, ifname, "result " + result + ", expected 0 or a negative errno");
    }
    if (got != bytes + 4) {
      throw garbled(name, ifname, "answer of " + (got - 4) + " bytes, expected " + bytes);
    }
  }

  static TransportException garbled(String name, String ifname, String why) {
    return TransportException.garbled("ethtool " + name + " " + ifname + ": " + why);
  }

  int replyInt(int at) {
    return reply.get(JAVA_INT_UNALIGNED, 4 + at);
  }

  long replyLong(int at) {
    return reply.get(JAVA_LONG_UNALIGNED, 4 + at);
  }

  /** The command buffer of the answer. */
  MemorySegment replyBytes(int from, int length) {
    return reply.asSlice(4 + from, length);
  }

  /** Whether the answer holds other bytes there. */
  boolean replyDiffers(int from, int length, MemorySegment other) {
    return MemorySegment.mismatch(reply, 4L + from, 4L + from + length, other, 0, length) >= 0;
  }

  /** Size of the largest command buffer, in bytes. */
  static int most() {
    return CAPACITY - NAME;
  }

  private String text(int at, int length) {
    return text(replyBytes(at, length));
  }

  /** Decodes a field of ASCII text padded with NUL. */
  static String text(MemorySegment field) {
    byte[] bytes = field.toArray(JAVA_BYTE);
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.US_ASCII).strip();
  }

  @Override
  public void close() {
    exchange.close();
  }
}
