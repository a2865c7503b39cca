package dev.losslessd.model;

import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One NIC port of this host as discovery sees it.
 *
 * @param port host and netdev name
 * @param rdmaDevice {@code mlx5_0}, empty where the netdev has none
 * @param rdmaPort 1-based port of the RDMA device, 0 where there is none
 * @param pciAddress {@code 0000:1a:00.0}, empty for virtual devices
 * @param numaNode empty where the kernel says -1 or nothing
 * @param kernelDriver {@code mlx5_core}, {@code virtio_net}, empty where unknown
 * @param firmware empty where unknown
 * @param model board id or PCI vendor:device
 * @param mac hardware address of the port itself, {@code 0c:42:a1:00:00:01}; empty where unknown
 * @param state {@code ACTIVE}, {@code DOWN}; of the RDMA port, else the netdev's operstate
 * @param rateMbps 0 where unknown, and while the port is down: some drivers go on to tell one
 * @param gids of the RDMA port, RoCE v2 ones usable by this netdev first
 * @param words what sysfs says of the RDMA port
 */
public record Nic(
    PortId port,
    String rdmaDevice,
    int rdmaPort,
    String pciAddress,
    OptionalInt numaNode,
    String kernelDriver,
    String firmware,
    String model,
    String mac,
    Role role,
    LinkLayer linkLayer,
    String state,
    long rateMbps,
    List<Gid> gids,
    Words words) {
  /** States of RDMA ports (rdma/ib_verbs.h) and operstates (RFC 2863) without traffic. */
  private static final Set<String> INACTIVE =
      Set.of("DOWN", "INIT", "ARMED", "LOWERLAYERDOWN", "DORMANT", "NOTPRESENT", "TESTING");

  /** Role of a port, which decides what may be set. */
  public enum Role {
    /** A physical function, or any plain netdev: may be set. */
    PHYSICAL,
    /** A virtual function: counters only; set the physical function. */
    VIRTUAL_FUNCTION,
    /** A bond: settings go to each member. */
    BOND,
    /** Member of a bond. */
    BOND_MEMBER,
    /** A representor of a guest's function in switchdev mode: monitored only. */
    REPRESENTOR
  }

  /** As {@code ports/N/link_layer} says; plain netdevs are Ethernet. */
  public enum LinkLayer {
    ETHERNET,
    INFINIBAND,
    UNKNOWN
  }

  /**
   * What an RDMA port speaks, by {@code node_type} of its device and its link layer (Linux
   * drivers/infiniband/core/sysfs.c, enum rdma_node_type of include/rdma/ib_verbs.h).
   */
  public enum Protocol {
    /** RDMA over Converged Ethernet: what losslessd is for. */
    ROCE("RoCE"),
    /** RDMA over TCP: cxgb4, siw, erdma, and irdma in its iWARP mode. It recovers losses itself. */
    IWARP("iWARP"),
    /** Lossless by credits of its own links. */
    INFINIBAND("InfiniBand"),
    /** A protocol of its vendor: efa, usnic. */
    OTHER("a protocol of its vendor"),
    /** An RDMA device that exposes neither a link layer nor a type. */
    UNKNOWN("an unknown protocol"),
    /** A netdev without an RDMA device. */
    NONE("no RDMA");

    private final String text;

    Protocol(String text) {
      this.text = text;
    }

    /** Returns its name for people. */
    public String text() {
      return text;
    }
  }

  /**
   * A slot of the GID table.
   *
   * @param index the number that NCCL_IB_GID_INDEX wants
   * @param value 8 groups of 4 hex digits
   * @param type {@code RoCE v2} or {@code IB/RoCE v1}
   * @param netdev the netdev it belongs to
   */
  public record Gid(int index, String value, String type, String netdev) {
    private static final String IPV4 = "0000:0000:0000:0000:0000:ffff:";

    /** Whether the GID maps an IPv4 address. */
    public boolean isIpv4() {
      return value.startsWith(IPV4);
    }

    /** Whether jobs may connect by it: RoCE v2, and not the link-local address of IPv6. */
    public boolean isUsable() {
      return type.equals("RoCE v2") && !Pattern.matches("fe[89ab].*", value);
    }

    /** The IPv4 address as a number; only of one that maps an IPv4 address. */
    public int ipv4() {
      return Integer.parseUnsignedInt(value.substring(IPV4.length()).replace(":", ""), 16);
    }

    /** The address as people write it: {@code 192.0.2.7}; of IPv6 all eight groups. */
    public String address() {
      return isIpv4() ? dotted(ipv4()) : value;
    }

    /** An IPv4 address of four bytes as people write it. */
    public static String dotted(int bits) {
      return "%d.%d.%d.%d".formatted(bits >>> 24, bits >> 16 & 255, bits >> 8 & 255, bits & 255);
    }

    /** Whether the address is link-local, which no router forwards: fe80::/10 or 169.254.0.0/16. */
    public boolean isLinkLocal() {
      return isIpv6LinkLocal() || value.startsWith(IPV4 + "a9fe");
    }

    /** Whether it is of fe80::/10, which follows from the MAC and is no address to connect by. */
    public boolean isIpv6LinkLocal() {
      return Pattern.matches("fe[89ab].*", value);
    }
  }

  /**
   * The RDMA port in the kernel's own words, each empty where it says nothing.
   *
   * @param physicalState {@code LinkUp}
   * @param rate {@code 400 Gb/sec (4X NDR)}
   * @param hcaType {@code MT4129}
   * @param nodeType {@code CA}, {@code RNIC}, {@code unspecified}: of the device
   * @param driverVersion of the kernel's driver, {@code 4.21.71.101}; of servers alone
   */
  public record Words(
      String physicalState, String rate, String hcaType, String nodeType, String driverVersion) {
    /** Words of a netdev without RDMA. */
    public static final Words NONE = ofDriver("");

    /** Creates the words of an RDMA port of this host. */
    public Words(String physicalState, String rate, String hcaType, String nodeType) {
      this(physicalState, rate, hcaType, nodeType, "");
    }

    /** Creates the words of a NIC that reports only its driver's version. */
    public static Words ofDriver(String version) {
      return new Words("", "", "", "", version);
    }
  }

  public Nic {
    rateMbps = INACTIVE.contains(state) ? 0 : rateMbps;
    gids = List.copyOf(gids);
  }

  /** Returns a copy with other slots of the GID table. */
  public Nic withGids(List<Gid> others) {
    return new Nic(
        port,
        rdmaDevice,
        rdmaPort,
        pciAddress,
        numaNode,
        kernelDriver,
        firmware,
        model,
        mac,
        role,
        linkLayer,
        state,
        rateMbps,
        others,
        words);
  }

  /** Whether the port carries traffic, as far as its RDMA port or its netdev tells. */
  public boolean isActive() {
    return state.equals("ACTIVE") || state.equals("UP");
  }

  /** As documents have it; the name of its driver comes to that. */
  public Fields document() {
    return new Fields()
        .with("port", port)
        .with("rdmaDevice", rdmaDevice)
        .with("rdmaPort", rdmaPort)
        .with("pciAddress", pciAddress)
        .with("numaNode", numaNode)
        .with("kernelDriver", kernelDriver)
        .with("driverVersion", words.driverVersion())
        .with("firmware", firmware)
        .with("model", model)
        .with("mac", mac)
        .with("role", role)
        .with("linkLayer", linkLayer)
        .with("protocol", protocol())
        .with("state", state)
        .with("rateMbps", rateMbps > 0 ? rateMbps : null)
        .with("roceV2Index", roceV2Index())
        .with("gids", gids.stream().map(Fields::of).toList());
  }

  /** Returns what its RDMA port speaks; where the device has no type, its link layer decides. */
  public Protocol protocol() {
    if (rdmaDevice.isEmpty()) {
      return Protocol.NONE;
    }
    return switch (words.nodeType()) {
      case "RNIC" -> Protocol.IWARP;
      case "usNIC", "usNIC UDP", "unspecified" -> Protocol.OTHER;
      default ->
          switch (linkLayer) {
            case ETHERNET -> Protocol.ROCE;
            case INFINIBAND -> Protocol.INFINIBAND;
            case UNKNOWN -> kernelDriver.equals("efa") ? Protocol.OTHER : Protocol.UNKNOWN;
          };
    };
  }

  /** Whether it is an RDMA port that speaks RoCE. */
  public boolean isRoce() {
    return protocol() == Protocol.ROCE;
  }

  /** Whether it is told to carry none; neither where that is not known. */
  public boolean isInactive() {
    return INACTIVE.contains(state);
  }

  /**
   * The index of the RoCE v2 GID with an IPv4 address on this netdev, which most jobs want. One of
   * 169.254 only where there is no other: two hosts on a cable of their own have just that.
   */
  public OptionalInt roceV2Index() {
    return roceV2().map(gid -> OptionalInt.of(gid.index())).orElse(OptionalInt.empty());
  }

  /** The slot of {@link #roceV2Index}; one of IPv6 link-local is never it. */
  public Optional<Gid> roceV2() {
    return gids.stream()
        .filter(g -> g.type().equals("RoCE v2") && g.netdev().equals(port.name()))
        .filter(Gid::isIpv4)
        .min(Comparator.comparing(Gid::isLinkLocal));
  }
}
