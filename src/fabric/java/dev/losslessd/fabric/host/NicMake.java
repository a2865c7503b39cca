package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.TwinPort;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes of NICs: their kernel driver and what it reports. */
public enum NicMake {
  /** NVIDIA ConnectX with Linux's own driver. */
  MLX5("mlx5_core", "mlx5_", "0x15b3"),
  /** Broadcom Thor2 with the vendor's driver, which has congestion control in configfs. */
  BNXT("bnxt_en", "bnxt_re", "0x14e4"),
  /** Intel E810 with Linux's own driver, without congestion control. */
  IRDMA("ice", "irdma", "0x8086"),
  /** A HiSilicon NIC with Linux's own driver. */
  HNS("hns3", "hns_", "0x19e5"),
  /** AMD Pollara, which has no dcbnl at all. */
  IONIC("ionic", "ionic_", "0x1dd8");

  private final String kernelDriver;
  private final String rdmaPrefix;
  private final String pciVendor;

  NicMake(String kernelDriver, String rdmaPrefix, String pciVendor) {
    this.kernelDriver = kernelDriver;
    this.rdmaPrefix = rdmaPrefix;
    this.pciVendor = pciVendor;
  }

  /**
   * @throws IllegalArgumentException naming the known ones
   */
  public static NicMake named(String word) {
    return Arrays.stream(values())
        .filter(make -> make.toString().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "NICs of '%s': expected one of %s".formatted(word, words())));
  }

  /** Words of all makes, for error messages. */
  public static String words() {
    return Arrays.stream(values()).map(NicMake::toString).collect(Collectors.joining(" "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  String kernelDriver() {
    return kernelDriver;
  }

  String rdmaPrefix() {
    return rdmaPrefix;
  }

  String pciVendor() {
    return pciVendor;
  }

  Mlx5Dcb dcb(TwinPort port) {
    return switch (this) {
      case MLX5, IONIC -> new Mlx5Dcb(port);
      case BNXT -> new BnxtDcb(port);
      case IRDMA -> new IceDcb(port);
      case HNS -> new HnsDcb(port);
    };
  }

  /** Whether the driver has dcbnl operations at all. */
  boolean hasDcb() {
    return this != IONIC;
  }

  /** Whether it has those for MAXRATE and BUFFER; without, the kernel ignores a write. */
  boolean hasRatesAndBuffers() {
    return this == MLX5;
  }

  /** Whether a write of the PFC mask takes the link down (mlx5_toggle_port_link). */
  boolean bouncesOnPfc() {
    return this == MLX5;
  }

  /** {@code hw_counters}, and what RDMA netlink tells. */
  Map<String, CounterNames.Value> hardware() {
    return switch (this) {
      case MLX5 -> CounterNames.HARDWARE;
      case BNXT -> OtherNames.BNXT;
      case IRDMA -> OtherNames.IRDMA;
      case HNS -> OtherNames.HNS;
      case IONIC -> OtherNames.IONIC;
    };
  }

  /** {@code counters}: only mlx5 has them here. */
  Map<String, CounterNames.Value> port() {
    return this == MLX5 ? CounterNames.PORT : Map.of();
  }

  /** Optional counters, which count only once they are enabled. */
  Map<String, CounterNames.Value> optional() {
    return this == MLX5 ? CounterNames.OPTIONAL : Map.of();
  }

  /** Wraps a value to the width of its hardware counter. */
  long held(String name, long value) {
    return switch (this) {
      case MLX5 -> CounterNames.held(name, value);
      // irdma_update_stats adds up in 64 bits
      case IRDMA, BNXT, HNS, IONIC -> value;
    };
  }

  /** Statistics that {@code ethtool -S} prints, in its order. */
  Map<String, Long> statistics(FakeNic nic) {
    return switch (this) {
      case MLX5 -> Statistics.of(nic);
      case BNXT -> OtherStatistics.bnxt(nic.port().counters());
      case IRDMA -> OtherStatistics.ice(nic.port().counters());
      case HNS -> OtherStatistics.hns(nic.port().counters());
      case IONIC -> OtherStatistics.ionic(nic.port().counters());
    };
  }
}
