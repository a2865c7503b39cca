package dev.losslessd.fabric.nxos;

import java.time.Instant;

/**
 * A configuration that {@code checkpoint} has kept.
 *
 * @param by who took it
 */
record Checkpoint(String by, Instant at, Block config) {
  /** Size of the configuration's text in bytes. */
  int size() {
    return config.text().stream().mapToInt(line -> line.length() + 1).sum();
  }
}
