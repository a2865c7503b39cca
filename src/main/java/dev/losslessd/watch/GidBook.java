package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.watch.EventData.AddressEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Slots of the RoCE v2 addresses of this host's ports, from one look to the next. A slot that a
 * queue pair still uses is not free (GID_TABLE_ENTRY_PENDING_DEL of Linux
 * drivers/infiniband/core/cache.c): an address that goes and comes while jobs run gets another one.
 * Whether those jobs have ended is not known, so a move or a loss is reported for {@link #SHOWN}. A
 * port that is away keeps its slots for that time, and is compared when it is back. Memory only.
 * Safe for threads.
 */
final class GidBook {
  /** How long a move or a loss is reported. */
  static final Duration SHOWN = Duration.ofHours(1);

  private static final Comparator<Gid> BY_VALUE =
      Comparator.comparing(Gid::value).thenComparing(Gid::netdev);

  /** An address of a port, or of a VLAN on it. */
  private record Address(String netdev, String value) {
    static Address of(Gid gid) {
      return new Address(gid.netdev(), gid.value());
    }
  }

  /**
   * What happened to an address, and when.
   *
   * @param gid as it was before
   */
  record Past(Gid gid, Instant at) {
    private boolean isOver(Instant now) {
      return !until().isAfter(now);
    }

    private Instant until() {
      return at.plus(SHOWN).truncatedTo(ChronoUnit.SECONDS);
    }

    /** The address, the slot and the time until which it was there. */
    private String movedTo(Gid now) {
      return now.address() + " moved from slot " + gid.index() + " to slot " + now.index();
    }

    String text() {
      return "%s in slot %d until %s"
          .formatted(gid.address(), gid.index(), at.truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /** What is known of one port. */
  private static final class Port {
    private Map<Address, Gid> here = Map.of();
    private final Map<Address, Past> moved = new HashMap<>();
    private final Map<Address, Past> lost = new HashMap<>();
    private Optional<Past> lastRoutable = Optional.empty();
    private String device = "";
    private Instant seen = Instant.EPOCH;

    private boolean isRoutable() {
      return here.values().stream().anyMatch(gid -> !gid.isLinkLocal());
    }
  }

  private final Map<PortId, Port> ports = new TreeMap<>();
  private Set<PortId> present = Set.of();
  private final Consumer<AddressEvent> publish;

  GidBook(Consumer<AddressEvent> publish) {
    this.publish = publish;
  }

  /**
   * Takes the usable addresses of all ports that are there. What a port has when it is seen for the
   * first time is no event.
   */
  synchronized void look(Map<Nic, List<Gid>> now, Instant at) {
    now.forEach((nic, gids) -> {
      Port known = ports.get(nic.port());
      Port port = known == null ? new Port() : known;
      port.device = nic.rdmaDevice() + ":" + nic.rdmaPort();
      port.seen = at;
      Map<Address, Gid> here = new HashMap<>();
      gids.forEach(gid -> here.put(Address.of(gid), gid));
      if (known != null) {
        compare(nic.port(), port, here, at);
      }
      take(port, here, at);
      ports.put(nic.port(), port);
    });
    present = now.keySet().stream().map(Nic::port).collect(Collectors.toSet());
    ports.values().removeIf(port -> !port.seen.plus(SHOWN).isAfter(at));
  }

  private void compare(PortId id, Port port, Map<Address, Gid> here, Instant at) {
    here.forEach((address, gid) -> {
      Past lost = port.lost.remove(address);
      Gid before = lost == null ? port.here.get(address) : lost.gid();
      if (before != null && before.index() != gid.index()) {
        port.moved.put(address, new Past(before, at));
        tell("moved", id, port, gid, OptionalInt.of(before.index()), OptionalInt.of(gid.index()));
      } else if (before == null || lost != null) {
        tell("came", id, port, gid, OptionalInt.empty(), OptionalInt.of(gid.index()));
      }
    });
    port.here.forEach((address, gid) -> {
      if (!here.containsKey(address)) {
        port.lost.put(address, new Past(gid, at));
        tell("gone", id, port, gid, OptionalInt.of(gid.index()), OptionalInt.empty());
      }
    });
  }

  private void tell(
      String change, PortId id, Port port, Gid gid, OptionalInt before, OptionalInt slot) {
    publish.accept(new AddressEvent(change, id, port.device, gid.address(), before, slot));
  }

  private static void take(Port port, Map<Address, Gid> here, Instant at) {
    Optional<Gid> routable =
        port.here.values().stream().filter(gid -> !gid.isLinkLocal()).findFirst();
    port.here = here;
    if (port.isRoutable()) {
      port.lastRoutable = Optional.empty();
    } else if (routable.isPresent()) {
      port.lastRoutable = routable.map(gid -> new Past(gid, at));
    }
    port.moved.values().removeIf(past -> past.isOver(at));
    port.lost.values().removeIf(past -> past.isOver(at));
  }

  /** The address that a port had before it had none that a router forwards; empty otherwise. */
  synchronized Optional<Past> lastRoutable(PortId port) {
    return Optional.ofNullable(ports.get(port)).flatMap(known -> known.lastRoutable);
  }

  /** Moves and losses on ports that are there. */
  synchronized List<Finding> findings(Instant now) {
    List<Finding> all = new ArrayList<>();
    present.stream()
        .sorted()
        .forEach(id -> {
          Port port = ports.get(id);
          if (port != null) {
            moved(id, port, now).ifPresent(all::add);
            gone(id, port, now).ifPresent(all::add);
          }
        });
    return all;
  }

  private static Optional<Finding> moved(PortId id, Port port, Instant now) {
    Map<Gid, Past> moved = new TreeMap<>(BY_VALUE);
    port.here.forEach((address, gid) -> {
      Past past = port.moved.get(address);
      if (past != null && !past.isOver(now)) {
        moved.put(gid, past);
      }
    });
    return last(moved.values())
        .map(last ->
            FindingRule.GID_MOVED.at(
                id.toString(),
                ("%s of the GID table of %s at %s; connections that running jobs make again use"
                        + " the old slot and fail (shown until %s)")
                    .formatted(
                        moved.entrySet().stream()
                            .map(one -> one.getValue().movedTo(one.getKey()))
                            .collect(Collectors.joining(", ")),
                        port.device,
                        last.at().truncatedTo(ChronoUnit.SECONDS),
                        last.until())));
  }

  /** Addresses of IPv6 may go by design (temporary ones); a port without any has a finding. */
  private static Optional<Finding> gone(PortId id, Port port, Instant now) {
    List<Past> gone =
        port.lost.values().stream()
            .filter(past -> past.gid().isIpv4() && !past.isOver(now) && port.isRoutable())
            .sorted(Comparator.comparing(Past::gid, BY_VALUE))
            .toList();
    return last(gone)
        .map(last ->
            FindingRule.GID_GONE.at(
                id.toString(),
                ("the GID table of %s had %s; running jobs that use it cannot connect again"
                        + " (shown until %s)")
                    .formatted(
                        port.device,
                        gone.stream().map(Past::text).collect(Collectors.joining(", ")),
                        last.until())));
  }

  private static Optional<Past> last(Collection<Past> some) {
    return some.stream().max(Comparator.comparing(Past::at));
  }
}
