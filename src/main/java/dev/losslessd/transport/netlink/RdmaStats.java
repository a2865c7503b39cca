package dev.losslessd.transport.netlink;

import dev.losslessd.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hardware counters of one RDMA port in one STAT_GET: one firmware query, all values of the
 * same moment, where files cost up to three queries each. {@link RdmaVolley} reads them, and
 * allocates nothing while the names stay.
 */
public final class RdmaStats {
  private final String device;
  private final int port;
  private final String what;
  private long index = -1;
  private MemorySegment[] nameBytes = new MemorySegment[0];
  private List<String> names = List.of();
  private long[] values = new long[0];
  private int[] places = new int[0];
  private final StatsShape shape = new StatsShape();
  private boolean built;
  private boolean answered;
  private boolean changed;
  private @Nullable TransportException failure;

  /**
   * @param device {@code mlx5_0}
   * @param port 1-based
   */
  public RdmaStats(String device, int port) {
    this.device = device;
    this.port = port;
    this.what = "RDMA STAT_GET " + device + "/" + port;
  }

  /**
   * Reports how the last read went.
   *
   * @return whether the names are others than before
   * @throws TransportException GONE if there is no such device; REFUSED; GARBLED
   */
  public boolean changed() {
    TransportException why = failure;
    if (why != null) {
      throw why;
    }
    return changed;
  }

  String what() {
    return what;
  }

  int port() {
    return port;
  }

  /** Index of the device; negative where it has to be looked up. */
  long index() {
    return index;
  }

  void find(List<RdmaDevice> devices) {
    for (RdmaDevice one : devices) {
      if (one.name().equals(device)) {
        index = one.index();
        return;
      }
    }
    failed(TransportException.gone(what + ": RDMA netlink shows no device " + device));
  }

  /** Begins a read: clears the answer and the failure of the last one. */
  void ask() {
    answered = false;
    failure = null;
  }

  /** Whether the read that began has ended. */
  boolean isAnswered() {
    return answered;
  }

  /** A device that was loaded anew has another index. */
  void failed(TransportException why) {
    answered = true;
    failure = why;
    index = -1;
  }

  /**
   * The message that answers, with a sound header.
   *
   * @param words the same as the answer
   * @param at first byte of the message
   */
  void arrived(int[] words, MemorySegment answer, int at, int length) {
    answered = true;
    changed = false;
    if (shape.take(words, at / 4, length, values)) {
      return;
    }
    shape.forget();
    try {
      MemorySegment message = answer.asSlice(at, length);
      changed = takeUnknown(message);
      shape.learn(message, places);
    } catch (TransportException e) {
      failed(e);
    }
  }

  /** Returns the names in the driver's order. */
  public List<String> names() {
    return names;
  }

  /**
   * @param at index into {@link #names}
   */
  public long value(int at) {
    return values[at];
  }

  private boolean takeUnknown(MemorySegment message) {
    long nest = find(message, Dcbnl.NLMSG_HEADER, message.byteSize(), Rdmanl.STAT_HWCOUNTERS);
    if (nest < 0) {
      throw Attributes.garbled(what, "no STAT_HWCOUNTERS attribute");
    }
    requireDevice(message);
    boolean others = !built || !readValues(message, nest);
    if (others) {
      readNames(message, nest);
      built = true;
      if (!readValues(message, nest)) {
        throw Attributes.garbled(what, "the counters changed under our hands");
      }
    }
    return others;
  }

  /** An index may belong to another device since it was looked up. */
  private void requireDevice(MemorySegment message) {
    long at = find(message, Dcbnl.NLMSG_HEADER, message.byteSize(), Rdmanl.DEV_NAME);
    if (at < 0 || !sameText(message, at)) {
      throw TransportException.gone(what + ": the answer is about another device");
    }
  }

