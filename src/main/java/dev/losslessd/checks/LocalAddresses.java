package dev.losslessd.checks;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Addresses of this network namespace, by {@code /proc/net/fib_trie} and {@code if_inet6}. Names of
 * netdevs do not tell namespaces apart: nearly every container has an {@code eth0}.
 *
 * @param known each as 32 digits of hexadecimal, IPv4 mapped; empty where they cannot be read
 */
record LocalAddresses(Optional<Set<String>> known) {
  /** A host with more routes tells by name alone. */
  private static final int MOST_BYTES = 4 << 20;

  /** A leaf and the line below it that says what it is (net/ipv4/fib_trie.c). */
  private static final Pattern LOCAL =
      Pattern.compile("\\|-- (\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)\\n\\s*/32 host LOCAL");

  private static final Pattern SIX = Pattern.compile("(?m)^([0-9a-f]{32}) ");

  static LocalAddresses of(HostFiles files) {
    Optional<String> four = text(files, "proc/net/fib_trie");
    if (four.isEmpty()) {
      return new LocalAddresses(Optional.empty());
    }
    Set<String> all = new HashSet<>();
    Matcher local = LOCAL.matcher(four.get());
    while (local.find()) {
      StringBuilder mapped = new StringBuilder("00000000000000000000ffff");
      for (int part = 1; part <= 4; part++) {
        mapped.append("%02x".formatted(Integer.parseInt(local.group(part))));
      }
      all.add(mapped.toString());
    }
    Matcher six = SIX.matcher(text(files, "proc/net/if_inet6").orElse(""));
    while (six.find()) {
      all.add(six.group(1));
    }
    return new LocalAddresses(Optional.of(all));
  }

  private static Optional<String> text(HostFiles files, String path) {
    return files
        .readBytes(path, MOST_BYTES)
        .filter(bytes -> bytes.length < MOST_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.US_ASCII))
        .filter(text -> !text.isEmpty());
  }

  /** Whether the address of a GID may be one of this namespace. */
  boolean mayHave(Gid gid) {
    return known.map(all -> all.contains(gid.value().replace(":", ""))).orElse(true);
  }
}
