package dev.losslessd.inventory;

import dev.losslessd.model.Glob;
import dev.losslessd.model.Nic;
import java.util.List;

/** The config's globs over RDMA device and netdev names. */
public final class NicNames {
  private static final String ANY = "*";

  private final List<String> include;
  private final List<Glob> wanted;
  private final List<Glob> unwanted;

  public NicNames(List<String> include, List<String> exclude) {
    this.include = List.copyOf(include);
    this.wanted = include.stream().map(Glob::new).toList();
    this.unwanted = exclude.stream().map(Glob::new).toList();
  }

  /** Never opened, not even to look: reading a restricted function can flood the kernel log. */
  public boolean excluded(String name) {
    return unwanted.stream().anyMatch(glob -> glob.fits(name));
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

  /** Whether the config names the NIC otherwise than by a lone {@code *}. */
  public boolean isNamed(Nic nic) {
    return !include.equals(List.of(ANY)) && ours(nic);
  }

  /** Whether a glob is about a NIC port, by its netdev or its RDMA device. */
  public static boolean fits(Glob glob, Nic nic) {
    return glob.fits(nic.port().name())
        || (!nic.rdmaDevice().isEmpty() && glob.fits(nic.rdmaDevice()));
  }
}
