package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Nic;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.OptionalCounter;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaDevice;
import dev.losslessd.transport.netlink.RdmaStats;
import java.util.ArrayList;
import java.util.List;

/**
 * The optional counters of a port that are on, which are in no file. Which are on is looked up only
 * now and then; while none is, nothing more is asked.
 */
final class OptionalStats implements RdmaColumns {
  /** Sweeps from one look to the next. */
  private static final int LOOK_EVERY = 60;

  private final Nic nic;
  private final RdmaClient rdma;
  private final CounterCatalogue catalogue;
  private final RdmaStats stats;
  private List<String> on = List.of();
  private List<Counter> counters = List.of();
  private int[] places = new int[0];
  private boolean lacking;
  private boolean fresh;
  private int untilLook;

  /**
   * @param rdma for this reader alone
   */
  OptionalStats(Nic nic, RdmaClient rdma, CounterCatalogue catalogue) {
    this.nic = nic;
    this.rdma = rdma;
    this.catalogue = catalogue;
    this.stats = new RdmaStats(nic.rdmaDevice(), nic.rdmaPort());
    this.lacking = nic.rdmaDevice().isEmpty();
  }

  @Override
  public boolean read() {
    fresh = false;
    if (lacking) {
      return false;
    }
    try {
      boolean changed = --untilLook < 0 && check();
      if (!on.isEmpty()) {
        changed |= rdma.read(stats);
        if (changed) {
          place();
        }
        fresh = true;
      }
      return changed;
    } catch (TransportException e) {
      lacking = RdmaClient.isLacking(e);
      return false;
    }
  }

  private boolean check() {
    untilLook = LOOK_EVERY;
    List<String> now = new ArrayList<>();
    for (RdmaDevice device : rdma.devices()) {
      if (device.name().equals(nic.rdmaDevice())) {
        List<OptionalCounter> all = rdma.optionalCounters(device, nic.rdmaPort());
        lacking = all.isEmpty();
        all.stream().filter(OptionalCounter::enabled).map(OptionalCounter::name).forEach(now::add);
      }
    }
    boolean changed = !now.equals(on);
    on = List.copyOf(now);
    counters = on.stream().map(catalogue::ofNetlink).toList();
    places = new int[on.size()];
    return changed;
  }

  private void place() {
    List<String> names = stats.names();
    for (int n = 0; n < places.length; n++) {
      places[n] = names.indexOf(on.get(n));
    }
  }

  @Override
  public List<Counter> counters() {
    return counters;
  }

  @Override
  public boolean has(int index) {
    return fresh && places[index] >= 0;
  }

  @Override
  public long value(int index) {
    return stats.value(places[index]);
  }
}
