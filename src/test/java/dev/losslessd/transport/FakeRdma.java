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

/** RDMA netlink of a kernel with one device, written from the kernel's header. */
public final class FakeRdma implements Exchange {
  /** errno of every request; 93 is a kernel without RDMA. */
  public int error = 93;

  /** errno of STAT_GET_STATUS; before Linux 5.16 it is 22. */
  public int errorOfStatus;

  /** The same, of STAT_GET. */
  public int errorOfStats;

  public String device = "mlx5_4";
  public int index = 6;

  /** Port, type, state and maybe the process of each queue pair. */
  public final List<int[]> pairs = new ArrayList<>();

  /** Number of queue pairs in the summary; -1 for that of {@link #pairs}. */
  public long summary = -1;

  /** Processes with a protection domain. */
  public final List<Integer> domains = new ArrayList<>();

  public final Map<String, Long> counters = new LinkedHashMap<>();

  /** Counters that can be switched, and whether each is on. */
  public final Map<String, Boolean> optional = new LinkedHashMap<>();

  /** How queue pairs are bound to counters, of enum rdma_nl_counter_mode, and by what. */
  public int mode;

  public int mask;

  /** Counters of bound queue pairs by their type. */
  public final Map<Integer, Map<String, Long>> sets = new LinkedHashMap<>();

  /** Whether those sets are of a process each. */
  public boolean setsOfProcesses;

  /** Operations received, in order. */
  public final List<Integer> asked = new ArrayList<>();

  /** Number of request datagrams received. */
  public int exchanges;

  /** The reply is cut to this many bytes. */
  public int cutTo = Integer.MAX_VALUE;

  private final ByteBuffer out = ByteBuffer.allocate(65_536).order(ByteOrder.LITTLE_ENDIAN);

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    ByteBuffer in =
        ByteBuffer.wrap(request.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.clear();
    exchanges++;
    for (int at = 0; at < length; at += in.getInt(at) + 3 & ~3) {
      answer(in.slice(at, in.getInt(at)).order(ByteOrder.LITTLE_ENDIAN));
    }
    int size = Math.min(cutTo, out.position());
    MemorySegment.copy(out.array(), 0, reply, ValueLayout.JAVA_BYTE, 0, size);
    return size;
  }

  private void answer(ByteBuffer in) {
    int operation = in.getShort(4) & 0x3ff;
    asked.add(operation);
    if (operation == 24 && errorOfStatus != 0) {
      throw Errno.refused(errorOfStatus, "netlink socket");
    }
    if (operation == 17 && errorOfStats != 0) {
      throw Errno.refused(errorOfStats, "netlink socket");
    }
    if (error != 0) {
      throw Errno.refused(error, "netlink socket");
    }
    int sequence = in.getInt(8);
    boolean dump = (in.getShort(6) & 0x300) == 0x300;
    boolean wrong = in.limit() > 16 && in.getInt(20) != index;
    // STAT_RES comes after device and port
    boolean ofPairs = operation == 17 && in.limit() > 32 && in.getShort(34) == 75;
    if (ofPairs && !wrong) {
      if (!dump || !sets.isEmpty()) {
        int start = begin(0x1400 | operation, sequence);
        u32(1, index);
        text(2, device);
        if (dump) {
          sets();
        } else {
          mode();
        }
        out.putInt(start, out.position() - start);
      }
    } else if (!wrong) {
      int start = begin(0x1400 | operation, sequence);
      if (operation == 16) {
        enable(in);
      }
      body(operation);
      out.putInt(start, out.position() - start);
    }
    if (wrong || (in.getShort(6) & 0x304) != 0) {
      int end = begin(dump && !wrong ? 3 : 2, sequence);
      out.putInt(wrong ? -22 : 0);
      out.putInt(end, out.position() - end);
    }
  }

  /** The nest of indexes is the last attribute; those of the other counters come first. */
  private void enable(ByteBuffer in) {
    optional.replaceAll((name, on) -> false);
    List<String> names = List.copyOf(optional.keySet());
    for (int at = 36; at < in.limit(); at += 8) {
      optional.put(names.get(in.getInt(at + 4) - counters.size()), true);
    }
  }

