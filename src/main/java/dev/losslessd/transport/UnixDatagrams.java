package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Sends datagrams to a Unix socket, for which Java has no channel. A receiver that is away loses
 * what is sent meanwhile. Safe for threads.
 */
public final class UnixDatagrams {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int FAMILY_BYTES = 2;

  /** Size of {@code sun_path}; a name in the abstract namespace may fill it. */
  private static final int PATH_BYTES = 108;

  private final Libc libc = new Libc();
  private final MemorySegment address;
  private final int flags;
  private int fd = -1;

  private UnixDatagrams(MemorySegment address, int flags) {
    this.address = address;
    this.flags = flags;
  }

  /** As {@link #to}, but a send waits, for ever if need be, for room in the receiver's queue. */
  public static UnixDatagrams waitingFor(String path) {
    return new UnixDatagrams(address(path), MSG_NOSIGNAL);
  }

  /**
   * Names the receiver, which need not be there yet. No send waits: where the receiver's queue is
   * full, the datagram is lost.
   *
   * @param path absolute, or with {@code @} first a name in the abstract namespace (unix(7))
   * @throws IllegalArgumentException for any other text
   */
  public static UnixDatagrams to(String path) {
    return new UnixDatagrams(address(path), MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  private static MemorySegment address(String path) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    boolean named = path.startsWith("@");
    int most = named ? PATH_BYTES : PATH_BYTES - 1;
    if (name.length < 2 || name.length > most || !(named || path.startsWith("/"))) {
      throw new IllegalArgumentException(
          "Unix socket '" + path + "': expected /path or @name of 2 to " + most + " bytes");
    }
    int length = FAMILY_BYTES + name.length + (named ? 0 : 1);
    MemorySegment address = Arena.ofAuto().allocate(length, 2);
    address.set(JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(name, 0, address, JAVA_BYTE, FAMILY_BYTES, name.length);
    if (named) {
      address.set(JAVA_BYTE, FAMILY_BYTES, (byte) 0);
    }
    return address;
  }

  /** Sends the text as one datagram, and returns false if it did not get there. */
  public boolean send(String text) {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes as one datagram; false as for a text. */
  public synchronized boolean send(byte[] bytes) {
    if (fd < 0 && !open()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment message = arena.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(bytes, 0, message, JAVA_BYTE, 0, bytes.length);
      long sent;
      do {
        sent = libc.send(fd, message, 0, bytes.length, flags);
      } while (sent == -Errno.EINTR);
      if (sent != bytes.length && sent != -Errno.EAGAIN) {
        close(); // the receiver began anew: its next socket is another one
      }
      return sent == bytes.length;
    }
  }

  private boolean open() {
    int opened = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
    if (opened < 0) {
      return false;
    }
    fd = opened;
    if (libc.connect(opened, address, (int) address.byteSize()) < 0) {
      close();
    }
    return fd >= 0;
  }

  private void close() {
    libc.close(fd);
    fd = -1;
  }
}
