package dev.losslessd.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** A listener whose waiting is done on a lane of its own, into a buffer of its own. */
abstract class LaneListener implements Listener {
  /**
   * The wait itself ends in time, and nobody waits behind a listener: only a machine that is too
   * busy to run its thread is late. Who hangs up then misses what is told meanwhile.
   */
  private static final long SLACK_NANOS = 10_000_000_000L;

  private final MemorySegment buffer;
  private final BlockingCallThread blockingCallThread;
  private Duration wait = Duration.ZERO;

  /**
   * @param name of the lane's thread
   * @param capacity longest message, in bytes
   */
  LaneListener(String name, int capacity) {
    this.buffer = Arena.ofAuto().allocate(capacity, 8);
    this.blockingCallThread = new BlockingCallThread(name, new Wait(), false);
  }

  /** Waits for one message; on the lane. As {@link Listener#next}. */
  abstract int await(MemorySegment into, Duration patience);

  /** Names the work in messages, see {@link BlockingCallThread.Work#what}. */
  abstract String what();

  /** Frees what the wait holds, see {@link BlockingCallThread.Work#release}. */
  abstract void release();

  @Override
  public final int next(MemorySegment into, Duration patience) {
    blockingCallThread.requireFree(patience.toNanos());
    this.wait = patience;
    int got = blockingCallThread.call(patience.toNanos() + SLACK_NANOS);
    if (got > 0) {
      MemorySegment.copy(buffer, 0, into, 0, got);
    }
    return got;
  }

  @Override
  public final void close() {
    blockingCallThread.close();
  }

  private final class Wait implements BlockingCallThread.Work {
    @Override
    public int run() {
      return await(buffer, wait);
    }

    @Override
    public String what() {
      return LaneListener.this.what();
    }

    @Override
    public void release() {
      LaneListener.this.release();
    }
  }
}
