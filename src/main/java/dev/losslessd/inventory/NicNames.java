package dev.losslessd.inventory;

import dev.losslessd.model.Nic;
import java.util.List;
import java.util.regex.Pattern;

/** The config's globs over RDMA device and netdev names. */
public final class NicNames {
  private static final String ANY = "*";

  private final List<String> include;
  private final List<Pattern> wanted;
  private final List<Pattern> unwanted;

  public NicNames(List<String> include, List<String> exclude) {
    this.include = List.copyOf(include);
    this.wanted = include.stream().map(NicNames::pattern).toList();
    this.unwanted = exclude.stream().map(NicNames::pattern).toList();
  }

  /** Never opened, not even to look: reading a restricted function can flood the kernel log. */
  public boolean excluded(String name) {
    return matches(unwanted, name);
  }

  /**
   * Whether this agent has the NIC. A lone {@code *} means every RDMA NIC and every netdev on PCI,
   * as a host has hundreds of veths and bridges. Others must be named.
   */
  public boolean ours(Nic nic) {
    if (matches(unwanted, nic.port().name()) || matches(unwanted, nic.rdmaDevice())) {
      return false;
    }
    boolean rdma = !nic.rdmaDevice().isEmpty();
    if (include.equals(List.of(ANY))) {
      return rdma || !nic.pciAddress().isEmpty();
    }
    return matches(wanted, nic.port().name()) || (rdma && matches(wanted, nic.rdmaDevice()));
  }

  private static boolean matches(List<Pattern> patterns, String name) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  private static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString());
  }
}
