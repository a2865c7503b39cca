package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** SIOCETHTOOL of a kernel with one netdev, over bytes; a newer kernel, which checks counts. */
public final class FakeEthtool implements Exchange {
  public final Map<String, Long> stats = new LinkedHashMap<>();
  public String driver = "mlx5_core";
  public String firmware = "28.41.1000";
  public final int[] pause = {0, 1, 1};

  /** The address that the port was made with; of none no command tells it. */
  public byte[] permanent = {};

  /** Errno of every command; 0 for none. */
  public int error;

  /** Errno of a write; 0 for none. */
  public int errorOfSet;

  /** Whether the link ignores every write. */
  public boolean lies;

  /** The reply is cut to this many bytes. */
  public int cutTo = Integer.MAX_VALUE;

  /** Commands it was asked for, in order. */
  public final List<Integer> commands = new ArrayList<>();

  /** Runs before a command is answered. */
  public Runnable meanwhile = () -> {};

  private final String ifname;
  private final byte[] work = new byte[1 << 16];

  public FakeEthtool(String ifname) {
    this.ifname = ifname;
  }

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    MemorySegment.copy(request, ValueLayout.JAVA_BYTE, 0, work, 0, length);
    ByteBuffer buffer = ByteBuffer.wrap(work, 16, length - 16).slice();
    buffer.order(ByteOrder.LITTLE_ENDIAN);
    String name = new String(work, 0, 16, StandardCharsets.US_ASCII).trim();
    int command = buffer.getInt(0);
    meanwhile.run();
    commands.add(command);
    int result = error != 0 ? -error : name.equals(ifname) ? run(command, buffer) : -19;
    reply.set(ValueLayout.JAVA_INT_UNALIGNED, 0, result);
    MemorySegment.copy(work, 16, reply, ValueLayout.JAVA_BYTE, 4, length - 16);
    return Math.min(cutTo, length - 12);
  }

  private int run(int command, ByteBuffer buffer) {
    switch (command) {
      case 0x03 -> {
        text(buffer, 4, driver);
        text(buffer, 68, firmware);
        buffer.putInt(180, stats.size());
      }
      case 0x12 -> {
        buffer.putInt(4, pause[0]).putInt(8, pause[1]).putInt(12, pause[2]);
      }
      case 0x13 -> {
        if (errorOfSet != 0) {
          return -errorOfSet;
        }
        if (!lies) {
          Arrays.setAll(pause, n -> buffer.getInt(4 + 4 * n));
        }
      }
      case 0x20 -> {
        if (permanent.length == 0) {
          return -95;
        }
        buffer.putInt(4, permanent.length);
        buffer.put(8, permanent);
      }
      case 0x37 -> {
        if (stats.isEmpty()) {
          buffer.putLong(8, 0);
        } else {
          buffer.putInt(16, stats.size());
        }
      }
      case 0x1b -> names(buffer);
      case 0x1d -> values(buffer);
      default -> {
        return -95;
      }
    }
    return 0;
  }

  private void names(ByteBuffer buffer) {
    if (buffer.getInt(8) != stats.size()) {
      buffer.putInt(8, 0);
      return;
    }
    int at = 12;
    for (String name : stats.keySet()) {
      text(buffer, at, name);
      at += 32;
    }
  }

  private void values(ByteBuffer buffer) {
    if (buffer.getInt(4) != stats.size()) {
      buffer.putInt(4, 0);
      return;
    }
    int at = 8;
    for (long value : stats.values()) {
      buffer.putLong(at, value);
      at += 8;
    }
  }

  private static void text(ByteBuffer buffer, int at, String text) {
    buffer.put(at, text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() {}
}
