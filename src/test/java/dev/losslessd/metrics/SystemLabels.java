package dev.losslessd.metrics;

import java.util.Map;

/** Names of systems and NICs in the reference of metrics. */
public final class SystemLabels {
  /** Systems and NICs by the package that drives them. */
  public static final Map<String, String> ALL =
      Map.ofEntries(
          Map.entry("mlx5", "mlx5"),
          Map.entry("bnxt", "bnxt"),
          Map.entry("irdma", "ice"),
          Map.entry("hns", "hns3"),
          Map.entry("ionic", "ionic"),
          Map.entry("generic", "other NICs"),
          Map.entry("nxos", "NX-OS"),
          Map.entry("eos", "EOS"),
          Map.entry("nvue", "NVUE"),
          Map.entry("sonic", "SONiC"),
          Map.entry("junos", "Junos"),
          Map.entry("esxi", "ESXi"),
          Map.entry("onyx", "Onyx"),
          Map.entry("os10", "OS10"));

  private SystemLabels() {}
}
