package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import java.util.Optional;

/**
 * An RDMA port from the caller's network namespace.
 *
 * @param nic with the GIDs that can be used here
 * @param here whether a netdev of it is here
 * @param elsewhere words for the netdev of its GIDs where none of them is here
 * @param card image GUID of its card; empty where that is not told
 * @param software whether no hardware is behind it: rxe, siw
 * @param carrier netdev whose traffic it carries as a fast path of the hypervisor; empty for a port
 *     of its own
 * @param lostLink whether its netdev is up and has had a link since boot, and has none now: its
 *     address may have gone with it (systemd-networkd, NetworkManager)
 * @param hasTable whether it has a GID table at all
 */
record SeenPort(
    Nic nic,
    boolean here,
    Optional<String> elsewhere,
    String card,
    boolean software,
    String carrier,
    boolean lostLink,
    boolean hasTable) {
  String name() {
    return nic.port().name();
  }

  /** Whether it has an address that jobs connect by. */
  boolean hasAddress() {
    return nic.gids().stream()
        .anyMatch(gid -> gid.type().equals("RoCE v2") && !gid.isIpv6LinkLocal());
  }

  boolean isVirtual() {
    return nic.role() == Nic.Role.VIRTUAL_FUNCTION;
  }

  /** Whether both are ports of one card. */
  boolean sharesCard(SeenPort other) {
    return (!card.isEmpty() && card.equals(other.card))
        || (!slot().isEmpty() && slot().equals(other.slot()));
  }

  /** Whether both are the same port of their cards. */
  boolean isAtPlaceOf(SeenPort other) {
    return nic.rdmaPort() == other.nic.rdmaPort() && function().equals(other.function());
  }

  private String function() {
    return nic.pciAddress().substring(nic.pciAddress().lastIndexOf('.') + 1);
  }

  /** PCI address without its function. */
  private String slot() {
    String address = nic.pciAddress();
    return address.isEmpty() ? "" : address.substring(0, address.lastIndexOf('.'));
  }

  /** Whether both are of one kind of NIC, so that what one has the other should have. */
  boolean isLike(SeenPort other) {
    return kind().equals(other.kind());
  }

  private String kind() {
    return nic.words().hcaType().isEmpty() ? nic.model() : nic.words().hcaType();
  }
}
