package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sources of the counters of one NIC port: files that are really there, and ethtool. */
final class CounterSources {
  static final List<Counter> NETDEV =
      List.of(
          Counter.of(Signal.PORT_PACKETS, Direction.RX, "rx_packets", 64),
          Counter.of(Signal.PORT_PACKETS, Direction.TX, "tx_packets", 64),
          Counter.of(Signal.PORT_BYTES, Direction.RX, "rx_bytes", 64),
          Counter.of(Signal.PORT_BYTES, Direction.TX, "tx_bytes", 64),
          Counter.of(Signal.PORT_DISCARDS, Direction.RX, "rx_dropped", 64),
          Counter.of(Signal.PORT_DISCARDS, Direction.TX, "tx_dropped", 64),
          Counter.of(Signal.PORT_ERRORS, Direction.RX, "rx_errors", 64),
          Counter.of(Signal.PORT_ERRORS, Direction.TX, "tx_errors", 64));

  /** Milliseconds that the kernel keeps what it read; a setting. */
  private static final String NO_COUNTER = "lifespan";

  private final Nic nic;
  private final HostAccess access;
  private final CounterCatalogue catalogue;
  private final List<Counter> counters = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();

  CounterSources(Nic nic, HostAccess access, CounterCatalogue catalogue) {
    this.nic = nic;
    this.access = access;
    this.catalogue = catalogue;
  }

  /** Names are only there when kernel and firmware have them; the others are no columns. */
  void take(List<Counter> known, String folder, Origin origin) {
    List<String> names = access.files().list(folder);
    for (Counter counter : known) {
      if (names.contains(counter.rawName())) {
        take(counter.from(origin), folder);
      }
    }
  }

  /**
   * The hardware counters of the RDMA port and, where the kernel keeps them there, of its device.
   * Old kernels show the same ones in both places: of each name that of the port is taken.
   */
  void takeHardware(List<Counter> known, RdmaFolders rdma) {
    List<String> ofPort = list(rdma.hardware());
    List<String> ofDevice = list(rdma.ofDevice());
    for (Counter counter : known) {
      if (ofPort.contains(counter.rawName())) {
        take(counter.from(Origin.HW_COUNTERS), rdma.hardware());
      } else if (ofDevice.contains(counter.rawName())) {
        take(counter.from(Origin.DEVICE_HW_COUNTERS), rdma.ofDevice());
      }
    }
  }

  /**
   * The rest of both folders by name, for whoever knows them by that.
   *
   * @param bits the width at which they wrap
   */
  void takeOtherHardware(RdmaFolders rdma, int bits) {
    List<String> ofPort = list(rdma.hardware());
    takeOthers(ofPort, rdma.hardware(), Origin.HW_COUNTERS, bits);
    List<String> ofDevice = new ArrayList<>(list(rdma.ofDevice()));
    ofDevice.removeAll(ofPort);
    takeOthers(ofDevice, rdma.ofDevice(), Origin.DEVICE_HW_COUNTERS, bits);
  }

  private List<String> list(String folder) {
    return folder.isEmpty() ? List.of() : access.files().list(folder);
  }

  private void take(Counter counter, String folder) {
    counters.add(counter);
    paths.add(folder + "/" + counter.rawName());
  }

  /**
   * Adds the netdev's statistics (struct rtnl_link_stats64), where the port has a netdev.
   *
   * @param past by name only: where RDMA bypasses it, they count just its own
   */
  void takeNetdev(boolean past) {
    if (NicWritability.hasNetdev(nic)) {
      List<Counter> names =
          NETDEV.stream().map(one -> one.unmeant("the netdev's own: RDMA goes past it")).toList();
      String folder = "sys/class/net/" + nic.port().name() + "/statistics";
      take(past ? names : NETDEV, folder, Origin.NETDEV);
    }
  }

  /** As {@link #takeOtherHardware}, of {@code counters}; those that are narrower stop there. */
  void takeOtherPortCounters(String folder) {
    takeOthers(list(folder), folder, Origin.PORT_COUNTERS, 64);
  }

  private void takeOthers(List<String> names, String folder, Origin origin, int bits) {
    for (String name : names) {
      if (!paths.contains(folder + "/" + name) && !name.equals(NO_COUNTER)) {
        take(catalogue.unmeant(origin, name, bits), folder);
      }
    }
  }

  /** The folders of the RDMA port in sysfs, where the NIC has one. */
  Optional<RdmaFolders> rdma() {
    return nic.rdmaDevice().isEmpty() ? Optional.empty() : Optional.of(RdmaFolders.of(nic));
  }

  PortSweeper sweeper() {
    return new PortSweeper(
        nic.port(),
        NicWritability.hasNetdev(nic) ? access.ethtool().stats(nic.port().name()) : null,
        catalogue,
        access.files().counters(paths),
        counters,
        false,
        new OptionalStats(nic, access.rdma(), catalogue),
        new QueuePairStats(nic, access.rdma()));
  }
}
