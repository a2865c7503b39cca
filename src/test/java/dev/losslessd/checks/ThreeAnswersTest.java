package dev.losslessd.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Verdict;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check is ok on a healthy host; one file makes it not, another makes it unknown. */
class ThreeAnswersTest {
  private static final String PORT = "sys/class/infiniband/mlx5_0/ports/1/";
  private static final String PCI = "sys/bus/pci/devices/";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  /**
   * One check with what makes its answer.
   *
   * @param value a part of what it shows where it is not
   * @param why a part of the reason where it is unknown
   */
  record Row(
      HostCheck check,
      Consumer<HostTree> wrong,
      String value,
      Consumer<HostTree> hidden,
      String why) {
    @Override
    public String toString() {
      return check.word();
    }
  }

  static List<Row> rows() {
    return List.of(
        new Row(
            HostCheck.PORT_ACTIVE,
            tree -> tree.write(PORT + "state", "1: DOWN"),
            "DOWN",
            tree -> tree.remove(PORT + "state"),
            "does not tell the state"),
        new Row(
            HostCheck.RATE,
            tree -> tree.write(PORT + "rate", "200 Gb/sec (4X HDR)"),
            "200 Gb/s",
            tree -> tree.expectedMbps = OptionalLong.empty(),
            "no like port"),
        new Row(
            HostCheck.GID,
            tree -> tree.remove(PORT + "gids/3"),
            "IPv6 link-local only",
            tree -> tree.remove(PORT + "gids"),
            "is seen here"),
        new Row(
            HostCheck.RDMA_MTU,
            tree -> {
              tree.write("sys/class/net/ens1/mtu", "1500");
              tree.activeMtu = _ -> Optional.empty();
            },
            "1024 bytes, by the kernel driver's rule for netdev MTU 1500",
            tree -> {
              tree.activeMtu = _ -> Optional.empty();
              tree.driver("ens1", "a_driver_without_a_rule");
            },
            "the device alone tells"),
        new Row(
            HostCheck.PATH_MTU,
            tree -> tree.fabric = cable(Verdict.OK, Verdict.BROKEN, "9000 against 1500"),
            "9000 against 1500",
            tree -> tree.fabric = FabricView.unknown("no daemon answers"),
            "no daemon"),
        new Row(
            HostCheck.CONTRACT,
            tree -> tree.fabric = cable(Verdict.BROKEN, Verdict.OK, "pfc: 3 against none"),
            "pfc: 3 against none",
            tree -> tree.fabric = cable(Verdict.UNKNOWN, Verdict.OK, "leaf01 did not tell"),
            "leaf01 did not tell"),
        new Row(
            HostCheck.CLASS,
            tree -> tree.write("sys/class/infiniband/mlx5_0/tc/1/traffic_class", "Global tclass=0"),
            "traffic-class of the device 0, DSCP 0",
            tree -> tree.asker = new Asker(true, Map.of(), _ -> false),
            "nothing marks for the job"),
        new Row(
            HostCheck.PCIE_LINK,
            tree -> tree.pcie(PCI + HostTree.NIC, "current", "32.0 GT/s PCIe", "8"),
            "32.0 GT/s x8",
            tree -> tree.remove(PCI + HostTree.NIC + "/current_link_width"),
            "no PCIe link"),
        new Row(
            HostCheck.PCIE_BANDWIDTH,
            tree -> tree.pcie(PCI + HostTree.NIC, "current", "16.0 GT/s PCIe", "16"),
            "252 Gb/s (16.0 GT/s x16)",
            tree -> tree.write(PCI + HostTree.NIC + "/current_link_speed", "Unknown"),
            "no PCIe link"),
        new Row(
            HostCheck.RDMA_DEVICES,
            tree -> tree.remove("dev/infiniband/uverbs0"),
            "uverbs0 is not there",
            tree -> tree.asker = Asker.DAEMON,
            "asks as its caller"),
        new Row(
            HostCheck.MODULES,
            tree -> tree.remove("sys/module/rdma_ucm"),
            "rdma_ucm is not loaded",
            tree -> tree.remove("sys/module"),
            "/sys/module"),
        new Row(
            HostCheck.RDMA_NAMESPACE,
            tree -> {
              tree.write("sys/module/ib_core/parameters/netns_mode", "N");
              tree.remove("sys/class/infiniband");
            },
            "no RDMA device is in this network namespace",
            tree -> tree.remove("sys/module/ib_core"),
            "ib_core"),
        new Row(
            HostCheck.MEMLOCK,
            tree -> tree.limit("8388608"),
            "8192 KiB",
            tree -> tree.remove("proc/self/limits"),
            "Max locked memory"),
        new Row(
            HostCheck.GPUDIRECT,
            tree -> {
              tree.remove("sys/module/nvidia_peermem");
              tree.write("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 550.54");
            },
            "neither nvidia_peermem nor dma-buf",
            tree -> tree.remove("sys/module/nvidia_peermem"),
            "driver is not loaded"),
        new Row(
            HostCheck.GPU_DISTANCE,
            tree -> {
              tree.remove("sys/bus/pci/devices/" + HostTree.GPU);
              tree.pci("pci0000:16/0000:16:02.0/0000:30:00.0", "0x10de", "0x2330", "0x030200");
            },
            "PHB to mlx5_0",
            tree -> tree.remove("sys/bus"),
            "/sys/bus/pci"),
        new Row(
            HostCheck.ACS,
            tree -> tree.config("0000:18:01.0", ConfigSpace.ACS, 0x1d),
            "redirect at 0000:18:01.0",
            tree -> tree.shortConfig("0000:18:01.0"),
            "CAP_SYS_ADMIN"),
        new Row(
            HostCheck.IOMMU,
            tree -> tree.write("sys/kernel/iommu_groups/7/type", "DMA-FQ"),
            "DMA-FQ",
            tree -> tree.remove("sys/kernel/iommu_groups/7/type"),
            "neither an IOMMU group"),
        new Row(
            HostCheck.ATS,
            tree -> tree.write("sys/kernel/iommu_groups/7/type", "DMA"),
            "disabled",
            tree -> {
              tree.write("sys/kernel/iommu_groups/7/type", "DMA");
              tree.shortConfig(HostTree.NIC);
            },
            "CAP_SYS_ADMIN"),
        new Row(
            HostCheck.GOVERNOR,
            tree -> tree.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave"),
            "performance on 1, powersave on 1",
            tree -> tree.remove("sys/devices/system/cpu/cpu0"),
            "no CPU has a governor"),
        new Row(
            HostCheck.IRQ,
            tree -> tree.write("proc/irq/102/effective_affinity_list", "48"),
            "1 of 4 interrupts go to CPUs of another NUMA node",
            tree -> tree.remove("proc/irq"),
            "/proc/irq"),
        new Row(
            HostCheck.FIRMWARE,
            tree -> tree.write("sys/class/infiniband/mlx5_0/fw_ver", "28.45.1020"),
            "28.45.1020: congestion control is set for all priorities at once",
            tree -> tree.remove("sys/class/infiniband/mlx5_0/fw_ver"),
            "does not tell its firmware"));
  }

