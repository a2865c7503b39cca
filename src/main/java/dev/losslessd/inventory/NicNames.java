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
    return unwanted.stream().anyMatch(glob -> glob.matcher(name).matches());
  }

  /**
   * Whether this agent has the NIC. A lone {@code *} means every RDMA NIC and every netdev on PCI,
   * as a host has hundreds of veths and bridges. Others must be named.
   */
  public boolean ours(Nic nic) {
    if (unwanted.stream().anyMatch(glob -> fits(glob, nic))) {
      return false;
    }
    if (include.equals(List.of(ANY))) {
      return !nic.rdmaDevice().isEmpty() || !nic.pciAddress().isEmpty();
    }
    return wanted.stream().anyMatch(glob -> fits(glob, nic));
  }

  /** Whether a glob is about a NIC port, by its netdev or its RDMA device. */
  static boolean fits(Pattern glob, Nic nic) {
    return glob.matcher(nic.port().name()).matches()
        || (!nic.rdmaDevice().isEmpty() && glob.matcher(nic.rdmaDevice()).matches());
  }

  static Pattern pattern(String glob) {
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
