package dev.losslessd.driver;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Addresses and routes that the kernel takes away from a netdev that goes down, and does not give
 * back when it comes up: global IPv6 addresses (addrconf_ifdown) and the routes that somebody
 * added. One for all users of a host; it forgets with the process. Safe for threads.
 */
public final class NetdevAddresses {
  private static final String ADDRESSES = "proc/net/if_inet6";
  private static final String ROUTES = "proc/net/route";
  private static final String ROUTES6 = "proc/net/ipv6_route";

  private static final String GLOBAL = "00";
  private static final int PERMANENT = 0x80; // IFA_F_PERMANENT: those of advertisements come again
  private static final int GATEWAY = 0x2; // RTF_GATEWAY: the others follow an address
  private static final long ADVERTISED = 0x40000; // RTF_ADDRCONF

  private final Map<String, Set<String>> missing = new ConcurrentHashMap<>();

  /** Returns the addresses and routes of a netdev, to be read before it goes down. */
  public Set<String> of(String netdev, HostFiles files) {
    return read(netdev, files).orElse(Set.of());
  }

  /**
   * Notes as missing what the netdev had and has no more, beside what has been missing since
   * before.
   *
   * @param before as {@link #of} said
   */
  public void compare(String netdev, Set<String> before, HostFiles files) {
    Set<String> lost = new TreeSet<>(before);
    // tables that cannot be read tell of no loss
    read(netdev, files).ifPresentOrElse(lost::removeAll, lost::clear);
    if (!lost.isEmpty()) {
      missing.merge(netdev, lost, NetdevAddresses::union);
    }
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> all = new TreeSet<>(one);
    all.addAll(other);
    return all;
  }

  /**
   * Returns what was lost and is not back; what is back once is forgotten, whoever removes it
   * later.
   */
  public Collection<String> missing(String netdev, HostFiles files) {
    if (missing.containsKey(netdev)) {
      read(netdev, files)
          .ifPresent(now -> missing.computeIfPresent(netdev, (_, lost) -> without(lost, now)));
    }
    return missing.getOrDefault(netdev, Set.of());
  }

  private static @Nullable Set<String> without(Set<String> lost, Set<String> now) {
    Set<String> still = new TreeSet<>(lost);
    still.removeAll(now);
    return still.isEmpty() ? null : still;
  }

  private static Optional<Set<String>> read(String netdev, HostFiles files) {
    Set<String> all = new TreeSet<>();
    try {
      rows(files, ADDRESSES).forEach(row -> address(netdev, row, all));
      rows(files, ROUTES).forEach(row -> route(netdev, row, all));
      rows(files, ROUTES6).forEach(row -> route6(netdev, row, all));
    } catch (TransportException | NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(all);
  }

  /** Describes what is missing in words for the operator. */
  public static String text(Collection<String> missing) {
    return "the netdev went down and up for a setting, and lost " + String.join(", ", missing);
  }

  private static List<String[]> rows(HostFiles files, String path) {
    return files
        .readText(path)
        .orElse("")
        .lines()
        .map(line -> Pattern.of("\\s+").split(line.strip(), -1))
        .toList();
  }

  /** Address, index, prefix length, scope, flags, name. */
  private static void address(String netdev, String[] row, Set<String> all) {
    if (row.length == 6
        && row[5].equals(netdev)
        && row[3].equals(GLOBAL)
        && (Integer.parseInt(row[4], 16) & PERMANENT) != 0) {
      all.add(ipv6(row[0]) + "/" + Integer.parseInt(row[2], 16));
    }
  }

  /** Name, destination, gateway, flags, three counts, mask: in the machine's byte order. */
  private static void route(String netdev, String[] row, Set<String> all) {
    if (row.length >= 8 && row[0].equals(netdev) && (Integer.parseInt(row[3], 16) & GATEWAY) != 0) {
      int length = Integer.bitCount(Integer.parseUnsignedInt(row[7], 16));
      all.add("route " + ipv4(row[1]) + "/" + length + " via " + ipv4(row[2]));
    }
  }

  /** Destination, length, source, length, next hop, metric, two counts, flags, name. */
  private static void route6(String netdev, String[] row, Set<String> all) {
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
    return Pattern.of("(.{4})(?=.)").matcher(hex).replaceAll("$1:");
  }
}
