package dev.losslessd.fabric.switchbase;

import dev.losslessd.model.Priority;

/** Counters of a port since its switch was started. */
public final class SinceBoot implements Traffic {
  /** Counters of the port, of each priority, and of all of them in one array. */
  private static final int PORT = 6;

  private static final int EACH = 8;
  private static final int ALL = PORT + EACH * Priority.COUNT;

  private final Traffic whole;
  private final long[] atBoot = new long[ALL];

  SinceBoot(Traffic whole) {
    this.whole = whole;
  }

  /** The switch starts: its counters are zero. */
  void boot() {
    long[] port = {
      whole.inOctets(),
      whole.inPackets(),
      whole.outOctets(),
      whole.outPackets(),
      whole.marked(),
      whole.dropped()
    };
    System.arraycopy(port, 0, atBoot, 0, PORT);
    for (int n = 0; n < Priority.COUNT; n++) {
      long[] priority = {
        whole.inOctets(n),
        whole.inPackets(n),
        whole.outOctets(n),
        whole.outPackets(n),
        whole.rxPfc(n),
        whole.txPfc(n),
        whole.rxPauseMicros(n),
        whole.txPauseMicros(n)
      };
      System.arraycopy(priority, 0, atBoot, PORT + EACH * n, EACH);
    }
  }

  private long since(int counter, long now) {
    return now - atBoot[counter];
  }

  private long since(int counter, int priority, long now) {
    return now - atBoot[PORT + EACH * priority + counter];
  }

  @Override
  public boolean up() {
    return whole.up();
  }

  @Override
  public long inOctets() {
    return since(0, whole.inOctets());
  }

  @Override
  public long inPackets() {
    return since(1, whole.inPackets());
  }

  @Override
  public long outOctets() {
    return since(2, whole.outOctets());
  }

  @Override
  public long outPackets() {
    return since(3, whole.outPackets());
  }

  @Override
  public long marked() {
    return since(4, whole.marked());
  }

  @Override
  public long dropped() {
    return since(5, whole.dropped());
  }

  @Override
  public long inOctets(int priority) {
    return since(0, priority, whole.inOctets(priority));
  }

  @Override
  public long inPackets(int priority) {
    return since(1, priority, whole.inPackets(priority));
  }

  @Override
  public long outOctets(int group) {
    return since(2, group, whole.outOctets(group));
  }

  @Override
  public long outPackets(int group) {
    return since(3, group, whole.outPackets(group));
  }

  @Override
  public long rxPfc(int priority) {
    return since(4, priority, whole.rxPfc(priority));
  }

  @Override
  public long txPfc(int priority) {
    return since(5, priority, whole.txPfc(priority));
  }

  @Override
  public long rxPauseMicros(int priority) {
    return since(6, priority, whole.rxPauseMicros(priority));
  }

  @Override
  public long txPauseMicros(int priority) {
    return since(7, priority, whole.txPauseMicros(priority));
  }
}
