package dev.losslessd.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Things to close, last opened first. One that fails or hangs does not keep the others open. */
final class ResourceStack implements AutoCloseable {
  /** Time for each of them. */
  static final Duration SHARE = Duration.ofSeconds(3);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T one) {
    open.push(one);
    return one;
  }

  @Override
  public void close() {
    close(new BoundedStop(Termination.ORDERLY));
  }

  /** Closes all of them as steps of a stop, each with its share. */
  void close(BoundedStop stop) {
    while (!open.isEmpty()) {
      AutoCloseable one = open.pop();
      stop.run(one.getClass().getSimpleName(), SHARE, one);
    }
  }
}
