package dev.losslessd.app;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Things to close, last opened first. One that fails does not keep the others open. */
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T one) {
    open.push(one);
    return one;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        LOG.warn("while stopping: {}", e.getMessage());
      }
    }
  }
}
