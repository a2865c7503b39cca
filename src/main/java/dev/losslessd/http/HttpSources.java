package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Key;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.DriftBook;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the answers are made of. All but {@code transactions}, {@code everything} and {@code
 * firmware} only read memory: a scrape or a page never makes a device work.
 *
 * @param nics as discovery sees them, with the driver of each
 * @param seen the last observation of a target; where there is none yet, the device is asked
 * @param sweeps the newest of each port
 * @param everything a NIC port counts, read now; empty where there is no such NIC
 * @param firmware the non-volatile configuration of a NIC, read now; empty where it has none
 * @param flight of a port on the fast clock; empty for others
 * @param metrics writes the Prometheus page that is asked for
 * @param stalled loops of the process that do not turn any more, each with a sentence
 * @param notReady why the daemon is not ready; empty when it is
 * @param devices health of each device
 * @param links each known link with its contract, as of the last round
 * @param switches of the config that this release can talk to
 * @param host name of this host
 * @param version of the daemon
 * @param drift what the watch knows of a setting that is adrift
 */
public record HttpSources(
    CommitEngine commitEngine,
    Supplier<List<DrivenNic>> nics,
    Function<Target, Optional<Seen>> seen,
    Supplier<List<Finding>> findings,
    Supplier<List<Sweep>> sweeps,
    Function<PortId, Optional<Sweep>> everything,
    Function<PortId, Optional<List<FirmwareEntry>>> firmware,
    Function<PortId, Optional<HighRateTrace>> flight,
    BiConsumer<PageRequest, OutputStream> metrics,
    Supplier<List<String>> stalled,
    Supplier<List<String>> notReady,
    Supplier<List<DeviceHealth>> devices,
    Supplier<List<LinkContract>> links,
    Supplier<List<KnownSwitch>> switches,
    String host,
    String version,
    InstantSource clock,
    Function<Key, Optional<DriftBook.Fact>> drift) {
  /**
   * @param driver name of the driver that has it; empty where none has
   */
  public record DrivenNic(Nic nic, String driver) {}

  /** An observation and its time. */
  public record Seen(Observed observed, Instant at) {}

  /**
   * @param up whether the last read of the device succeeded
   * @param lastSuccess of a read; null where there was none yet
   * @param reason why it is down; empty when it is up
   */
  public record DeviceHealth(
      DeviceId device, boolean up, @Nullable Instant lastSuccess, String reason) {}

  /**
   * A switch of the config.
   *
   * @param os {@code nxos} ...
   * @param managed whether this agent is the one that writes it
   * @param labels of the config, by name
   * @param ports of this fabric: those that the config names, else those with an LLDP neighbour
   */
  public record KnownSwitch(
      DeviceHealth health,
      String os,
      String address,
      boolean managed,
      SortedMap<String, String> labels,
      List<PortId> ports) {
    public KnownSwitch {
      labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
      ports = List.copyOf(ports);
    }
  }
}
