package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.ReceiveBuffer;
import java.util.Arrays;

/**
 * Receive buffers as mlx5's en/port_buffer.c checks and keeps them (kernel 7.2). Firmware owns them
 * until the first write; from then on the driver recomputes thresholds, and may fail to.
 */
final class Mlx5Buffers {
  static final int COUNT = 8;
  static final int CELL_BYTES = 128;
  // the driver takes the larger of the netdev's max_mtu and this; real cards tell up to 9978
  private static final int MOST_MTU = 9216;

  private final long mbps;
  private final int totalBytes;
  private int[] sizes = new int[COUNT];
  private int[] priorityToBuffer = new int[COUNT];
  private boolean[] lossy = new boolean[COUNT];
  private boolean manual;

  Mlx5Buffers(long mbps) {
    this.mbps = mbps;
    this.totalBytes = mbps >= 200_000 ? 524_032 : 262_016;
    reset();
  }

  /** Restores the firmware's default: everything in buffer 0. */
  void reset() {
    sizes = new int[COUNT];
    sizes[0] = totalBytes;
    priorityToBuffer = new int[COUNT];
    lossy = lossy(priorityToBuffer, 0xff);
    manual = false;
  }

  int[] sizes() {
    return sizes.clone();
  }

  int[] priorityToBuffer() {
    return priorityToBuffer.clone();
  }

  int totalBytes() {
    return totalBytes;
  }

  /** Room in bytes for what comes after an XOFF, in the driver's integer arithmetic. */
  int headroom(int cableMetres, int mtu) {
    long speed = Math.max(mbps, 40_000);
    return (int) ((301 + 216L * cableMetres / 100) * speed / 1000 + 272L * mtu / 100);
  }

  /**
   * A write by dcbnl. What moves priorities is checked against the sizes before this write, so a
   * buffer must be large before a lossless priority moves into it.
   *
   * @param effectivePfc priorities with PFC; all of them while global pause is on
   * @return 0 or a negative errno, and then nothing is changed
   */
  int set(int[] newMap, int[] newSizes, int effectivePfc, int headroom) {
    boolean moved = !Arrays.equals(newMap, priorityToBuffer);
    boolean resized = !Arrays.equals(newSizes, sizes);
    if (!moved && !resized) {
      return 0;
    }
    manual = true;
    boolean[] newLossy = moved ? lossy(newMap, effectivePfc) : lossy.clone();
    if (moved && !Arrays.equals(newLossy, lossy) && tooSmall(sizes, newLossy, headroom)) {
      return Errno.ENOMEM.negative();
    }
    if (resized) {
      int verdict = resize(newSizes, newLossy, headroom);
      if (verdict != 0) {
        return verdict;
      }
    }
    lossy = newLossy;
    priorityToBuffer = newMap.clone();
    return 0;
  }

  private int resize(int[] newSizes, boolean[] newLossy, int headroom) {
    long used = 0;
    for (int n = 0; n < COUNT; n++) {
      if (!newLossy[n] && newSizes[n] == 0) {
        return Errno.EINVAL.negative();
      }
      used += Integer.toUnsignedLong(newSizes[n]);
    }
    if (used > totalBytes) {
      return Errno.EINVAL.negative();
    }
    if (tooSmall(newSizes, newLossy, headroom)) {
      return Errno.ENOMEM.negative();
    }
    for (int n = 0; n < COUNT; n++) {
      sizes[n] = newSizes[n] / CELL_BYTES * CELL_BYTES;
    }
    return 0;
  }

  /** PFC, cable length or MTU changed. Firmware's own buffers follow without a word. */
  int recompute(int effectivePfc, int headroom) {
    boolean[] newLossy = lossy(priorityToBuffer, effectivePfc);
    if (manual && tooSmall(sizes, newLossy, headroom)) {
      return Errno.ENOMEM.negative();
    }
    lossy = newLossy;
    return 0;
  }

  /**
   * Receive buffer behind a priority. Firmware's own thresholds are not published; half of the
   * buffer is assumed (unverified). Once the driver owns them, its cable length gives the headroom.
   */
  ReceiveBuffer receiveBuffer(int priority, int headroom) {
    int size = sizes[priorityToBuffer[priority]];
    if (!manual) {
      return new ReceiveBuffer(size, size / 2);
    }
    return new ReceiveBuffer(size, Math.max(0, size - headroom));
  }

  private static boolean tooSmall(int[] sizes, boolean[] lossy, int headroom) {
    for (int n = 0; n < COUNT; n++) {
      if (!lossy[n] && sizes[n] < headroom + MOST_MTU + CELL_BYTES) {
        return true;
      }
    }
    return false;
  }

  /** A buffer is lossless when a priority with PFC is mapped to it. */
  private static boolean[] lossy(int[] map, int pfc) {
    boolean[] lossy = new boolean[COUNT];
    Arrays.fill(lossy, true);
    for (int priority = 0; priority < COUNT; priority++) {
      if ((pfc & 1 << priority) != 0) {
        lossy[map[priority]] = false;
      }
    }
    return lossy;
  }
}
