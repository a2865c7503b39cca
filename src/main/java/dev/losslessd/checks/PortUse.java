package dev.losslessd.checks;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which RoCE ports of a host nobody uses. A port without an address counts all the same where
 * another port shows that it should have one: a rail that has lost its link looks like one that was
 * never connected, but for its like.
 *
 * @param ports of RoCE
 * @param routes netdevs of default routes
 */
record PortUse(List<SeenPort> ports, Collection<String> routes) {
  /** The host's own NIC is at most this part as fast as those of its jobs. */
  private static final int SLOWER = 2;

  /** Cards that show what is usual: two may differ. */
  private static final int SEVERAL = 2;

  PortUse {
    ports = List.copyOf(ports);
    routes = List.copyOf(routes);
  }

  /** Why a port can never be used, whatever the others are. */
  static Optional<String> never(SeenPort one) {
    if (!one.carrier().isEmpty()) {
      return Optional.of(
          "is the fast path of " + one.carrier() + " (hv_netvsc), which carries no RDMA");
    }
    return one.hasTable()
        ? Optional.empty()
        : Optional.of(
            "has no GID table: a function in switchdev mode, whose functions for guests have one,"
                + " or one of raw packets alone");
  }

  /** Why nobody uses a port. */
  Optional<String> unused(SeenPort one) {
    if (isIdlePlane(one)) {
      return Optional.of("has no netdev, and others of its HCA have: an idle plane");
    }
    if (one.software() && others(one, other -> !other.software() && other.hasAddress())) {
      return Optional.of(
          "is RDMA in software: a job without a list of devices takes it, 'rdma link delete %s'"
              .formatted(one.nic().rdmaDevice()));
    }
    if (isOfHost(one)) {
      return Optional.of("carries the default route and is slower than other ports");
    }
    return one.hasAddress() ? Optional.empty() : withoutAddress(one);
  }

  private Optional<String> withoutAddress(SeenPort one) {
    if (one.lostLink() || !others(one, other -> other.hasAddress() && !other.software())) {
      return Optional.empty();
    }
    boolean down = one.nic().isInactive();
    if (!down && others(one, SeenPort::hasAddress, other -> isOfHost(other, one))) {
      return Optional.empty(); // what jobs use has lost its addresses, the host's own NIC has not
    }
    if (down
        && !isUsedOnOtherCards(one)
        && others(one, other -> other.hasAddress() && other.sharesCard(one))) {
      return Optional.of("is DOWN without an address beside another port of its card: not in use");
    }
    return others(one, other -> other.hasAddress() && other.isLike(one))
        ? Optional.empty()
        : Optional.of(
            (down ? "is DOWN and has no address" : "has no address")
                + ", and no port like it has one: not in use");
  }

  /** Whether each port at this place of several other cards of its kind has an address. */
  private boolean isUsedOnOtherCards(SeenPort one) {
    List<SeenPort> places =
        ports.stream()
            .filter(other -> other.isLike(one) && other.isAtPlaceOf(one) && !other.sharesCard(one))
            .toList();
    return places.size() >= SEVERAL && places.stream().allMatch(SeenPort::hasAddress);
  }

  private boolean isIdlePlane(SeenPort one) {
    String hca = one.nic().rdmaDevice();
    return !one.here()
        && one.nic().gids().isEmpty()
        && others(one, other -> other.nic().rdmaDevice().equals(hca) && other.here());
  }

  private boolean isOfHost(SeenPort one) {
    return others(
        one,
        other ->
            !other.nic().model().equals(one.nic().model())
                && other.hasAddress()
                && isOfHost(one, other));
  }

  /** Whether a port carries the host's own traffic, beside one of jobs. */
  private boolean isOfHost(SeenPort one, SeenPort job) {
    long rate = one.nic().rateMbps();
    return rate > 0
        && job.nic().rateMbps() >= rate * SLOWER
        && one.nic().gids().stream().anyMatch(gid -> routes.contains(gid.netdev()));
  }

  /** Whether there are others of a kind, and all of them are something. */
  private boolean others(SeenPort one, Predicate<SeenPort> kind, Predicate<SeenPort> what) {
    return others(one, kind) && !others(one, kind.and(what.negate()));
  }

  private boolean others(SeenPort one, Predicate<SeenPort> what) {
    return ports.stream().anyMatch(other -> !other.name().equals(one.name()) && what.test(other));
  }
}