  private int begin(int type, int sequence) {
    int start = out.position();
    out.putInt(0).putShort((short) type).putShort((short) 2).putInt(sequence).putInt(99);
    return start;
  }

  private void body(int operation) {
    u32(1, index);
    text(2, device);
    switch (operation) {
      case 1 -> u32(3, 1);
      case 9 -> {
        int table = open(15);
        int entry = open(16);
        text(17, "qp");
        u64(18, summary < 0 ? pairs.size() : summary);
        close(entry);
        close(table);
      }
      case 10 -> {
        int table = open(19);
        for (int[] pair : pairs) {
          int entry = open(20);
          if (pair[0] > 0) {
            u32(3, pair[0]);
          }
          u32(21, 17);
          u8(26, pair[1]);
          u8(27, pair[2]);
          if (pair.length > 3) {
            u32(28, pair[3]);
          }
          close(entry);
        }
        close(table);
      }
      case 14 -> {
        int table = open(46);
        for (int pid : domains) {
          int entry = open(47);
          u32(28, pid);
          close(entry);
        }
        close(table);
      }
      case 17 -> {
        u32(3, 1);
        int table = open(0x8050);
        counters.forEach((name, value) -> {
          int entry = open(0x8051);
          text(82, name);
          u64(83, value);
          close(entry);
        });
        optional.forEach((name, on) -> {
          if (on) {
            int entry = open(0x8051);
            text(82, name);
            u64(83, 5);
            close(entry);
          }
        });
        close(table);
      }
      case 16 -> u32(3, 1);
      case 24 -> {
        u32(3, 1);
        int table = open(0x8050);
        int at = 0;
        for (String name : counters.keySet()) {
          status(name, at++, -1);
        }
        for (Map.Entry<String, Boolean> one : optional.entrySet()) {
          status(one.getKey(), at++, one.getValue() ? 1 : 0);
        }
        close(table);
      }
      default -> throw new IllegalStateException("operation " + operation);
    }
  }

  private void mode() {
    u32(3, 1);
    u32(74, mode);
    if (mode == 1) {
      u32(76, mask);
    }
  }

  private void sets() {
    int table = open(77);
    sets.forEach((type, values) -> {
      int set = open(78);
      u32(3, 1);
      u32(79, type);
      u32(74, mode);
      if ((mask & 1) != 0) {
        u8(26, type);
      }
      if (setsOfProcesses) {
        u32(28, 7001);
      }
      int pairs = open(0x8013);
      int pair = open(0x8014);
      u32(21, 17);
      close(pair);
      close(pairs);
      hardware(values);
      close(set);
    });
    close(table);
  }

  private void hardware(Map<String, Long> values) {
    int table = open(0x8050);
    values.forEach((name, value) -> {
      int entry = open(0x8051);
      text(82, name);
      u64(83, value);
      close(entry);
    });
    close(table);
  }

  private void status(String name, int at, int on) {
    int entry = open(0x8051);
    text(82, name);
    u32(94, at);
    if (on >= 0) {
      u8(95, on);
    }
    close(entry);
  }

  private int open(int type) {
    int start = out.position();
    out.putShort((short) 0).putShort((short) type);
    return start;
  }

  private void close(int start) {
    out.putShort(start, (short) (out.position() - start));
    while (out.position() % 4 != 0) {
      out.put((byte) 0);
    }
  }

  private void u8(int type, int value) {
    int start = open(type);
    out.put((byte) value);
    close(start);
  }

  private void u32(int type, int value) {
    int start = open(type);
    out.putInt(value);
    close(start);
  }

  private void u64(int type, long value) {
    int start = open(type);
    out.putLong(value);
    close(start);
  }

  private void text(int type, String value) {
    int start = open(type);
    out.put(Arrays.copyOf(value.getBytes(StandardCharsets.US_ASCII), value.length() + 1));
    close(start);
  }

  @Override
  public void close() {}
}
