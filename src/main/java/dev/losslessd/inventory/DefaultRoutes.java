package dev.losslessd.inventory;

import static java.util.Comparator.comparingLong;

import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.List;

/** Default routes of IPv4 in {@code /proc/net/route}, which jobs take for their bootstrap. */
public final class DefaultRoutes {
  public static final String FILE = "proc/net/route";

  /** Columns of the kernel's table (net/ipv4/fib_trie.c, fib_route_seq_show). */
  private static final int NETDEV = 0;

  private static final int DESTINATION = 1;
  private static final int METRIC = 6;
  private static final int MASK = 7;
  private static final String ANY = "00000000";

  private DefaultRoutes() {}

  /** Returns the netdevs by metric; a line that is no route is left out. */
  public static List<String> parse(String table) {
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
