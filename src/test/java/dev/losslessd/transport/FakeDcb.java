package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The dcbnl side of a kernel with one netdev: a small state machine over bytes, written from the
 * kernel's headers and sharing nothing with the code that talks to it.
 */
@SuppressWarnings("ByteBufferBackingArray") // every buffer here wraps a whole array
public final class FakeDcb implements Exchange {
  public byte[] ets = new byte[59];
  public byte[] pfc = new byte[136];
  public byte @Nullable [] buffer = new byte[44];
  public byte[] maxRate = new byte[64];
  public final List<int[]> apps = new ArrayList<>();
  public int mode = 0x0d;

  /** Whether an added entry replaces the one of the same DSCP, as mlx5 does. */
  public boolean addReplaces = true;

  /** Refuses PFC until ETS was written, as bnxt does. */
  public boolean etsFirst;

  /** errno of the next write, in the status byte. */
  public int refuseNext;

  /** Whether writes report success and change nothing. */
  public boolean lies;

  /** errno of every request, as NLMSG_ERROR; 95 is a driver without dcbnl. */
  public int errorForAll;

  /** The reply is cut to this many bytes. */
  public int cutTo = Integer.MAX_VALUE;

  /** Commands of writes, in order. */
  public final List<Integer> writes = new ArrayList<>();

  private final String ifname;

  public FakeDcb(String ifname) {
    this.ifname = ifname;
    pfc[0] = 8;
    pfc[4] = 7;
    ets[1] = 8;
    for (int n = 0; n < 8; n++) {
      ets[19 + n] = 2;
      ets[3 + n] = (byte) (n < 4 ? 13 : 12);
      ets[27 + n] = (byte) n;
    }
    ByteBuffer sizes = little(Objects.requireNonNull(buffer));
    sizes.putInt(8, 261_888).putInt(40, 261_888);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    byte[] bytes = request.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    byte[] answer = answer(little(bytes));
    int size = Math.min(cutTo, answer.length);
    MemorySegment.copy(answer, 0, reply, ValueLayout.JAVA_BYTE, 0, size);
    return size;
  }

  private byte[] answer(ByteBuffer in) {
    int seq = in.getInt(8);
    int type = in.getShort(4);
    int command = in.get(17);
    int nameLength = in.getShort(20) - 5;
    String name = new String(in.array(), 24, nameLength, StandardCharsets.US_ASCII);
    ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    int error = errorForAll != 0 ? errorForAll : name.equals(ifname) ? 0 : 19;
    if (error == 0) {
      int start = out.position();
      out.putInt(0).putShort((short) type).putShort((short) 5).putInt(seq).putInt(77);
      out.put((byte) 0).put((byte) command).putShort((short) 0);
      int rest = 20 + (nameLength + 5 + 3) / 4 * 4;
      body(out, command, little(Arrays.copyOfRange(in.array(), rest, in.capacity())));
      out.putInt(start, out.position() - start);
    }
    out.putInt(36).putShort((short) 2).putShort((short) 0x100).putInt(seq).putInt(77);
    out.putInt(-error).putInt(in.getInt(0)).putInt(0).putInt(seq).putInt(0);
    return Arrays.copyOf(out.array(), out.position());
  }

  private void body(ByteBuffer out, int command, ByteBuffer attributes) {
    switch (command) {
      case 21 -> state(out);
      case 22 -> attribute(out, 14, new byte[] {(byte) mode});
      case 23 -> {
        writes.add(command);
        int wanted = attributes.get(4);
        boolean taken = (wanted & 2) == 0;
        // mlx5 drops the host bit for 0
        mode = !taken ? mode : wanted == 0 ? mode & ~1 : wanted;
        attribute(out, 14, new byte[] {(byte) (taken ? 0 : 1)});
      }
      case 20, 27 -> {
        writes.add(command);
        int status = refuseNext != 0 ? refuseNext : lies ? 0 : set(command, attributes);
        refuseNext = 0;
        attribute(out, 13, new byte[] {(byte) -status});
      }
      default -> throw new IllegalStateException("command " + command);
    }
  }

  private void state(ByteBuffer out) {
    attribute(out, 1, (ifname + "\0").getBytes(StandardCharsets.US_ASCII));
    int ieee = out.position();
    out.putInt(0);
    attribute(out, 1, ets);
    attribute(out, 2, pfc);
    attribute(out, 7, maxRate);
    byte[] buffers = buffer;
    if (buffers != null) {
      attribute(out, 10, buffers);
    }
    int table = out.position();
    out.putInt(0);
    for (int[] app : apps.reversed()) {
      attribute(
          out, 1, new byte[] {(byte) app[0], (byte) app[1], (byte) app[2], (byte) (app[2] >> 8)});
    }
    out.putShort(table, (short) (out.position() - table)).putShort(table + 2, (short) 3);
    attribute(out, 99, new byte[] {1, 2, 3});
    out.putShort(ieee, (short) (out.position() - ieee)).putShort(ieee + 2, (short) 13);
    attribute(out, 14, new byte[] {(byte) mode});
  }

  private static void attribute(ByteBuffer out, int type, byte[] payload) {
    out.putShort((short) (payload.length + 4)).putShort((short) type).put(payload);
    while (out.position() % 4 != 0) {
      out.put((byte) 0);
    }
  }

  /** The nest holds one attribute, as the client writes them. */
  private int set(int command, ByteBuffer nest) {
    int type = nest.getShort(6) & 0x3fff;
    byte[] payload = Arrays.copyOfRange(nest.array(), 8, 4 + (nest.getShort(4) & 0xffff));
    switch (type) {
      case 1 -> {
        System.arraycopy(payload, 0, ets, 0, 59);
        etsFirst = false;
      }
      case 2 -> {
        if (etsFirst) {
          return 22;
        }
        System.arraycopy(payload, 0, pfc, 0, 136);
      }
      case 7 -> System.arraycopy(payload, 0, maxRate, 0, 64);
      case 10 -> buffer = payload;
      case 3 -> {
        return apps(command, payload);
      }
      default -> throw new IllegalStateException("attribute " + type);
    }
    return 0;
  }

  private int apps(int command, byte[] table) {
    for (int at = 0; at < table.length; at += 8) {
      int[] app = {
        table[at + 4], table[at + 5], (table[at + 6] & 0xff) | (table[at + 7] & 0xff) << 8
      };
      boolean there = apps.stream().anyMatch(a -> Arrays.equals(a, app));
      if (command == 27) {
        if (!there) {
          return 2;
        }
        apps.removeIf(a -> Arrays.equals(a, app));
      } else {
        if (there) {
          return 17;
        }
        if (addReplaces) {
          apps.removeIf(a -> a[0] == app[0] && a[2] == app[2]);
        }
        apps.add(app);
      }
    }
    return 0;
  }

  @Override
  public void close() {}
}
