package dev.losslessd.cli;

import dev.losslessd.model.Nic;
import dev.losslessd.text.Worded;
import java.util.List;
import java.util.Map;

/** {@code losslessd discover}: the NIC ports of this host. */
public final class NicListing {
  /** One port and the name of its driver here. */
  public record Found(Nic nic, String driver) {}

  private static final String[] HEAD = {
    "PORT", "RDMA", "DRIVER", "ROLE", "PROTOCOL", "STATE", "RATE", "PCI", "NUMA", "FIRMWARE", "GID"
  };

  private NicListing() {}

  /** Prints these NIC ports; none at all is a finding. */
  public static int print(List<Found> nics, Screen screen) {
    screen.document(
        Map.of(
            "items",
            nics.stream().map(one -> one.nic().document().with("driver", one.driver())).toList()));
    Table table = new Table(HEAD).wrap(2, 10).least(8, 10, 4, 3, 7, 9, 6);
    nics.forEach(nic -> table.row(row(nic).toArray(String[]::new)));
    screen.table(table);
    return nics.isEmpty() ? ExitCode.FINDING : ExitCode.OK;
  }

  private static List<String> row(Found found) {
    Nic nic = found.nic();
    return List.of(
        nic.port().toString(),
        Shown.dash(nic.rdmaDevice().isEmpty() ? "" : nic.rdmaDevice() + "/" + nic.rdmaPort()),
        Shown.dash(nic.kernelDriver()) + " (" + found.driver() + ")",
        Worded.of(nic.role()),
        nic.protocol() == Nic.Protocol.NONE ? "-" : protocol(nic),
        Shown.dash(nic.state()),
        nic.rateMbps() == 0 ? "-" : nic.rateMbps() / 1000.0 + "G",
        Shown.dash(nic.pciAddress()),
        nic.numaNode().isPresent() ? String.valueOf(nic.numaNode().getAsInt()) : "-",
        Shown.dash(nic.firmware()),
        nic.roceV2()
            .map(gid -> gid.index() + (gid.isLinkLocal() ? " (link-local)" : ""))
            .orElse("-"));
  }

  private static String protocol(Nic nic) {
    return Worded.of(nic.protocol());
  }
}