  private boolean sameText(MemorySegment answer, long at) {
    int size = Attributes.u16(answer, at) - Dcbnl.NLA_HEADER;
    if (size < device.length()) {
      return false;
    }
    for (int n = 0; n < device.length(); n++) {
      if (Attributes.u8(answer, at + Dcbnl.NLA_HEADER + n) != device.charAt(n)) {
        return false;
      }
    }
    return size == device.length()
        || Attributes.u8(answer, at + Dcbnl.NLA_HEADER + device.length()) == 0;
  }

  /** An attribute, or -1. */
  private long find(MemorySegment answer, long from, long end, int wanted) {
    for (long at = from; at < end; at = after(answer, at)) {
      check(answer, at, end);
      if ((Attributes.u16(answer, at + 2) & Dcbnl.NLA_TYPE_MASK) == wanted) {
        return at;
      }
    }
    return -1;
  }

  private void check(MemorySegment answer, long at, long end) {
    long left = end - at;
    int length = left < Dcbnl.NLA_HEADER ? 0 : Attributes.u16(answer, at);
    if (length < Dcbnl.NLA_HEADER || length > left) {
      throw Attributes.garbled(what, "attribute of length " + length + ", expected 4.." + left);
    }
  }

  private static long after(MemorySegment answer, long at) {
    return at + (Attributes.u16(answer, at) + 3L & ~3L);
  }

  private static long end(MemorySegment answer, long at) {
    return at + Attributes.u16(answer, at);
  }

  /** False if a name is another than before, or their number is. */
  private boolean readValues(MemorySegment answer, long nest) {
    int column = 0;
    long end = end(answer, nest);
    for (long at = nest + Dcbnl.NLA_HEADER; at < end; at = after(answer, at)) {
      check(answer, at, end);
      if ((Attributes.u16(answer, at + 2) & Dcbnl.NLA_TYPE_MASK) != Rdmanl.STAT_ENTRY) {
        continue;
      }
      long name = need(answer, at, Rdmanl.STAT_NAME);
      if (column == values.length || !sameName(answer, name, nameBytes[column])) {
        return false;
      }
      long value = need(answer, at, Rdmanl.STAT_VALUE);
      if (Attributes.u16(answer, value) != Dcbnl.NLA_HEADER + 8) {
        throw Attributes.garbled(what, "value of " + names.get(column) + " is not 8 bytes long");
      }
      places[column] = (int) value + Dcbnl.NLA_HEADER;
      values[column++] = Attributes.u64(answer, value + Dcbnl.NLA_HEADER);
    }
    return column == values.length;
  }

  private static boolean sameName(MemorySegment answer, long at, @Nullable MemorySegment expected) {
    long size = (long) Attributes.u16(answer, at) - Dcbnl.NLA_HEADER;
    return expected != null
        && size == expected.byteSize()
        && MemorySegment.mismatch(
                answer, at + Dcbnl.NLA_HEADER, at + Dcbnl.NLA_HEADER + size, expected, 0, size)
            < 0;
  }

  private long need(MemorySegment answer, long entry, int type) {
    long at = find(answer, entry + Dcbnl.NLA_HEADER, end(answer, entry), type);
    if (at < 0) {
      throw Attributes.garbled(what, "an entry without attribute " + type);
    }
    return at;
  }

  private void readNames(MemorySegment answer, long nest) {
    List<String> read = new ArrayList<>();
    List<MemorySegment> bytes = new ArrayList<>();
    Attributes.each(
        answer.asSlice(nest + Dcbnl.NLA_HEADER, Attributes.u16(answer, nest) - Dcbnl.NLA_HEADER),
        what,
        (type, payload) -> {
          if (type == Rdmanl.STAT_ENTRY) {
            Attributes.each(
                payload,
                what,
                (inner, text) -> {
                  if (inner == Rdmanl.STAT_NAME) {
                    MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, text.byteSize()));
                    MemorySegment kept = copy.asSlice(0, text.byteSize()).copyFrom(text);
                    bytes.add(kept);
                    read.add(Attributes.text(text));
                  }
                });
          }
        });
    names = List.copyOf(read);
    nameBytes = bytes.toArray(MemorySegment[]::new);
    values = new long[read.size()];
    places = new int[read.size()];
  }
}
