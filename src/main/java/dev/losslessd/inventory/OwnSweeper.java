package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Sweep;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** A sweeper with a way into the kernel of its own, which it takes along when it is closed. */
record OwnSweeper(Sweeper sweeper, HostAccess access) implements Sweeper {
  @Override
  public Sweep sweep(long atMillis, long tickNanos) {
    return sweeper.sweep(atMillis, tickNanos);
  }

  @Override
  public Sweep readAll(long atMillis, long tickNanos) {
    return sweeper.readAll(atMillis, tickNanos);
  }

  @Override
  public Optional<DeviceException> unread() {
    return sweeper.unread();
  }

  @Override
  public OptionalLong rateMbps() {
    return sweeper.rateMbps();
  }

  @Override
  public Optional<DeviceSweeper> together(Duration within) {
    return sweeper.together(within);
  }

  @Override
  public void close() {
    sweeper.close();
    access.close();
  }
}
