package dev.losslessd.jobs;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A port of this host as a job may use it.
 *
 * @param hca {@code mlx5_0}; empty where the port has no RDMA device
 * @param hcaPort 1-based port of the RDMA device
 * @param active whether it carries traffic
 * @param contract whether both ends of its cable fit together
 * @param leaf switch at the other end; empty where that is not known, or is no switch
 * @param gids of the port
 * @param obstacle why no job may use it; empty where nothing speaks against it
 * @param peer host at the other end of its cable; empty where that is a switch or not known
 */
public record JobPort(
    PortId port,
    String hca,
    int hcaPort,
    boolean active,
    Verdict contract,
    String leaf,
    List<Gid> gids,
    String obstacle,
    String peer) {
  private static final String IPV4 = "0000:0000:0000:0000:0000:ffff:";

  public JobPort {
    gids = List.copyOf(gids);
  }

  /**
   * A copy that no job may use.
   *
   * @param why empty where nothing speaks against it
   */
  public JobPort without(String why) {
    return new JobPort(port, hca, hcaPort, active, contract, leaf, gids, why, peer);
  }

  /**
   * Returns a copy with the far end as the daemon knows it. Its other obstacles are about jobs of
   * the host, as that a virtual function belongs to others.
   */
  JobPort withContract(JobPort daemons) {
    boolean broken = daemons.contract == Verdict.BROKEN && obstacle.isEmpty();
    return new JobPort(
        port,
        hca,
        hcaPort,
        active,
        daemons.contract,
        daemons.leaf,
        gids,
        broken ? daemons.obstacle : obstacle,
        daemons.peer);
  }

  /**
   * Returns why the port alone keeps RDMA from jobs: it is not ACTIVE, or has no address.
   *
   * @param state of the port, in the kernel's word
   * @return empty where nothing is wrong
   */
  public String lack(String state) {
    if (!active) {
      return state.isEmpty() ? "does not tell its state" : "is " + state;
    }
    return gid().isEmpty() ? "has no RoCE v2 GID with an address" : "";
  }

  /** Whether RDMA may go through it. */
  public boolean isUsable() {
    return obstacle.isEmpty();
  }

  /** {@code mlx5_0:1}, as UCX and NCCL write it. */
  public String device() {
    return hca + ":" + hcaPort;
  }

  /**
   * The GID that a job takes: RoCE v2 of an IPv4 address, else of a global one of IPv6; one of
   * 169.254 only where there is no other. IPv6 link-local is never it.
   */
  public Optional<Gid> gid() {
    return gid(_ -> true);
  }

  /** The same of those that a condition leaves. */
  Optional<Gid> gid(Predicate<Gid> isHere) {
    return gids.stream()
        .filter(gid -> gid.type().equals("RoCE v2") && !gid.isIpv6LinkLocal())
        .filter(isHere)
        .min(Comparator.comparing(Gid::isLinkLocal).thenComparing(gid -> !isIpv4(gid)));
  }

  /**
   * The GID of RoCE v2 that NCCL chooses: the first.
   *
   * @param six whether of IPv6, link-local ones left out
   */
  Optional<Gid> gidOf(boolean six) {
    return gids.stream()
        .filter(gid -> gid.type().equals("RoCE v2") && !gid.isIpv6LinkLocal())
        .filter(gid -> isIpv4(gid) != six)
        .min(Comparator.comparingInt(Gid::index));
  }

  /** Whether jobs have to be told that addresses are of IPv6. */
  boolean isIpv6Only() {
    return gid().filter(gid -> !isIpv4(gid)).isPresent();
  }

  static boolean isIpv4(Gid gid) {
    return gid.value().startsWith(IPV4);
  }

  Optional<Gid> gid(int index) {
    return gids.stream().filter(gid -> gid.index() == index).findFirst();
  }
}
