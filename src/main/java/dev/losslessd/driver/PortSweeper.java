package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Sweep.Missing;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ethtool.StatTable;
import dev.losslessd.transport.sysfs.CounterFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counters of one port from ethtool statistics and from files. Where both mean the same one,
 * ethtool's counts. A sweep allocates itself and its two arrays.
 */
public final class PortSweeper implements Sweeper {
  /**
   * Statistics of ethtool that have no meaning here and that other exporters' panels show: of the
   * wire, the PCI bus, the buffers and the function, and never of a single queue, of which a NIC
   * has hundreds.
   */
  private static final Pattern SHOWN =
      Pattern.compile(
          "(rx|tx)_(packets|bytes|errors|dropped)|(rx|tx)_vport_\\w+|(rx|tx)_prio[0-7]_\\w+"
              + "|(rx|tx)_global_pause\\w*|(dev|rx)_out_of_buffer"
              + "|rx_discard_(bytes|packets)_cos[0-7]|outbound_pci_\\w+"
              + "|(rx|tx)_pci_signal_integrity|\\w+_phy");

  private record Meaning(
      Signal signal, @Nullable Direction direction, @Nullable Priority priority) {}

  private final PortId port;
  private final @Nullable StatTable stats;
  private final CounterCatalogue catalogue;
  private final boolean everything;
  private final CounterFiles files;
  private final List<Counter> fileCounters;

  /** An array, as each sweep goes over it and an iterator would be an object. */
  private final RdmaColumns[] netlink;

  private Schema schema = new Schema(List.of());
  private int[] statOf = new int[0];
  private boolean built;
  private boolean refused;
  private Optional<DeviceException> unread = Optional.empty();

  /**
   * @param stats null where the port has no netdev
   * @param catalogue of the statistics
   * @param fileCounters the meaning of each file
   * @param everything also statistics that are not polled: hundreds, most of single queues
   * @param netlink counters of RDMA netlink
   */
  PortSweeper(
      PortId port,
      @Nullable StatTable stats,
      CounterCatalogue catalogue,
      CounterFiles files,
      List<Counter> fileCounters,
      boolean everything,
      RdmaColumns... netlink) {
    this.port = port;
    this.stats = stats;
    this.catalogue = catalogue;
    this.everything = everything;
    this.files = files;
    this.netlink = netlink.clone();
    this.fileCounters = List.copyOf(fileCounters);
    this.refused = stats == null;
  }

  @Override
  public Sweep sweep(long atMillis, long tickNanos) {
    TransportException failure = readStats();
    long[] values = new long[schema.size()];
    byte[] missing = new byte[schema.size()];
    boolean fresh = failure == null && !refused;
    int got = takeStats(values, missing, fresh) + takeFiles(values, missing);
    takeNetlink(values, missing);
    unread = Optional.empty();
    if (failure != null && !refused) {
      DeviceException statistics = Failures.of(port, "counters", failure);
      if (got == 0) {
        throw statistics;
      }
      unread = Optional.of(statistics);
    }
    return new Sweep(port, schema, values, missing, atMillis, tickNanos);
  }

  @Override
  public Optional<DeviceException> unread() {
    return unread;
  }

  @Override
  public Sweep readAll(long atMillis, long tickNanos) {
    return new PortSweeper(port, stats, catalogue, files, fileCounters, true, netlink)
        .sweep(atMillis, tickNanos);
  }

  private @Nullable TransportException readStats() {
    StatTable table = stats;
    TransportException failure = null;
    boolean changed = false;
    for (RdmaColumns one : netlink) {
      changed |= one.read();
    }
    if (table != null && !refused) {
      try {
        changed |= table.read();
      } catch (TransportException e) {
        failure = e;
        // asking again would only flood the log of a driver that will always say no
        refused = e.errno() == Errno.EOPNOTSUPP || e.errno() == Errno.EPERM;
        if (e.kind() == TransportException.Kind.GONE) {
          throw Failures.of(port, "counters", e);
        }
      }
    }
    if (changed || !built) {
      build(table == null ? List.of() : table.names());
    }
    return failure;
  }

  private int takeStats(long[] values, byte[] missing, boolean fresh) {
    StatTable table = stats;
    if (table == null || !fresh) {
      Arrays.fill(missing, 0, statOf.length, code(Missing.UNREAD));
      return 0;
    }
    for (int column = 0; column < statOf.length; column++) {
      values[column] = table.value(statOf[column]);
    }
    return statOf.length;
  }

  private int takeFiles(long[] values, byte[] missing) {
    if (fileCounters.isEmpty()) {
      return 0;
    }
    try {
      files.begin();
    } catch (TransportException e) {
      throw Failures.of(port, "counters", e);
    }
    try {
      return takeEach(values, missing);
    } finally {
      files.end();
    }
  }

  private int takeEach(long[] values, byte[] missing) {
    int got = 0;
    for (int n = 0; n < fileCounters.size(); n++) {
      int column = statOf.length + n;
      Missing why = files.read(n);
      missing[column] = code(why);
      if (why == Missing.NOT) {
        values[column] = files.value();
        got++;
      }
    }
    return got;
  }

  private void takeNetlink(long[] values, byte[] missing) {
    int column = statOf.length + fileCounters.size();
    for (RdmaColumns source : netlink) {
      for (int n = 0; n < source.counters().size(); n++, column++) {
        missing[column] = code(source.has(n) ? Missing.NOT : Missing.UNREAD);
        values[column] = source.has(n) ? source.value(n) : 0;
      }
    }
  }

  /** Ethtool's columns first; a second one of the same meaning keeps its name alone. */
  private void build(List<String> names) {
    List<Counter> columns = new ArrayList<>();
    Map<Meaning, Counter> taken = new HashMap<>();
    statOf = new int[names.size()];
    int stat = 0;
    for (int n = 0; n < names.size(); n++) {
      Optional<Counter> counter = statistic(names.get(n));
      if (counter.isPresent()) {
        columns.add(once(counter.get(), taken));
        statOf[stat++] = n;
      }
    }
    statOf = Arrays.copyOf(statOf, stat);
    fileCounters.forEach(counter -> columns.add(once(counter, taken)));
    for (RdmaColumns source : netlink) {
      source.counters().forEach(counter -> columns.add(once(counter, taken)));
    }
    schema = new Schema(columns);
    built = true;
  }

  private Optional<Counter> statistic(String name) {
    Optional<Counter> meant = catalogue.ofStatistic(name);
    if (meant.isPresent()) {
      return meant.map(counter -> counter.from(Origin.ETHTOOL));
    }
    return everything || SHOWN.matcher(name).matches()
        ? Optional.of(catalogue.unmeant(Origin.ETHTOOL, name, 64))
        : Optional.empty();
  }

  private static Counter once(Counter counter, Map<Meaning, Counter> taken) {
    if (counter.signal() == Signal.OTHER) {
      return counter;
    }
    Counter first = taken.putIfAbsent(meaning(counter), counter);
    return first == null
        ? counter
        : counter.unmeant("told by " + first.rawName() + " of " + first.origin().word());
  }

  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  private static byte code(Missing why) {
    return (byte) why.ordinal();
  }

  private static Meaning meaning(Counter counter) {
    return new Meaning(counter.signal(), counter.direction(), counter.priority());
  }

  @Override
  public void close() {
    files.close();
  }
}
