package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.OptionalCounter;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaDevice;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Counters of an RDMA port that count only when they are switched on, by RDMA netlink (Linux
 * drivers/infiniband/core/nldev.c, 5.16 and newer). The kernel forgets what is on when the driver
 * is loaded anew.
 */
public record OptionalCountersAccess(Nic nic, RdmaClient rdma, Ledger ledger)
    implements SettingAccess {
  /** Ledger id of the write that switches counters. */
  public static final String WRITE = "rdma.stat-set";

  private static final String NONE_HERE =
      "this driver has no counters that can be switched, or the kernel is older than 5.16";

  /** The one of a port; absent where it has no RDMA device. */
  public static SettingAccess of(NicPort port) {
    return port.nic().rdmaDevice().isEmpty()
        ? new Absent(SettingKind.OPTIONAL_COUNTERS, "the port has no RDMA device")
        : new OptionalCountersAccess(port.nic(), port.access().rdma(), port.ledger());
  }

  @Override
  public SettingKind kind() {
    return SettingKind.OPTIONAL_COUNTERS;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return switch (read(dcb)) {
      case Reading.Unsupported no -> Capability.none(no.why());
      case Reading.Unread no -> Capability.none(no.why());
      case Reading.Value value -> writable(rdma.optionalCounters(device(), nic.rdmaPort()));
      case Reading.Staged staged -> Capability.writable();
    };
  }

  private static Capability writable(List<OptionalCounter> all) {
    return Capability.writable().within(wanted -> unknown((OptionalCounters) wanted, all));
  }

  @Override
  public Reading read(DcbView dcb) {
    try {
      List<OptionalCounter> all = rdma.optionalCounters(device(), nic.rdmaPort());
      if (all.isEmpty()) {
        return new Reading.Unsupported(NONE_HERE);
      }
      List<String> names = all.stream().map(OptionalCounter::name).toList();
      return new Reading.Value(on(all), "", OptionalCounters.note(names));
    } catch (TransportException e) {
      if (RdmaClient.isLacking(e)) {
        return new Reading.Unsupported("this kernel has no optional counters: " + e.getMessage());
      }
      throw e;
    }
  }

  private static OptionalCounters on(List<OptionalCounter> all) {
    Set<String> on = new TreeSet<>();
    all.stream().filter(OptionalCounter::enabled).map(OptionalCounter::name).forEach(on::add);
    return OptionalCounters.of(on);
  }

  private RdmaDevice device() {
    return rdma.devices().stream()
        .filter(device -> device.name().equals(nic.rdmaDevice()))
        .findFirst()
        .orElseThrow(() -> TransportException.gone("RDMA GET: no device " + nic.rdmaDevice()));
  }

  @Override
  public void write(Setting after) {
    OptionalCounters wanted = (OptionalCounters) after;
    RdmaDevice device = device();
    List<OptionalCounter> all = rdma.optionalCounters(device, nic.rdmaPort());
    DeviceException.throwFor(
        unknown(wanted, all), why -> DeviceException.unsupported(nic.port() + " " + why));
    if (!on(all).equals(wanted)) {
      ledger.require(WRITE);
      rdma.enableOnly(
          device,
          nic.rdmaPort(),
          all.stream().filter(counter -> wanted.on().contains(counter.name())).toList());
    }
  }

  private static Optional<String> unknown(OptionalCounters wanted, List<OptionalCounter> all) {
    List<String> names = all.stream().map(OptionalCounter::name).toList();
    Set<String> unknown = new TreeSet<>(wanted.on());
    names.forEach(unknown::remove);
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of("optional-counters " + String.join(",", unknown) + ": expected of " + names);
  }
}
