package dev.losslessd.driver.irdma;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the kernel takes away from a netdev that goes down, and does not give back when it comes up:
 * global IPv6 addresses (addrconf_ifdown) and the routes that somebody added. Safe for threads.
 */
final class NetdevAddresses {
  private static final String ADDRESSES = "proc/net/if_inet6";
  private static final String ROUTES = "proc/net/route";
  private static final String ROUTES6 = "proc/net/ipv6_route";

  private static final String GLOBAL = "00";
  private static final int PERMANENT = 0x80; // IFA_F_PERMANENT: those of advertisements come again
  private static final int GATEWAY = 0x2; // RTF_GATEWAY: the others follow an address
  private static final long ADVERTISED = 0x40000; // RTF_ADDRCONF

  private final HostFiles files;
  private final String netdev;
  private volatile Set<String> before = Set.of();

  NetdevAddresses(HostFiles files, String netdev) {
    this.files = files;
    this.netdev = netdev;
  }

  /** Before the netdev goes down. What is missing since an earlier time stays known. */
  void remember() {
    Set<String> all = new TreeSet<>(before);
    all.addAll(now());
    before = all;
  }

  /** What was there and is not any more. */
  Collection<String> lost() {
    if (before.isEmpty()) {
      return List.of();
    }
    Set<String> lost = new TreeSet<>(before);
    lost.removeAll(now());
    return lost;
  }

  private Set<String> now() {
    Set<String> all = new TreeSet<>();
    try {
      rows(ADDRESSES).forEach(row -> address(row, all));
      rows(ROUTES).forEach(row -> route(row, all));
      rows(ROUTES6).forEach(row -> route6(row, all));
    } catch (TransportException | NumberFormatException e) {
      // a table that cannot be read tells of no loss
      return before;
    }
    return all;
  }

  private List<String[]> rows(String path) {
    List<String[]> rows = new ArrayList<>();
    files
        .readText(path)
        .orElse("")
        .lines()
        .map(line -> line.strip().split("\\s+", -1))
        .forEach(rows::add);
    return rows;
  }

  /** Address, index, prefix length, scope, flags, name. */
  private void address(String[] row, Set<String> all) {
    if (row.length == 6
        && row[5].equals(netdev)
        && row[3].equals(GLOBAL)
        && (Integer.parseInt(row[4], 16) & PERMANENT) != 0) {
      all.add(ipv6(row[0]) + "/" + Integer.parseInt(row[2], 16));
    }
  }

  /** Name, destination, gateway, flags, three counts, mask: in the machine's byte order. */
  private void route(String[] row, Set<String> all) {
    if (row.length >= 8 && row[0].equals(netdev) && (Integer.parseInt(row[3], 16) & GATEWAY) != 0) {
      int length = Integer.bitCount(Integer.parseUnsignedInt(row[7], 16));
      all.add("route " + ipv4(row[1]) + "/" + length + " via " + ipv4(row[2]));
    }
  }

  /** Destination, length, source, length, next hop, metric, two counts, flags, name. */
  private void route6(String[] row, Set<String> all) {
    if (row.length == 10 && row[9].equals(netdev)) {
      long flags = Long.parseLong(row[8], 16);
      if ((flags & GATEWAY) != 0 && (flags & ADVERTISED) == 0) {
        all.add(
            "route " + ipv6(row[0]) + "/" + Integer.parseInt(row[1], 16) + " via " + ipv6(row[4]));
      }
    }
  }

  /** Every Linux with such a NIC is little endian. */
  private static String ipv4(String hex) {
    int value = Integer.parseUnsignedInt(hex, 16);
    return "%d.%d.%d.%d"
        .formatted(value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >>> 24);
  }

  private static String ipv6(String hex) {
    return hex.replaceAll("(.{4})(?!$)", "$1:");
  }
}
