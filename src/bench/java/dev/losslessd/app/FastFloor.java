package dev.losslessd.app;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.losslessd.transport.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The floor of {@code bench fast}: the same calls of the kernel, with nothing done about what they
 * bring. Eight ports in one datagram, 100 times a second; the files of a fifth of the ports. And
 * below that a thread that wakes as often and does nothing: on a virtual machine, whose processor
 * is given away whenever nobody runs, that is the larger part of it.
 */
public final class FastFloor {
  private static final int PORTS = 8;
  private static final int STAT_GET_BYTES = 32;
  private static final long EVERY_NANOS = 10_000_000;
  private static final int DONTWAIT = 0x40;

  private final Libc libc = new Libc();
  private final MemorySegment out = Arena.ofAuto().allocate(4096, 8);
  private final MemorySegment in = Arena.ofAuto().allocate(65_536, 8);
  private final int[] files;
  private final int socket;
  private final boolean kernel;
  private final int length;
  private long reads;

  private FastFloor(String folder, boolean kernel) {
    this.kernel = kernel;
    this.socket = kernel ? netlink() : unix(folder + "/rdma.sock");
    this.length = kernel ? LinkStats.ask(out, PORTS, 1) : statGets();
    this.files = new int[2 * PORTS];
    for (int n = 0; n < PORTS; n++) {
      String port = folder + "/root/sys/class/infiniband/mlx5_" + n + "/ports/1/counters/";
      files[2 * n] = open(port + "port_rcv_data");
      files[2 * n + 1] = open(port + "port_xmit_data");
    }
  }

  /**
   * Folder of a host, {@code kernel} for the real one; or {@code wake} alone. Answers each line on
   * stdin.
   */
  public static void main(String[] words) throws Exception {
    if (words[0].equals("wake")) {
      Thread.ofPlatform().daemon().name("floor").start(FastFloor::wake);
      System.out.println(0);
      FastLoop.answer(_ -> "0 0 " + FastLoop.cpu("floor") + " 0");
      return;
    }
    FastFloor floor = new FastFloor(words[0], words.length > 1);
    Thread.ofPlatform().daemon().name("floor").start(floor::run);
    System.out.println(PORTS);
    FastLoop.answer(_ -> floor.reads * PORTS + " 0 " + FastLoop.cpu("floor") + " 0");
  }

  private void run() {
    while (true) {
      if (kernel) {
        askKernel();
      } else {
        askResponder();
      }
      for (int n = (int) (reads % 5); n < files.length; n += 5) {
        require(libc.pread(files[n], in, 64, 0));
      }
      reads++;
      untilNext();
    }
  }

  private static void wake() {
    while (true) {
      untilNext();
    }
  }

  private static void untilNext() {
    long now = System.nanoTime();
    LockSupport.parkNanos(EVERY_NANOS - Math.floorMod(now, EVERY_NANOS));
  }

  private void askKernel() {
    require(libc.send(socket, out, 0, length, DONTWAIT));
    for (int n = 0; n < PORTS; n++) {
      require(receive(0, DONTWAIT));
    }
  }

  private void askResponder() {
    require(libc.send(socket, out, 0, length, 0));
    long got = 0;
    while (got < 4 || got < 4 + in.get(JAVA_INT_UNALIGNED, 0)) {
      got += require(receive(got, 0));
    }
  }

  private long receive(long from, int flags) {
    return libc.receive(
        socket, in, from, in.byteSize() - from, flags, MemorySegment.NULL, MemorySegment.NULL);
  }

  /** A frame of counter requests for devices 0, 1 ... */
  private int statGets() {
    out.set(JAVA_INT_UNALIGNED, 0, PORTS * STAT_GET_BYTES);
    for (int n = 0; n < PORTS; n++) {
      long at = 4 + (long) n * STAT_GET_BYTES;
      out.set(JAVA_INT_UNALIGNED, at, STAT_GET_BYTES);
      out.set(JAVA_SHORT_UNALIGNED, at + 4, (short) (5 << 10 | 17));
      out.set(JAVA_SHORT_UNALIGNED, at + 6, (short) 1);
      out.set(JAVA_INT_UNALIGNED, at + 8, n + 1);
      out.set(JAVA_INT_UNALIGNED, at + 16, 0x10008);
      out.set(JAVA_INT_UNALIGNED, at + 20, n);
      out.set(JAVA_INT_UNALIGNED, at + 24, 0x30008);
      out.set(JAVA_INT_UNALIGNED, at + 28, 1);
    }
    return 4 + PORTS * STAT_GET_BYTES;
  }

  private int netlink() {
    int opened = (int) require(libc.socket(16, 3, 0));
    MemorySegment address = Arena.ofAuto().allocate(12, 4);
    address.set(JAVA_SHORT, 0, (short) 16);
    require(libc.bind(opened, address, 12));
    return opened;
  }

  private int unix(String path) {
    byte[] name = Path.of(path).toString().getBytes(StandardCharsets.UTF_8);
    MemorySegment address = Arena.ofAuto().allocate(110, 2);
    address.set(JAVA_SHORT, 0, (short) 1);
    MemorySegment.copy(name, 0, address, JAVA_BYTE, 2, name.length);
    int opened = (int) require(libc.socket(1, 1, 0));
    require(libc.connect(opened, address, 110));
    return opened;
  }

  private int open(String path) {
    return (int) require(libc.open(Arena.ofAuto().allocateFrom(path), 0));
  }

  private static long require(long result) {
    if (result < 0) {
      throw new IllegalStateException("errno " + -result);
    }
    return result;
  }
}
