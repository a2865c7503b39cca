package dev.losslessd.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Names of systems and NICs in the reference of metrics: short ones, and the heading of the
 * vendor's page for the rest.
 */
public final class SystemLabels {
  private static final Map<String, String> SHORT =
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

  /** Returns the name of the system or NIC that a package drives. */
  public static String of(String driver) {
    String known = SHORT.get(driver);
    try (Stream<String> lines = Files.lines(Path.of("src/docs/vendors", driver + ".md"))) {
      return known == null ? lines.findFirst().orElseThrow().substring("# ".length()) : known;
    } catch (IOException e) {
      throw new UncheckedIOException("a page of the vendor has its name", e);
    }
  }
}
