package dev.losslessd.inventory;

import static java.util.Comparator.comparingLong;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Arrays;
import java.util.List;

/** Default routes in {@code /proc/net}, which jobs take for their bootstrap. */
public final class DefaultRoutes {
  private static final String FILE = "proc/net/route";

  private static final String FILE6 = "proc/net/ipv6_route";

  /** Columns of the kernel's table (net/ipv4/fib_trie.c, fib_route_seq_show). */
  private static final int NETDEV = 0;

  private static final int DESTINATION = 1;
  private static final int METRIC = 6;
  private static final int MASK = 7;
  private static final String ANY = "00000000";

  /** Columns of the kernel's table of IPv6 (net/ipv6/route.c, rt6_info_route). */
  private static final int LENGTH = 1;

  private static final int NEXT_HOP = 4;
  private static final int METRIC6 = 5;
  private static final int NETDEV6 = 9;
  private static final String ANY6 = "0".repeat(32);

  private DefaultRoutes() {}

  /** Netdevs of default routes, by metric: of IPv4, or of IPv6 where there is none of it. */
  public static List<String> of(HostFiles files) {
    List<String> four = parse(files.tryText(FILE).orElse(""));
    return four.isEmpty() ? parse6(files.tryText(FILE6).orElse("")) : four;
  }

  /** The same of IPv6; the kernel's own, which refuse all that has no route, have no next hop. */
  static List<String> parse6(String table) {
    return table
        .lines()
        .map(line -> Pattern.of("\\s+").split(line.strip()))
        .filter(columns -> columns.length > NETDEV6)
        .filter(columns -> columns[0].equals(ANY6) && columns[LENGTH].equals("00"))
        .filter(columns -> !columns[NEXT_HOP].equals(ANY6))
        .filter(columns -> Pattern.matches("[0-9a-f]{8}", columns[METRIC6]))
        .sorted(comparingLong(columns -> Long.parseLong(columns[METRIC6], 16)))
        .map(columns -> Arrays.asList(columns).get(NETDEV6))
        .distinct()
        .toList();
  }

  /** Returns the netdevs by metric; a line that is no route is left out. */
  static List<String> parse(String table) {
    return table
        .lines()
        .map(line -> Pattern.of("\\s+").split(line.strip()))
        .filter(columns -> columns.length > MASK && Pattern.matches("\\d{1,10}", columns[METRIC]))
        .filter(columns -> columns[DESTINATION].equals(ANY) && columns[MASK].equals(ANY))
        .sorted(comparingLong(columns -> Long.parseLong(columns[METRIC])))
        .map(columns -> Arrays.asList(columns).get(NETDEV))
        .distinct()
        .toList();
  }
}
