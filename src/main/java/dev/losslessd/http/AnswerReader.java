package dev.losslessd.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One client that takes a large answer, and how it gets on with it. */
final class AnswerReader implements AutoCloseable {
  /** A reader that takes nothing for longer than this gives way. */
  static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

  /** Longest time per piece for a client that counts as quick, nanoseconds. */
  private static final long QUICK = TimeUnit.MILLISECONDS.toNanos(300);

  /** The patience with one that has been quick before: it may wait for a processor. */
  private static final long PATIENCE_WITH_QUICK = TimeUnit.SECONDS.toNanos(1);

  private final OpenConnection connection;
  private final AnswerBuffer buffer;
  private final HttpTime time;
  private final Consumer<AnswerReader> leave;
  private volatile long progress;
  private volatile boolean writing;

  /**
   * @param leave what is done when it is closed
   */
  AnswerReader(
      OpenConnection connection, AnswerBuffer buffer, HttpTime time, Consumer<AnswerReader> leave) {
    this.connection = connection;
    this.buffer = buffer;
    this.time = time;
    this.leave = leave;
    this.progress = time.nanos().getAsLong();
  }

  AnswerBuffer buffer() {
    return buffer;
  }

  /** Writes what the buffer holds; blocks until the client has taken it. */
  void writeTo(OutputStream out) throws IOException {
    boolean quick = true;
    progress = time.nanos().getAsLong();
    writing = true;
    for (int i = 0; i < buffer.count(); i++) {
      out.write(buffer.piece(i), 0, buffer.length(i));
      long now = time.nanos().getAsLong();
      quick &= now - progress < (connection.quick() ? PATIENCE_WITH_QUICK : QUICK);
      progress = now;
    }
    connection.quick(quick);
  }

  boolean isStuck(long now) {
    long patience = isQuick() ? PATIENCE_WITH_QUICK : PATIENCE;
    return writing && now - progress >= patience;
  }

  /** Whether its connection has taken an answer without delay before. */
  boolean isQuick() {
    return connection.quick();
  }

  /** Time since it last took something, nanoseconds. */
  long idle(long now) {
    return now - progress;
  }

  /** Closes its connection, so that writing to it ends. */
  void cut() {
    connection.cut();
  }

  @Override
  public void close() {
    leave.accept(this);
  }
}
