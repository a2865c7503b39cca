package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Nic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where the counters of one NIC port are: files that are really there, and ethtool. */
public final class CounterSources {
  private final Nic nic;
  private final HostAccess access;
  private final List<Counter> counters = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();

  public CounterSources(Nic nic, HostAccess access) {
    this.nic = nic;
    this.access = access;
  }

  /** Names are only there when kernel and firmware have them; the others are no columns. */
  public void take(List<Counter> known, String folder) {
    List<String> names = access.files().list(folder);
    for (Counter counter : known) {
      if (names.contains(counter.rawName())) {
        counters.add(counter);
        paths.add(folder + "/" + counter.rawName());
      }
    }
  }

  /** The folder of the RDMA port in sysfs, where the NIC has one. */
  public Optional<String> rdmaPort() {
    return nic.rdmaDevice().isEmpty()
        ? Optional.empty()
        : Optional.of("sys/class/infiniband/" + nic.rdmaDevice() + "/ports/" + nic.rdmaPort());
  }

  /**
   * @param ofStatistic the column of a statistic that ethtool names, empty for none
   */
  public PortSweeper sweeper(Function<String, Optional<Counter>> ofStatistic) {
    return new PortSweeper(
        nic.port(),
        Standing.hasNetdev(nic) ? access.ethtool().stats(nic.port().name()) : null,
        ofStatistic,
        access.files().counters(paths),
        counters);
  }
}
