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
}
