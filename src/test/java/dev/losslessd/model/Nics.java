package dev.losslessd.model;

import java.util.List;
import java.util.OptionalInt;

/** Ports of NICs for tests. */
public final class Nics {
  private Nics() {}

  /** One of ConnectX of which nothing but its names matters. */
  public static Nic plain(PortId port, String rdmaDevice, int rdmaPort) {
    return plain(port, rdmaDevice, rdmaPort, "");
  }

  /** A ConnectX with this PCI address, of which nothing but its names matters. */
  public static Nic plain(PortId port, String rdmaDevice, int rdmaPort, String pciAddress) {
    return new Nic(
        port,
        rdmaDevice,
        rdmaPort,
        pciAddress,
        OptionalInt.empty(),
        "mlx5_core",
        "",
        "",
        "",
        Nic.Role.PHYSICAL,
        Nic.LinkLayer.ETHERNET,
        "ACTIVE",
        100_000,
        List.of(),
        Nic.Words.NONE);
  }

  /** A ConnectX-7 of which everything is known. */
  public static Nic full(PortId port, Nic.Role role) {
    return new Nic(
        port,
        "mlx5_0",
        1,
        "0000:1a:00.0",
        OptionalInt.of(0),
        "mlx5_core",
        "28.39.1002",
        "MT_0000000838",
        "0c:42:a1:5e:00:01",
        role,
        Nic.LinkLayer.ETHERNET,
        "ACTIVE",
        400_000,
        List.of(),
        new Nic.Words("LinkUp", "400 Gb/sec (4X NDR)", "MT4129", "CA"));
  }

  /**
   * A port with addresses, whose PCI and MAC addresses are its own.
   *
   * @param number makes it unlike others
   */
  public static Nic addressed(
      PortId port, int number, Nic.Role role, String state, List<Nic.Gid> gids) {
    return new Nic(
        port,
        "mlx5_" + number,
        1,
        "0000:%02x:00.0".formatted(number + 16),
        OptionalInt.of(0),
        "mlx5_core",
        "",
        "",
        "0c:42:a1:5e:00:%02x".formatted(number),
        role,
        Nic.LinkLayer.ETHERNET,
        state,
        400_000,
        gids,
        Nic.Words.NONE);
  }

  /** A slot of RoCE v2. */
  public static Nic.Gid gid(int slot, String value, String netdev) {
    return new Nic.Gid(slot, value, "RoCE v2", netdev);
  }

  /** A slot of RoCE v2 with an IPv4 address. */
  public static Nic.Gid gid4(int slot, int a, int b, int c, int d, String netdev) {
    return gid(
        slot, "0000:0000:0000:0000:0000:ffff:%02x%02x:%02x%02x".formatted(a, b, c, d), netdev);
  }
}
