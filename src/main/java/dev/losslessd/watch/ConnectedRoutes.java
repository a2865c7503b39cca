package dev.losslessd.watch;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * IPv4 networks that netdevs of this host are connected to: rows without a gateway of {@code
 * /proc/net/route} (fib_route_seq_show of Linux net/ipv4/fib_trie.c), which has the main table
 * alone. A netdev in a VRF has no row there, and is not connected to what others are.
 *
 * @param known whether there is such a file: a copy of a host's sysfs may lack it
 */
record ConnectedRoutes(List<Network> networks, boolean known) {
  /** Part of the table that is read: some 2,000 rows. */
  private static final int MOST = 256 << 10;

  private static final int ASSUMED = 0xffffff00;
  private static final int UP = 0x1;
  private static final int NO_NETWORK = 0x2 | 0x4 | 0x200; // gateway, host, reject: linux/route.h

  ConnectedRoutes {
    networks = List.copyOf(networks);
  }

  /**
   * A network of a netdev.
   *
   * @param address of the network
   * @param mask of 1 to 31 bits
   */
  record Network(String netdev, int address, int mask) {
    boolean has(int one) {
      return (one & mask) == address;
    }

    /** Whether one of the two is a part of the other, or the same. */
    boolean overlaps(Network other) {
      int both = mask & other.mask;
      return (address & both) == (other.address & both);
    }

    /** The network as routes write it: {@code 192.0.2.0/24}. */
    String text() {
      return Gid.dotted(address) + "/" + Integer.bitCount(mask);
    }
  }

  static ConnectedRoutes read(HostFiles files) {
    Optional<String> text =
        files
            .readBytes("proc/net/route", MOST)
            .map(bytes -> new String(bytes, StandardCharsets.US_ASCII));
    return new ConnectedRoutes(
        text.stream()
            .flatMap(String::lines)
            .map(ConnectedRoutes::network)
            .flatMap(Optional::stream)
            .toList(),
        text.isPresent());
  }

  /** Interface, destination, gateway, flags, three counts, mask; numbers are little endian. */
  private static Optional<Network> network(String row) {
    String[] cells = Pattern.of("\\s+").split(row.strip(), -1);
    if (cells.length < 8
        || !Pattern.matches("[0-9A-F]{8}", cells[1])
        || !Pattern.matches("[0-9A-F]{4,8}", cells[3])
        || !Pattern.matches("[0-9A-F]{8}", cells[7])) {
      return Optional.empty();
    }
    int flags = Integer.parseUnsignedInt(cells[3], 16);
    int mask = Integer.reverseBytes(Integer.parseUnsignedInt(cells[7], 16));
    return (flags & UP) == 0 || (flags & NO_NETWORK) != 0 || mask == 0 || mask == -1
        ? Optional.empty()
        : Optional.of(
            new Network(
                cells[0], Integer.reverseBytes(Integer.parseUnsignedInt(cells[1], 16)), mask));
  }

  /** The smallest network of a netdev that an address is in; its /24 where no network is known. */
  Optional<Network> of(String netdev, int address) {
    if (!known) {
      return Optional.of(new Network(netdev, address & ASSUMED, ASSUMED));
    }
    return networks.stream()
        .filter(one -> one.netdev().equals(netdev) && one.has(address))
        .max(Comparator.comparingInt(one -> Integer.bitCount(one.mask())));
  }
}
