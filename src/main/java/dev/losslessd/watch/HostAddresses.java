package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches the addresses of this host's RDMA ports: slots that move, addresses that go, ports
 * without one, and ports whose addresses get in each other's way. GIDs are those of the last
 * discovery; a look itself reads a few files of {@code /proc} and of bonds.
 */
public final class HostAddresses {
  /** A port that has just come up may wait for DHCP. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private final Supplier<List<Nic>> nics;
  private final HostFiles files;
  private final PortAddresses addresses;
  private final SharedSubnets subnets;
  private final EqualAddresses equal;
  private final BondHash bonds;
  private final GidBook book;
  private final InstantSource clock;

  /** Since when ports are ACTIVE without an address. */
  private final Map<PortId, Instant> bare = new HashMap<>();

  private volatile List<Finding> last = List.of();
  private volatile @Nullable List<Nic> seen;

  /**
   * @param nics as the last discovery saw them
   * @param excluded names of which nothing is opened
   * @param publish is told of each address that came, went or moved
   */
  public HostAddresses(
      DeviceId host,
      Supplier<List<Nic>> nics,
      HostFiles files,
      Predicate<String> excluded,
      Consumer<? super EventData.AddressEvent> publish,
      InstantSource clock) {
    this.nics = nics;
    this.files = files;
    this.addresses = new PortAddresses(files, excluded);
    this.subnets = new SharedSubnets(host, files);
    this.equal = new EqualAddresses(host, files);
    this.bonds = new BondHash(files);
    this.book = new GidBook(publish::accept);
    this.clock = clock;
  }

  /** Compares with the last look; one caller at a time. While a file hangs, what was seen holds. */
  public synchronized void look() {
    Instant now = clock.instant();
    List<Finding> all = new ArrayList<>();
    List<Nic> discovered = nics.get();
    seen = discovered;
    try {
      Map<Nic, List<Gid>> ports = files.together(() -> addresses.of(discovered));
      book.look(ports, now);
      bare.keySet().retainAll(ports.keySet().stream().map(Nic::port).collect(Collectors.toSet()));
      ports.forEach((nic, gids) -> withoutAddress(nic, gids, now).ifPresent(all::add));
      files.together(() -> {
        subnets.finding(ports).ifPresent(all::add);
        equal.findings(ports).forEach(all::add);
        ports.keySet().stream()
            .filter(nic -> nic.role() == Nic.Role.BOND)
            .forEach(nic -> bonds.finding(nic).ifPresent(all::add));
        return all;
      });
    } catch (TransportException e) {
      return; // the finding file-hangs says which
    }
    last = List.copyOf(all);
  }

  /** Findings as of the last look; after a discovery that is a new one. */
  @SuppressWarnings("ReferenceEquality") // each discovery makes a list of its own
  public Stream<Finding> findings(Instant now) {
    if (seen != nics.get()) {
      look();
    }
    return Stream.concat(book.findings(now).stream(), last.stream());
  }

  private Optional<Finding> withoutAddress(Nic nic, List<Gid> gids, Instant now) {
    Optional<GidBook.Past> before = book.lastRoutable(nic.port());
    boolean bareNow =
        nic.isActive()
            && nic.role() != Nic.Role.BOND_MEMBER
            && (gids.isEmpty() || before.isPresent());
    if (!bareNow || isOther(nic)) {
      bare.remove(nic.port());
      return Optional.empty();
    }
    Instant since = bare.computeIfAbsent(nic.port(), _ -> now);
    if (before.isEmpty() && since.plus(GRACE).isAfter(now)) {
      return Optional.empty();
    }
    String has =
        gids.isEmpty()
            ? "no RoCE v2 address"
            : "only " + gids.stream().map(Gid::address).collect(Collectors.joining(", "));
    return Optional.of(
        FindingRule.NO_ADDRESS
            .at(
                nic.port().toString(),
                "the port is ACTIVE and has %s%s: jobs cannot connect over it"
                    .formatted(has, before.map(past -> "; it had " + past.text()).orElse("")))
            .worseIf(before.isPresent()));
  }

  /** iWARP and others with the same link layer; RoCE is {@code 1: CA} (core/sysfs.c). */
  private boolean isOther(Nic nic) {
    return files
        .of(nic.port().name())
        .tryText("sys/class/infiniband/" + nic.rdmaDevice() + "/node_type")
        .filter(type -> !type.isEmpty() && !type.startsWith("1:"))
        .isPresent();
  }
}
