package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Frames over a Unix stream socket: u32 length, little endian, then so many bytes. One call of the
 * kernel sends a frame, and one takes whatever has come. Connects when first used. For one thread
 * at a time, and not a virtual one.
 */
final class FrameChannel {
  /** No frame began before the deadline. */
  static final int NOTHING = -1;

  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM_CLOEXEC = 1 | 0x80000;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_SNDTIMEO = 21;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int LONGEST_PATH = 107;
  private static final int HEADER = 4;
  private static final ValueLayout.OfInt LENGTH =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Path path;
  private final int capacity;
  private final Libc libc = new Libc();
  private final MemorySegment out;
  private final MemorySegment in;
  private final MemorySegment time = Arena.ofAuto().allocate(16, 8);
  private int fd = -1;
  private long waitNanos;
  private int outgoing;

  /** First byte of {@code in} that has come and was not taken. */
  private int begin;

  private int end;

  /** Payload of the frame that was received and not taken. */
  private int length;

  /**
   * @param capacity longest frame, in bytes
   */
  FrameChannel(Path path, int capacity) {
    this.path = path;
    this.capacity = capacity;
    this.out = NativeBuffers.of(HEADER + capacity);
    this.in = NativeBuffers.of(HEADER + capacity);
  }

  /** Whether it had to connect. */
  boolean connect() {
    if (fd >= 0) {
      return false;
    }
    byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
    if (name.length > LONGEST_PATH) {
      throw gone("cannot connect: the path has " + name.length + " bytes, expected at most 107");
    }
    MemorySegment address = Arena.ofAuto().allocate(2 + LONGEST_PATH + 1, 2);
    address.set(JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(name, 0, address, JAVA_BYTE, 2, name.length);
    int opened = libc.socket(AF_UNIX, SOCK_STREAM_CLOEXEC, 0);
    if (opened < 0) {
      throw gone("cannot connect: " + Errno.text(-opened));
    }
    int failed = libc.connect(opened, address, (int) address.byteSize());
    if (failed < 0) {
      libc.close(opened);
      throw gone("cannot connect: " + Errno.text(-failed));
    }
    fd = opened;
    waitNanos = 0;
    begin = 0;
    end = 0;
    return true;
  }

  /** Sets the frame that is sent next. */
  void put(MemorySegment bytes, int size) {
    out.set(LENGTH, 0, size);
    MemorySegment.copy(bytes, 0, out, HEADER, size);
    outgoing = HEADER + size;
  }

  void send(Duration wait) {
    waitAtMost(wait);
    int sent = 0;
    while (sent < outgoing) {
      long more = libc.send(requireOpen(), out, sent, outgoing - sent, MSG_NOSIGNAL);
      if (more == -Errno.EAGAIN) {
        throw late(wait);
      }
      if (more < 0 && more != -Errno.EINTR) {
        throw gone(Errno.text((int) -more));
      }
      sent += (int) Math.max(0, more);
    }
  }

  /**
   * Waits for the next frame, which is then to be taken.
   *
   * @return its length, or {@link #NOTHING}
   */
  int receive(Duration wait) {
    waitAtMost(wait);
    if (!have(HEADER)) {
      if (end > begin) {
        throw late(wait);
      }
      return NOTHING;
    }
    long announced = Integer.toUnsignedLong(in.get(LENGTH, begin));
    if (announced > capacity) {
      throw TransportException.garbled(
          path + ": frame of " + announced + " bytes: expected at most " + capacity);
    }
    length = (int) announced;
    if (!have(HEADER + length)) {
      throw late(wait);
    }
    return length;
  }

  /** Takes the frame that was received; one that does not fit is lost. */
  void take(MemorySegment into) {
    int from = begin + HEADER;
    begin = from + length;
    if (length > into.byteSize()) {
      throw TransportException.garbled(
          path + ": reply of " + length + " bytes does not fit in " + into.byteSize());
    }
    MemorySegment.copy(in, from, into, 0, length);
  }

  /** Reads on until so many bytes are there; false if they did not come in time. */
  private boolean have(int bytes) {
    while (end - begin < bytes) {
      if (begin > 0) {
        MemorySegment.copy(in, begin, in, 0, end - begin);
        end -= begin;
        begin = 0;
      }
      long got =
          libc.receive(
              requireOpen(),
              in,
              end,
              in.byteSize() - end,
              0,
              MemorySegment.NULL,
              MemorySegment.NULL);
      if (got == 0) {
        throw gone("the other side closed");
      }
      if (got == -Errno.EAGAIN) {
        return false;
      }
      if (got < 0 && got != -Errno.EINTR) {
        throw gone(Errno.text((int) -got));
      }
      end += (int) Math.max(0, got);
    }
    return true;
  }

  /** Sets the socket's send and receive timeouts, unless the kernel has these values already. */
  private void waitAtMost(Duration wait) {
    long nanos = Math.max(1_000_000, wait.toNanos());
    if (nanos == waitNanos) {
      return;
    }
    time.set(JAVA_LONG, 0, nanos / 1_000_000_000);
    time.set(JAVA_LONG, 8, nanos % 1_000_000_000 / 1000);
    for (int option : new int[] {SO_RCVTIMEO, SO_SNDTIMEO}) {
      int failed = libc.setsockopt(requireOpen(), SOL_SOCKET, option, time, 16);
      if (failed < 0) {
        throw gone("no deadline for the socket: " + Errno.text(-failed));
      }
    }
    waitNanos = nanos;
  }

  private int requireOpen() {
    if (fd < 0) {
      throw gone("not connected");
    }
    return fd;
  }

  private TransportException gone(String why) {
    return TransportException.gone(path + ": " + why);
  }

  private TransportException late(Duration wait) {
    return TransportException.timeout(path + ": no answer in " + wait.toMillis() + " ms");
  }

  void close() {
    if (fd >= 0) {
      libc.close(fd);
      fd = -1;
    }
  }
}
