package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;

/**
 * Bonds that send all RoCE of a peer through one member, as their hash leaves out the UDP source
 * port, which alone differs from one queue pair to the next. ConnectX places queue pairs by itself
 * in the mode {@code queue_affinity}, and by the hash in the mode {@code hash} (Linux
 * mlx5/core/lag/lag.c mlx5_get_str_port_sel_mode); no other driver shows how it does.
 */
record BondHash(HostFiles files) {
  /** Takes a bond; empty where its RDMA is spread, or the hash does not matter. */
  Optional<Finding> finding(Nic bond) {
    String folder = "sys/class/net/" + bond.port().name() + "/bonding/";
    String mode = word(folder + "mode");
    String hash = word(folder + "xmit_hash_policy");
    String lag = word("sys/kernel/debug/mlx5/" + bond.pciAddress() + "/lag/port_sel_mode");
    boolean hashes = mode.equals("802.3ad") || mode.equals("balance-xor");
    if (!hashes || hash.isEmpty() || hash.endsWith("3+4") || lag.equals("queue_affinity")) {
      return Optional.empty();
    }
    return Optional.of(
        FindingRule.BOND_HASH
            .at(
                bond.port().toString(),
                ("the bond's xmit_hash_policy is %s%s: all RoCE to one peer goes through one"
                        + " member, unless the NIC spreads queue pairs by itself")
                    .formatted(
                        hash, lag.isEmpty() ? "" : ", and the NIC's LAG is in the mode " + lag))
            .worseIf(lag.equals("hash")));
  }

  /** {@code layer2 0} is layer2. */
  private String word(String path) {
    return files.tryText(path).map(text -> text.split(" ", 2)[0]).orElse("");
  }
}
