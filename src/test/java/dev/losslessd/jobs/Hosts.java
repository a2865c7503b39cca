package dev.losslessd.jobs;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Hosts as jobs see them. */
final class Hosts {
  static final JobClass ROCE = new JobClass("roce", Priority.of(3), Dscp.of(26));

  private Hosts() {}

  /** Ports mlx5_0 and on, each on its own leaf, contracts ok. */
  static JobHost rails(int count) {
    List<JobPort> ports = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      ports.add(port("mlx5_" + n, "leaf" + n, Verdict.OK, 3));
    }
    return host(ports);
  }

  static JobHost host(List<JobPort> ports) {
    return new JobHost("gpu01", ports, Optional.of(ROCE), List.of("eno1"));
  }

  static JobPort port(String hca, String leaf, Verdict contract, int slot) {
    List<Gid> gids =
        List.of(
            new Gid(0, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "IB/RoCE v1", "ens1"),
            new Gid(1, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "RoCE v2", "ens1"),
            new Gid(slot - 1, "0000:0000:0000:0000:0000:ffff:c633:6401", "IB/RoCE v1", "ens1"),
            new Gid(slot, "0000:0000:0000:0000:0000:ffff:c633:6401", "RoCE v2", "ens1"));
    return port(hca, leaf, contract, gids);
  }

  static JobPort port(String hca, String leaf, Verdict contract, List<Gid> gids) {
    return new JobPort(
        PortId.parse("gpu01:net_" + hca), hca, 1, true, contract, leaf, gids, "", "");
  }
}
