package dev.losslessd.demo;

import dev.losslessd.model.SwitchSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Devices that the demo plays besides its two hosts.
 *
 * @param leaves the system of each leaf, leaf1 first
 * @param servers how many hosts with ESXi hang on them, esx1 first
 */
public record DemoSite(List<String> leaves, int servers) {
  /** NICs of a server with a cable: vmnic2 and vmnic3. */
  private static final int UPLINKS = 2;

  private static final int FIRST_UPLINK = 2;

  public DemoSite {
    leaves = List.copyOf(leaves);
  }

  /**
   * @param os words of {@code --os}, in their order
   * @throws IllegalArgumentException for a word that is no system, or more than can be cabled
   */
  public static DemoSite of(List<String> os) {
    List<String> leaves = os.stream().filter(one -> !SwitchSystem.of(one).isServer()).toList();
    DemoSite site = new DemoSite(leaves, os.size() - leaves.size());
    if (leaves.isEmpty() || site.servers > leaves.size()) {
      throw new IllegalArgumentException(
          "--os with "
              + site.servers
              + " servers on "
              + leaves.size()
              + " leaves: expected a leaf, and no more servers than leaves");
    }
    DemoLeaf.requireCount(leaves.size());
    return site;
  }

  /**
   * @param number from 1
   */
  public DemoLeaf leaf(int number) {
    return DemoLeaf.of(leaves, number);
  }

  /** Numbers of the leaves that are written, from 1; or those of the leaves that are watched. */
  List<Integer> numbers(boolean watched) {
    return IntStream.rangeClosed(1, leaves.size())
        .filter(n -> leaf(n).isWatched() == watched)
        .boxed()
        .toList();
  }

  boolean hasServers() {
    return servers > 0;
  }

  List<String> serverNames() {
    List<String> names = new ArrayList<>();
    for (int n = 1; n <= servers; n++) {
      names.add("esx" + n);
    }
    return names;
  }

  /** A cable of a server. */
  record Cable(String leaf, String server) {}

  /** Every one of them, as the fabric deals them out: to the first port of others of each leaf. */
  List<Cable> cables() {
    List<Cable> cables = new ArrayList<>();
    for (int n = 0; n < servers * UPLINKS; n++) {
      int leaf = n % leaves.size() + 1;
      String port = DemoLeaf.portOfOthers(leaves, leaf, n / leaves.size() + 1);
      String nic = "esx" + (n / UPLINKS + 1) + ":vmnic" + (FIRST_UPLINK + n % UPLINKS);
      cables.add(new Cable("leaf" + leaf + ":" + port, nic));
    }
    return cables;
  }
}
