package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The reader of all ports of a switch, which exists as soon as one of its ports is known. */
public final class LazyDeviceSweeper implements DeviceSweeper {
  /** Reads nothing and knows nothing. */
  private static final DeviceSweeper NOTHING = (_, _, _) -> List.of();

  private final DeviceId device;
  private final Function<PortId, Sweeper> ofPort;
  private volatile Duration within;
  private volatile @Nullable DeviceSweeper reader;

  /**
   * @param within about so long one sweep may take
   */
  public LazyDeviceSweeper(DeviceId device, Function<PortId, Sweeper> ofPort, Duration within) {
    this.device = device;
    this.ofPort = ofPort;
    this.within = within;
  }

  @Override
  public void within(Duration next) {
    within = next;
    known().within(next);
  }

  @Override
  public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
    return ports.isEmpty()
        ? List.of()
        : reader(ports.iterator().next()).sweep(ports, atMillis, tickNanos);
  }

  private DeviceSweeper reader(PortId any) {
    DeviceSweeper known = reader;
    if (known == null) {
      known =
          ofPort
              .apply(any)
              .together(within)
              .orElseThrow(
                  () -> DeviceException.unsupported(device + " counters: this driver reads none"));
      reader = known;
    }
    return known;
  }

  @Override
  public void probe() {
    known().probe();
  }

  @Override
  public Map<PortId, Long> rates() {
    return known().rates();
  }

  @Override
  public Map<PortId, LinkReading> links() {
    return known().links();
  }

  @Override
  public Map<PortId, String> leftOut() {
    return known().leftOut();
  }

  @Override
  public Toll toll() {
    return known().toll();
  }

  private DeviceSweeper known() {
    DeviceSweeper known = reader;
    return known == null ? NOTHING : known;
  }
}
