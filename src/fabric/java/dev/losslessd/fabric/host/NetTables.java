package dev.losslessd.fabric.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Addresses and routes of {@code /proc/net}, where somebody has put some: dev_close takes those of
 * its netdev away (addrconf_ifdown, fib_disable_ip), and dev_open brings none back.
 */
final class NetTables {
  private final Path folder;
  private final Map<String, Integer> resets = new HashMap<>();

  /**
   * @param root that holds proc
   */
  NetTables(Path root) {
    this.folder = root.resolve("proc/net");
  }

  /** Takes away what resets of netdevs since the last time have cost. */
  void follow(List<FakeNic> nics) {
    for (FakeNic nic : nics) {
      String netdev = nic.identity().netdev();
      int count = nic.dcb().resets();
      Integer before = resets.put(netdev, count);
      if (count != (before == null ? 0 : before)) {
        remove("if_inet6", line -> line.endsWith(" " + netdev));
        remove("ipv6_route", line -> line.endsWith(" " + netdev));
        remove("route", line -> line.startsWith(netdev + "\t"));
      }
    }
  }

  private void remove(String table, Predicate<String> gone) {
    Path file = folder.resolve(table);
    try {
      if (Files.exists(file)) {
        List<String> left = Files.readAllLines(file).stream().filter(gone.negate()).toList();
        Files.write(file, left);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
