package dev.losslessd.log;

import java.io.IOException;
import java.io.OutputStream;
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
 * thread, not the loggers. Records without room, or that the stream refuses, are counted, and
 * reported once it takes some again.
 */
public final class QueuedOutput extends OutputStream {
  /** Bytes that wait at most: some thousand lines. */
  static final int MOST_BYTES = 256 * 1024;

  private final InstantSource clock;
  private final LongSupplier ticks;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private OutputStream out;
  private RecordFormat format;
  private @Nullable Thread thread;
  private int bytes;
  private long untold;
  private long lost;
  private boolean writing;

  /**
   * @param to that took records when it came
   * @param tells of how many lost records it tells
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes of one record, never compared or shown
  private record Waiting(byte[] text, OutputStream to, long tells) {}

  /**
   * @param style of the line that tells of lost ones
   * @param ticks monotonic nanoseconds
   */
  public QueuedOutput(OutputStream out, LineStyle style, InstantSource clock, LongSupplier ticks) {
    this.out = out;
    this.format = style;
    this.clock = clock;
    this.ticks = ticks;
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /**
   * Hands what comes from now on to another stream.
   *
   * @param other of the line that tells of lost ones
   */
  synchronized void to(OutputStream stream, RecordFormat other) {
    out = stream;
    format = other;
  }

  /** One record; it is kept whole or not at all. */
  @Override
  public synchronized void write(byte[] text, int from, int length) {
    if (bytes + length > MOST_BYTES) {
      lost++;
      untold++;
      return;
    }
    if (untold > 0) {
      LogRecord told =
          LogRecord.own(
              clock.instant(),
              Level.WARN,
              "LogWriter: " + untold + " records were lost: nobody read the log");
      add(new Waiting(format.bytes(told), out, untold));
      untold = 0;
    }
    add(new Waiting(Arrays.copyOfRange(text, from, from + length), out, 0));
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("log").start(this::pass);
    }
    notifyAll();
  }

  private void add(Waiting record) {
    waiting.addLast(record);
    bytes += record.text().length;
  }

  /** Records that nobody will ever read, since the start. */
  public synchronized long lost() {
    return lost;
  }

  /** Those of them of which the log does not tell yet: it takes nothing now. */
  public synchronized long untold() {
    return untold + waiting.stream().mapToLong(Waiting::tells).sum();
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

  private synchronized Waiting next() throws InterruptedException {
    writing = false;
    notifyAll();
    while (waiting.isEmpty()) {
      wait();
    }
    writing = true;
    Waiting record = waiting.removeFirst();
    bytes -= record.text().length;
    return record;
  }

  /** What standard error refuses is lost: nothing else is left to write to. */
  private void put(Waiting record) {
    try {
      record.to().write(record.text());
      record.to().flush();
    } catch (IOException e) {
      refused(record);
    }
  }

  private synchronized void refused(Waiting record) {
    untold += Math.max(record.tells(), 1);
    lost += record.tells() > 0 ? 0 : 1;
  }
}
