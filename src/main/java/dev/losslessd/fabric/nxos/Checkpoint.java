package dev.losslessd.fabric.nxos;

import java.time.Instant;

/**
 * A kept configuration.
 *
 * @param by who took it
 */
record Checkpoint(String by, Instant at, Block config) {
  /** Bytes as text. */
  int size() {
    return config.text().stream().mapToInt(line -> line.length() + 1).sum();
  }
}