  private static FabricView cable(Verdict contract, Verdict mtu, String why) {
    return new FabricView(
        Optional.of(HostTree.ROCE),
        Map.of(
            HostTree.port("ens1"),
            new Cable(new Cable.Fit(contract, why), new Cable.Fit(mtu, why))),
        "");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isOkOnAHealthyHost(Row row) {
    assertThat(HostTree.healthy(root).answer(row.check())).isInstanceOf(Answer.Ok.class);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isNotWhereTheFilesSaySo(Row row) {
    HostTree tree = HostTree.healthy(root);
    row.wrong().accept(tree);

    assertThat(tree.answer(row.check()))
        .isInstanceOfSatisfying(
            Answer.Not.class,
            not -> {
              assertThat(not.value()).contains(row.value());
              assertThat(List.of(not.expected(), not.advice(), not.source())).doesNotContain("");
            });
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isUnknownWhereNothingTells(Row row) {
    HostTree tree = HostTree.healthy(root);
    row.hidden().accept(tree);

    assertThat(tree.answer(row.check()))
        .isInstanceOfSatisfying(
            Answer.Unknown.class, unknown -> assertThat(unknown.why()).contains(row.why()));
  }

  @Test
  void everyCheckIsInTheTable() {
    Set<HostCheck> tried = rows().stream().map(Row::check).collect(Collectors.toSet());

    assertThat(tried).isEqualTo(EnumSet.allOf(HostCheck.class));
  }

  @Test
  void anEmptyFolderIsNeverOk() {
    HostTree tree = new HostTree(root);
    tree.activeMtu = _ -> Optional.empty();

    assertThat(HostChecks.of(tree.facts()))
        .noneMatch(one -> one.answer() instanceof Answer.Ok)
        .filteredOn(one -> one.check() == HostCheck.PORT_ACTIVE)
        .allMatch(one -> one.answer() instanceof Answer.Not);
  }
}
