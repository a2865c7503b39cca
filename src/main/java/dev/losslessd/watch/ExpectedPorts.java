package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortCount;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * RoCE ports that are found against those that the config expects. A host whose NIC driver is gone
 * has no port that could be ill: only the number tells.
 *
 * @param nics as the last discovery saw them
 */
public record ExpectedPorts(
    DeviceId host, Supplier<OptionalInt> expected, Supplier<List<Nic>> nics) {
  private static final Set<Nic.Protocol> OTHERS =
      EnumSet.of(Nic.Protocol.IWARP, Nic.Protocol.INFINIBAND, Nic.Protocol.OTHER);

  /** Number of ports as of the last discovery. */
  public PortCount count() {
    return new PortCount(there().size(), expected.get());
  }

  private List<Nic> there() {
    return nics.get().stream().filter(ExpectedPorts::counts).toList();
  }

  /** What a person plugs in: one netdev of a bond counts, and the bond does not. */
  private static boolean counts(Nic nic) {
    return nic.isRoce() && (nic.role() == Nic.Role.PHYSICAL || nic.role() == Nic.Role.BOND_MEMBER);
  }

  /** Why the daemon is not ready; empty where no port is missing. */
  Optional<String> missing() {
    return count().isShort() ? Optional.of(message()) : Optional.empty();
  }

  /** Findings of missing ports, and of RDMA devices that are none of them. */
  Stream<Finding> findings() {
    return Stream.of(finding(), notRoce()).flatMap(Optional::stream);
  }

  /** One for the host: which RDMA devices are monitored only, as they do not speak RoCE. */
  private Optional<Finding> notRoce() {
    String devices =
        nics.get().stream()
            .filter(nic -> OTHERS.contains(nic.protocol()))
            .map(nic -> nic.rdmaDevice() + " (" + nic.protocol().text() + ")")
            .distinct()
            .collect(Collectors.joining(", "));
    return devices.isEmpty()
        ? Optional.empty()
        : Optional.of(
            FindingRule.NOT_ROCE.at(
                host.name(), "RDMA devices that do not speak RoCE are monitored only: " + devices));
  }

  /** A critical finding where ports are missing. */
  Optional<Finding> finding() {
    return missing().map(what -> FindingRule.PORTS_MISSING.at(host.name(), what));
  }

  private String message() {
    String names =
        there().stream()
            .map(nic -> nic.port().name() + " (" + nic.rdmaDevice() + ")")
            .collect(Collectors.joining(", "));
    return count().text() + (names.isEmpty() ? "" : ": " + names);
  }
}
