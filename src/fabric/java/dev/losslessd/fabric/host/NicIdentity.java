package dev.losslessd.fabric.host;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;

/**
 * Properties of a NIC that never change.
 *
 * @param host its server
 * @param index of the NIC in the server, from 0
 * @param hostIndex of the server in the fabric, from 0
 * @param gbps line rate: 100, 200 or 400
 * @param netdev name of its network device
 * @param make whose NIC it is
 */
public record NicIdentity(
    DeviceId host, int hostIndex, int index, int gbps, String netdev, NicMake make) {
  /** NICs of a server sit on different sockets, as in a GPU server with two rails. */
  private static final String[] BDFS = {
    "0000:17:00.0", "0000:ca:00.0", "0000:2a:00.0", "0000:e3:00.0",
    "0000:41:00.0", "0000:9a:00.0", "0000:58:00.0", "0000:b8:00.0"
  };

  private static final String[] ROOTS = {
    "pci0000:15/0000:15:01.0/0000:16:00.0",
    "pci0000:c8/0000:c8:01.0/0000:c9:00.0",
    "pci0000:28/0000:28:01.0/0000:29:00.0",
    "pci0000:e1/0000:e1:01.0/0000:e2:00.0",
    "pci0000:3f/0000:3f:01.0/0000:40:00.0",
    "pci0000:98/0000:98:01.0/0000:99:00.0",
    "pci0000:56/0000:56:01.0/0000:57:00.0",
    "pci0000:b6/0000:b6:01.0/0000:b7:00.0"
  };

  /** NICs that a server can have. */
  static final int MOST = BDFS.length;

  private static final int SOCKETS = 2;

  public NicIdentity {
    if (gbps != 100 && gbps != 200 && gbps != 400) {
      throw new IllegalArgumentException(host + " at " + gbps + " Gb/s: expected 100, 200 or 400");
    }
    if (index < 0 || index >= BDFS.length) {
      throw new IllegalArgumentException(
          host + " NIC " + index + ": expected 0.." + (BDFS.length - 1));
    }
  }

  /** Identity of a ConnectX NIC. */
  public NicIdentity(DeviceId host, int hostIndex, int index, int gbps, String netdev) {
    this(host, hostIndex, index, gbps, netdev, NicMake.MLX5);
  }

  /** A NIC with the name that udev gives the first port of a card in a slot. */
  static NicIdentity of(DeviceId host, int hostIndex, int index, int gbps, NicMake make) {
    return new NicIdentity(host, hostIndex, index, gbps, "ens" + (index + 1) + "f0np0", make);
  }

  /** Name of the RDMA device, such as {@code mlx5_0}. */
  public String device() {
    return make.rdmaPrefix() + index;
  }

  public PortId port() {
    return new PortId(host, netdev());
  }

  /** PCI address, such as {@code 0000:17:00.0}. */
  public String bdf() {
    return BDFS[index];
  }

  /** Path below {@code sys/devices}, down to the NIC. */
  public String pciPath() {
    return ROOTS[index] + "/" + bdf();
  }

  public int numaNode() {
    return index % SOCKETS;
  }

  /** Index of the network device at the start of the fabric; 1 is the loopback. */
  public int ifindex() {
    return 2 + index;
  }

  /** ConnectX-7 from 200 Gb/s on, ConnectX-6 Dx below. */
  private boolean connectX7() {
    return gbps >= 200;
  }

  public String firmware() {
    return switch (make) {
      case MLX5 -> connectX7() ? "28.39.1002" : "22.39.1002";
      case BNXT -> "231.2.66.0";
      case IRDMA -> "1.71";
      case HNS -> "10.3.2.1";
      case IONIC -> "1.110.0-a-79";
    };
  }

  public String boardId() {
    return make != NicMake.MLX5 ? "0" : connectX7() ? "MT_0000000838" : "MT_0000000359";
  }

  public String hcaType() {
    return make != NicMake.MLX5 ? "" : connectX7() ? "MT4129" : "MT4125";
  }

  /** PCI device id, as {@code lspci -n} has it. */
  public String pciDevice() {
    return switch (make) {
      case MLX5 -> connectX7() ? "0x1021" : "0x101d";
      case BNXT -> "0x1760";
      case IRDMA -> "0x1592";
      case HNS -> "0xa228";
      case IONIC -> "0x1002";
    };
  }

  /** Line rate as {@code ports/1/rate} has it. */
  public String rateText() {
    return gbps + " Gb/sec (4X " + (gbps == 400 ? "NDR" : gbps == 200 ? "HDR" : "EDR") + ")";
  }

  private int serial() {
    return 0x20 + hostIndex * 16 + index;
  }

  public String mac() {
    return "b8:3f:d2:0a:1b:%02x".formatted(serial());
  }

  public String nodeGuid() {
    return "b83f:d203:000a:1b%02x".formatted(serial());
  }

  /** IPv4 address of the NIC's rail. */
  public String ipv4() {
    return "10.%d.0.%d".formatted(40 + index, 11 + hostIndex);
  }

  String linkLocalGid() {
    return "fe80:0000:0000:0000:ba3f:d2ff:fe0a:1b%02x".formatted(serial());
  }

  String ipv4Gid() {
    return "0000:0000:0000:0000:0000:ffff:0a%02x:00%02x".formatted(40 + index, 11 + hostIndex);
  }
}
