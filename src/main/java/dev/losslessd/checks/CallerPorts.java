package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * RDMA ports that jobs of this caller use. A port counts where it speaks RoCE, its device opens in
 * this process, its netdev or the netdev of a GID is in this network namespace, and nothing shows
 * that nobody uses it. In a container sysfs shows all RDMA devices of the host (rdma-system(8),
 * shared mode), whichever were handed to it.
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
   * @param routes netdevs of default routes
   * @param named ports that were asked for by their full names: they count whatever they lack
   */
  public record Caller(
      Map<String, String> closed, Collection<String> routes, Predicate<Nic> named) {
    public Caller {
      closed = Map.copyOf(closed);
      routes = List.copyOf(routes);
    }
  }

  /**
   * Ports of a caller who sees all, as the daemon of a host does.
   *
   * @param routes netdevs of default routes
   */
  public static CallerPorts ofDaemon(HostFiles files, List<Nic> nics, Collection<String> routes) {
    LocalAddresses all = new LocalAddresses(Optional.empty());
    return of(new Namespace(files, all), nics, new Caller(Map.of(), routes, _ -> false));
  }

  /** Ports of this process, by the addresses of its network namespace. */
  public static CallerPorts ofProcess(HostFiles files, List<Nic> nics, Caller caller) {
    return of(new Namespace(files, LocalAddresses.of(files)), nics, caller);
  }

  private static CallerPorts of(Namespace here, List<Nic> nics, Caller caller) {
    Map<String, String> leftOut = new TreeMap<>();
    List<SeenPort> roce = new ArrayList<>();
    for (Nic nic : nics) {
      if (!nic.rdmaDevice().isEmpty()) {
        SeenPort port = here.seen(nic);
        otherThanRoce(nic)
            .or(() -> PortUse.never(port))
            .ifPresentOrElse(why -> leftOut.put(port.name(), why), () -> roce.add(port));
      }
    }
    PortUse use = new PortUse(roce, caller.routes());
    List<SeenPort> counted = counted(roce, use, caller, leftOut);
    Map<String, String> elsewhere = new TreeMap<>();
    Map<String, String> lacks = new TreeMap<>();
    for (SeenPort one : counted) {
      one.elsewhere().ifPresent(why -> elsewhere.put(one.name(), why));
      lack(one, use, caller).ifPresent(why -> lacks.put(one.name(), why));
    }
    caller.closed().keySet().stream()
        .filter(hca -> nics.stream().noneMatch(nic -> nic.rdmaDevice().equals(hca)))
        .forEach(hca -> leftOut.put(hca, CLOSED + caller.closed().get(hca)));
    return new CallerPorts(
        nics, counted.stream().map(SeenPort::nic).toList(), lacks, leftOut, elsewhere);
  }

  /** Why no job of any caller sends RoCE by it; empty also for a netdev without RDMA. */
  public static Optional<String> otherThanRoce(Nic nic) {
    if (nic.role() == Role.REPRESENTOR) {
      return Optional.of("is a representor, which carries no RDMA");
    }
    return switch (nic.protocol()) {
      case ROCE, UNKNOWN, NONE -> Optional.empty();
      case IWARP, INFINIBAND, OTHER ->
          Optional.of("speaks " + nic.protocol().text() + ", which is not RoCE");
    };
  }

  /** Virtual functions belong to pods and guests; they count where no other port does. */
  private static List<SeenPort> counted(
      List<SeenPort> roce, PortUse use, Caller caller, Map<String, String> leftOut) {
    Map<String, String> lacking = new TreeMap<>();
    List<SeenPort> usable = new ArrayList<>();
    for (SeenPort one : roce) {
      lack(one, use, caller)
          .filter(_ -> !caller.named().test(one.nic()))
          .ifPresentOrElse(why -> lacking.put(one.name(), why), () -> usable.add(one));
    }
    List<SeenPort> open = usable.isEmpty() ? nearest(roce, use, caller) : usable;
    List<SeenPort> own = open.stream().filter(one -> !one.isVirtual()).toList();
    List<SeenPort> counted = own.isEmpty() ? open : own;
    for (SeenPort one : roce) {
      if (!counted.contains(one)) {
        leftOut.put(
            one.name(),
            lacking.getOrDefault(
                one.name(), "is a virtual function, which belongs to a pod or guest"));
      }
    }
    return counted;
  }

  /** Where no port can be used, those that were handed over say why, else all that are not idle. */
  private static List<SeenPort> nearest(List<SeenPort> roce, PortUse use, Caller caller) {
    List<SeenPort> open =
        roce.stream().filter(one -> !caller.closed().containsKey(one.nic().rdmaDevice())).toList();
    return (open.isEmpty() ? roce : open)
        .stream().filter(one -> use.unused(one).isEmpty()).toList();
  }

  private static Optional<String> lack(SeenPort one, PortUse use, Caller caller) {
    String closed = caller.closed().get(one.nic().rdmaDevice());
    if (closed != null) {
      return Optional.of(CLOSED + closed);
    }
    return one.elsewhere().map(why -> "has " + why).or(() -> use.unused(one));
  }
}
