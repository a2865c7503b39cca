package dev.losslessd.files;

import java.io.IOException;

/**
 * What is done with files.
 *
 * @param <T> what it brings
 */
@FunctionalInterface
public interface Work<T> {
  /**
   * Does it; may block for ever.
   *
   * @throws IOException a file says no
   */
  T run() throws IOException;
}
