package dev.losslessd.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Keeps what is written until a stream takes it. A stream that hangs holds up only this class's one
 * thread, not the loggers. Records without room are counted, and reported once there is room again.
 */
public final class QueuedOutput extends OutputStream {
  /** Bytes that wait at most: some thousand lines. */
  static final int MOST_BYTES = 256 * 1024;

  private final OutputStream out;
  private final LineStyle style;
  private final InstantSource clock;
  private final LongSupplier ticks;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private @Nullable Thread thread;
  private int bytes;
  private long lost;
  private boolean writing;

  /**
   * @param style of the line that tells of lost ones
   * @param ticks monotonic nanoseconds
   */
  public QueuedOutput(OutputStream out, LineStyle style, InstantSource clock, LongSupplier ticks) {
    this.out = out;
    this.style = style;
    this.clock = clock;
    this.ticks = ticks;
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /** One record; it is kept whole or not at all. */
  @Override
  public synchronized void write(byte[] text, int from, int length) {
    if (bytes + length > MOST_BYTES) {
      lost++;
      return;
    }
    if (lost > 0) {
      String told =
          style.prefix(Level.WARN, clock.instant())
              + "LogWriter: "
              + lost
              + " records were lost: nobody read the log\n";
      lost = 0;
      add(told.getBytes(StandardCharsets.UTF_8));
    }
    add(Arrays.copyOfRange(text, from, from + length));
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("log").start(this::pass);
    }
    notifyAll();
  }

  private void add(byte[] record) {
    waiting.addLast(record);
    bytes += record.length;
  }

  /** There is nothing to wait for: see {@link #drain}. */
  @Override
  public void flush() {}

  /** Waits until all is written, for so long at most. */
  public synchronized void drain(Duration patience) {
    long end = ticks.getAsLong() + patience.toNanos();
    try {
      while (!waiting.isEmpty() || writing) {
        long left = (end - ticks.getAsLong()) / 1_000_000;
        if (left <= 0) {
          return;
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass() {
    try {
      while (true) {
        put(next());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized byte[] next() throws InterruptedException {
    writing = false;
    notifyAll();
    while (waiting.isEmpty()) {
      wait();
    }
    writing = true;
    byte[] record = waiting.removeFirst();
    bytes -= record.length;
    return record;
  }

  /** Errors are ignored, as standard error is gone and nothing else is left to write to. */
  private void put(byte[] record) {
    try {
      out.write(record);
      out.flush();
    } catch (IOException e) {
      return;
    }
  }
}
