package dev.losslessd.driver;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Memory of a driver about a device that outlives the process: one short text, the last that was
 * kept.
 *
 * @param clock when something was seen; of the day, since it is compared across restarts
 * @param recall empty where nothing was kept, or it cannot be read
 * @param keep takes the place of what was kept before; never throws
 */
public record DeviceNotes(
    InstantSource clock, Supplier<Optional<String>> recall, Consumer<String> keep) {
  private static final DeviceNotes NONE =
      new DeviceNotes(InstantSource.fixed(Instant.EPOCH), Optional::empty, _ -> {});

  /** Returns notes that keep nothing. */
  public static DeviceNotes none() {
    return NONE;
  }
}
