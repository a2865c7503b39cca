package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * RDMA ports that jobs of this caller use. A port counts where it speaks RoCE, its device opens in
 * this process, its netdev or the netdev of a GID is in this network namespace, and it is no idle
 * plane of its HCA. In a container sysfs shows all RDMA devices of the host (rdma-system(8), shared
 * mode), whichever were handed to it.
 *
 * @param nics all that were found
 * @param counted those that checks ask of, with the GIDs that can be used here; where no port can
 *     be used, all that come near, so that each says what it lacks
 * @param lacks why a counted port cannot be used after all, by its name
 * @param leftOut why each other RDMA port does not count, by its name; by its RDMA device where
 *     nothing of it was read
 * @param elsewhere the netdev in another network namespace, by the name of a counted port
 */
public record CallerPorts(
    List<Nic> nics,
    List<Nic> counted,
    Map<String, String> lacks,
    Map<String, String> leftOut,
    Map<String, String> elsewhere) {
  private static final String CLOSED = "is not open to this process: ";

  public CallerPorts {
    nics = List.copyOf(nics);
    counted = List.copyOf(counted);
    lacks = Collections.unmodifiableMap(new TreeMap<>(lacks));
    leftOut = Collections.unmodifiableMap(new TreeMap<>(leftOut));
    elsewhere = Map.copyOf(elsewhere);
  }

  /**
   * How a caller sees a host.
   *
   * @param closed why it cannot open an HCA, by HCA; none for a daemon, which opens none
   * @param addresses of its network namespace
   * @param named ports that were asked for by their full names: they count whatever they lack
   */
  record Caller(Map<String, String> closed, LocalAddresses addresses, Predicate<Nic> named) {}

  /** Ports of a caller who sees all, as the daemon of a host does. */
  public static CallerPorts ofDaemon(HostFiles files, List<Nic> nics) {
    Caller daemon = new Caller(Map.of(), new LocalAddresses(Optional.empty()), _ -> false);
    return of(files, nics, daemon);
  }

  /**
   * Ports of this process.
   *
   * @param closed as {@link Uverbs#closed} says
   * @param named ports that were asked for by their full names
   */
  public static CallerPorts ofProcess(
      HostFiles files, List<Nic> nics, Map<String, String> closed, Predicate<Nic> named) {
    return of(files, nics, new Caller(closed, LocalAddresses.of(files), named));
  }

  private static CallerPorts of(HostFiles files, List<Nic> nics, Caller caller) {
    Map<String, String> leftOut = new TreeMap<>();
    List<Seen> roce = new ArrayList<>();
    Place here = new Place(files, caller.addresses());
    for (Nic nic : nics) {
      Optional<String> other = otherThanRoce(nic);
      if (other.isPresent()) {
        leftOut.put(nic.port().name(), other.get());
      } else if (!nic.rdmaDevice().isEmpty()) {
        roce.add(here.seen(nic));
      }
    }
    List<Seen> counted = counted(roce, caller, leftOut);
    Map<String, String> elsewhere = new TreeMap<>();
    Map<String, String> lacks = new TreeMap<>();
    for (Seen one : counted) {
      String name = one.nic().port().name();
      one.elsewhere().ifPresent(why -> elsewhere.put(name, why));
      lack(one, roce, caller).ifPresent(why -> lacks.put(name, why));
    }
    caller
        .closed()
        .forEach((hca, why) -> {
          if (nics.stream().noneMatch(nic -> nic.rdmaDevice().equals(hca))) {
            leftOut.put(hca, CLOSED + why);
          }
        });
    return new CallerPorts(
        nics, counted.stream().map(Seen::nic).toList(), lacks, leftOut, elsewhere);
  }

  /** Why no job of any caller sends RoCE by it; empty also for a netdev without RDMA. */
  public static Optional<String> otherThanRoce(Nic nic) {
    if (nic.role() == Role.REPRESENTOR) {
      return Optional.of("is a representor, which carries no RDMA");
    }
    return switch (nic.protocol()) {
      case ROCE, UNKNOWN, NONE -> Optional.empty();
      case IWARP -> Optional.of("is iWARP, which is no RoCE");
      case INFINIBAND -> Optional.of("is InfiniBand, which has no RoCE class");
      case OTHER -> Optional.of("does not use RoCE but a protocol of its vendor");
    };
  }

  /** Virtual functions belong to pods and guests; they count where no other port does. */
  private static List<Seen> counted(List<Seen> roce, Caller caller, Map<String, String> leftOut) {
    Map<Seen, String> lacking = new LinkedHashMap<>();
    List<Seen> usable = new ArrayList<>();
    for (Seen one : roce) {
      lack(one, roce, caller)
          .filter(_ -> !caller.named().test(one.nic()))
          .ifPresentOrElse(why -> lacking.put(one, why), () -> usable.add(one));
    }
    List<Seen> open = usable.isEmpty() ? nearest(roce, caller) : usable;
    List<Seen> own = open.stream().filter(one -> !isVirtual(one.nic())).toList();
    List<Seen> counted = own.isEmpty() ? open : own;
    for (Seen one : roce) {
      if (!counted.contains(one)) {
        leftOut.put(
            one.nic().port().name(),
            lacking.getOrDefault(one, "is a virtual function, which belongs to a pod or guest"));
      }
    }
    return counted;
  }

  private static boolean isVirtual(Nic nic) {
    return nic.role() == Role.VIRTUAL_FUNCTION;
  }

  /** Where no port can be used, those that were handed over say why, else all but idle planes. */
  private static List<Seen> nearest(List<Seen> roce, Caller caller) {
    List<Seen> open =
        roce.stream().filter(one -> !caller.closed().containsKey(one.nic().rdmaDevice())).toList();
    return (open.isEmpty() ? roce : open).stream().filter(one -> !isIdlePlane(one, roce)).toList();
  }

  private static Optional<String> lack(Seen one, List<Seen> all, Caller caller) {
    String closed = caller.closed().get(one.nic().rdmaDevice());
    if (closed != null) {
      return Optional.of(CLOSED + closed);
    }
    if (one.elsewhere().isPresent()) {
      return Optional.of("has " + one.elsewhere().get());
    }
    return isIdlePlane(one, all)
        ? Optional.of("has no netdev, and others of its HCA have: an idle plane")
        : Optional.empty();
  }

  private static boolean isIdlePlane(Seen one, List<Seen> all) {
    return !one.here()
        && one.nic().gids().isEmpty()
        && all.stream()
            .filter(other -> other.nic().rdmaDevice().equals(one.nic().rdmaDevice()))
            .anyMatch(Seen::here);
  }

  /**
   * A port from this network namespace.
   *
   * @param nic with the GIDs that can be used here
   * @param here whether a netdev of it is here
   * @param elsewhere words for the netdev of its GIDs where none of them is here
   */
  private record Seen(Nic nic, boolean here, Optional<String> elsewhere) {}

  /** A network namespace, by its netdevs and addresses. */
  private static final class Place {
    private final HostFiles files;
    private final LocalAddresses addresses;
    private final Set<String> netdevs;

    Place(HostFiles files, LocalAddresses addresses) {
      this.files = files;
      this.addresses = addresses;
      this.netdevs = new HashSet<>(files.list("sys/class/net"));
    }

    Seen seen(Nic nic) {
      List<Gid> here = nic.gids().stream().filter(this::isHere).toList();
      boolean address = here.stream().anyMatch(gid -> !isLocalOnly(gid));
      boolean own = address || hasNetdev(nic);
      Optional<Gid> away =
          nic.gids().stream()
              .filter(gid -> !here.contains(gid))
              .min((a, b) -> Boolean.compare(isLocalOnly(a), isLocalOnly(b)));
      return new Seen(
          nic.withGids(own ? here : List.of()),
          own,
          own ? Optional.empty() : away.or(() -> nic.gids().stream().findFirst()).map(Place::text));
    }

    private static String text(Gid gid) {
      return "slot "
          + gid.index()
          + " of "
          + (gid.netdev().isEmpty() ? "a netdev" : gid.netdev())
          + ", which is not in this network namespace";
    }

    /** An IPv6 link-local GID follows from the MAC, whatever addresses the netdev has. */
    private static boolean isLocalOnly(Gid gid) {
      return gid.value().startsWith("fe80");
    }

    /** A slot whose netdev will not be read is told by its address alone. */
    private boolean isHere(Gid gid) {
      return (gid.netdev().isEmpty() || netdevs.contains(gid.netdev()))
          && (isLocalOnly(gid) || addresses.mayHave(gid));
    }

    /** The kernel lists netdevs of a function in their own network namespace alone. */
    private boolean hasNetdev(Nic nic) {
      String name = nic.port().name();
      String device = "sys/class/infiniband/" + nic.rdmaDevice() + "/device";
      return netdevs.contains(name)
          && (!files.exists(device)
              || files.isFolder(device + "/net/" + name)
              || files.isFolder("sys/class/net/" + name + "/bonding"));
    }
  }
}
