package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep.Missing;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaStats;
import dev.losslessd.transport.sysfs.CounterFiles;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The few counters of a NIC port that tell a burst: CNPs, CE marks, losses and RDMA bytes. One
 * STAT_GET of RDMA netlink brings all that the driver has there, of one moment, for one firmware
 * query; from files come only bytes that mlx5 has nowhere else, counters of the device, which
 * STAT_GET leaves out, and everything where the kernel has no such netlink. A read is two steps, so
 * that one exchange asks for many ports; it allocates nothing. For one caller at a time, on a
 * platform thread.
 */
public final class FastReader implements AutoCloseable {
  private static final Set<Signal> FAST =
      EnumSet.of(
          Signal.ECN_CE_PACKETS,
          Signal.CNP_SENT,
          Signal.CNP_HANDLED,
          Signal.OUT_OF_SEQUENCE,
          Signal.PACKET_SEQUENCE_ERRORS,
          Signal.ACK_TIMEOUTS,
          Signal.RETRANSMITS,
          Signal.ADAPTIVE_RETRANSMITS,
          Signal.RDMA_BYTES);

  /**
   * RDMA bytes of {@code ports/N/counters}: on mlx5 those of this function, in words of 4 bytes.
   */
  private static final List<Counter> BYTES_OF_MLX5 =
      List.of(
          new Counter(Signal.RDMA_BYTES, Direction.RX, null, "port_rcv_data", 64, 4),
          new Counter(Signal.RDMA_BYTES, Direction.TX, null, "port_xmit_data", 64, 4));

  private final Nic nic;
  private final HostFiles sys;
  private final RdmaFolders folders;
  private final List<Counter> known;
  private final List<Counter> ofDevice;
  private final RdmaStats stats;
  private final Optional<RdmaStats> asked;
  private final int filesEvery;
  private int reads;
  private boolean withoutNetlink;
  private boolean built;
  private List<Counter> counters = List.of();
  private int[] places = new int[0];
  private @Nullable CounterFiles files;
  private long[] values = new long[0];
  private boolean[] read = new boolean[0];

  /**
   * @param nic with an RDMA device
   * @param known what the port's own sweeps have, with the kernel's names
   * @param filesEvery files are read at every so-manieth read, 1 or more: each is a call of the
   *     kernel and a firmware query of its own
   */
  public FastReader(Nic nic, HostFiles files, List<Counter> known, int filesEvery) {
    this.nic = nic;
    this.sys = files;
    this.folders = RdmaFolders.of(nic);
    this.known = fast(known, counter -> counter.origin() != Origin.DEVICE_HW_COUNTERS);
    this.ofDevice = fast(known, counter -> counter.origin() == Origin.DEVICE_HW_COUNTERS);
    this.stats = new RdmaStats(nic.rdmaDevice(), nic.rdmaPort());
    this.asked = Optional.of(stats);
    this.filesEvery = filesEvery;
    // the files of different ports at different reads
    this.reads = Math.floorMod(nic.port().hashCode(), filesEvery);
  }

  private static List<Counter> fast(List<Counter> known, Predicate<Counter> from) {
    return known.stream().filter(one -> FAST.contains(one.signal())).filter(from).toList();
  }

  /** Returns the statistics to request by netlink; empty where the kernel has no such netlink. */
  public Optional<RdmaStats> stats() {
    return withoutNetlink ? Optional.empty() : asked;
  }

  /**
   * Takes what {@link #stats} was answered, and reads what is in files.
   *
   * @return whether the counters are others than before
   * @throws DeviceException if the device does not tell any of them
   */
  public boolean take() {
    try {
      return taken();
    } catch (TransportException e) {
      throw Failures.of(nic.port(), "fast counters", e);
    }
  }

  private boolean taken() {
    boolean changed = takeStats();
    if (changed || !built) {
      build();
      changed = true;
    }
    for (int n = 0; n < places.length; n++) {
      values[n] = stats.value(places[n]);
      read[n] = true;
    }
    readFiles(changed);
    return changed;
  }

  /** Reads the files; those whose turn it is not have no value, as while others read them. */
  private void readFiles(boolean first) {
    CounterFiles rest = files;
    reads = reads == filesEvery - 1 ? 0 : reads + 1;
    if (rest == null) {
      return;
    }
    boolean turn = (first || withoutNetlink || reads == 0) && rest.tryBegin();
    try {
      for (int n = places.length; n < values.length; n++) {
        read[n] = turn && read(rest, n - places.length);
        values[n] = rest.value();
      }
    } finally {
      if (turn) {
        rest.end();
      }
    }
  }

  /** Reads one file. Without netlink nothing else shows that the device has left. */
  private boolean read(CounterFiles rest, int file) {
    return (withoutNetlink ? rest.read(file) : rest.readOn(file)) == Missing.NOT;
  }

  private boolean takeStats() {
    if (withoutNetlink) {
      return false;
    }
    try {
      return stats.changed();
    } catch (TransportException e) {
      if (!RdmaClient.isLacking(e) && !isOfDeviceAlone(e)) {
        throw e;
      }
      withoutNetlink = true;
      return true;
    }
  }

  /** STAT_GET of a port without counters fails with EINVAL (core/nldev.c), as of a wrong port. */
  private boolean isOfDeviceAlone(TransportException e) {
    return e.errno() == Errno.EINVAL
        && !ofDevice.isEmpty()
        && sys.list(folders.hardware()).isEmpty();
  }

  private void build() {
    List<String> names = withoutNetlink ? List.of() : stats.names();
    List<Counter> columns = new ArrayList<>();
    List<Integer> at = new ArrayList<>();
    for (Counter counter : known) {
      int place = names.indexOf(counter.rawName());
      if (place >= 0) {
        columns.add(counter);
        at.add(place);
      }
    }
    places = at.stream().mapToInt(Integer::intValue).toArray();
    List<String> paths = new ArrayList<>();
    if (withoutNetlink) {
      take(known, folders.hardware(), columns, paths);
    }
    if (!ofDevice.isEmpty()) {
      take(ofDevice, folders.ofDevice(), columns, paths);
    }
    if (nic.kernelDriver().startsWith("mlx5")) {
      take(BYTES_OF_MLX5, folders.port() + "/counters", columns, paths);
    }
    close();
    files = paths.isEmpty() ? null : sys.counters(paths);
    counters = List.copyOf(columns);
    values = new long[columns.size()];
    read = new boolean[columns.size()];
    built = true;
  }

  private void take(
      List<Counter> wanted, String folder, List<Counter> columns, List<String> paths) {
    List<String> there = sys.list(folder);
    for (Counter counter : wanted) {
      if (there.contains(counter.rawName())) {
        columns.add(counter);
        paths.add(folder + "/" + counter.rawName());
      }
    }
  }

  /** Returns the counters that are read, in the order of their values. */
  public List<Counter> counters() {
    return counters;
  }

  /** Whether the last read had a value for a counter. */
  public boolean has(int counter) {
    return read[counter];
  }

  /** The raw value of the last read. */
  public long value(int counter) {
    return values[counter];
  }

  @Override
  public void close() {
    CounterFiles old = files;
    if (old != null) {
      old.close();
    }
  }
}
