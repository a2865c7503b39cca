package dev.losslessd.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.GpuReach;
import dev.losslessd.transport.TransportException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts that a simple rule would judge wrongly. */
class SpecialHostsTest {
  private static final String PCI = "sys/bus/pci/devices/";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  private HostTree tree;

  @BeforeEach
  void healthy() {
    tree = HostTree.healthy(root);
  }

  private GpuReach reach() {
    return GpuRules.reach(tree.facts());
  }

  private void gpuAt(String path) {
    tree.remove(PCI + HostTree.GPU);
    tree.pci(path, "0x10de", "0x2330", "0x030200");
  }

  /** Both functions of a cage tell 200 Gb/s, and each has four lanes of its own. */
  private void cageOfGb10() {
    tree.remove("sys/class/infiniband");
    tree.remove("sys/class/net");
    tree.nic("enp1s0f0np0", "mlx5_0", "pci0000:00/0000:00:00.0/0000:01:00.0");
    tree.nic("enP2p1s0f0np0", "mlx5_1", "pci0002:00/0002:00:00.0/0002:01:00.0");
    for (int n = 0; n < 2; n++) {
      tree.write("sys/class/infiniband/mlx5_" + n + "/ports/1/rate", "200 Gb/sec (2X NDR)");
      for (String which : new String[] {"current", "max"}) {
        tree.pcie(PCI + "000" + 2 * n + ":01:00.0", which, "32.0 GT/s PCIe", "4");
      }
    }
    tree.write(PCI + HostTree.GPU + "/device", "0x2e12");
    tree.expectedMbps = OptionalLong.empty();
  }

  /** An old BIOS gives the second function two lanes: it alone is at fault, and no slot helps. */
  @Test
  void lanesThatAreMissingOnABoardAreBlamedOnTheirFunctionAlone() {
    cageOfGb10();
    String second = PCI + "0002:01:00.0";
    tree.pcie(second, "current", "32.0 GT/s PCIe", "2");

    assertThat(tree.answer(HostCheck.PCIE_LINK, "enP2p1s0f0np0"))
        .isInstanceOfSatisfying(
            Answer.Not.class,
            not ->
                assertThat(not.advice())
                    .contains("on the board", "firmware of the system")
                    .doesNotContain("reseat")
                    .doesNotContain("slot"));
    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH, "enP2p1s0f0np0"))
        .isInstanceOfSatisfying(
            Answer.Not.class,
            not -> {
              assertThat(not.expected()).isEqualTo("at least 100 Gb/s, its share of 200 Gb/s");
              assertThat(not.advice()).doesNotContain("slot");
            });
    assertThat(tree.answer(HostCheck.PCIE_LINK, "enp1s0f0np0")).isInstanceOf(Answer.Ok.class);
    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH, "enp1s0f0np0"))
        .isInstanceOfSatisfying(
            Answer.Ok.class,
            ok -> assertThat(ok.value()).endsWith("lanes are missing at enP2p1s0f0np0"));

    tree.pcie(second, "max", "32.0 GT/s PCIe", "2");
    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH, "enp1s0f0np0")).isInstanceOf(Answer.Ok.class);
    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH, "enP2p1s0f0np0"))
        .isInstanceOf(Answer.Not.class);
  }

  @Test
  void aCardThatIsInASlotIsReseated() {
    tree.pcie(PCI + HostTree.NIC, "current", "32.0 GT/s PCIe", "8");

    assertThat(tree.answer(HostCheck.PCIE_LINK).toString()).contains("reseat the NIC");
  }

  @Test
  void twoFunctionsOfACageOfGb10CarryItTogether() {
    cageOfGb10();

    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH, "enp1s0f0np0"))
        .isInstanceOfSatisfying(
            Answer.Ok.class, ok -> assertThat(ok.value()).contains("with enP2p1s0f0np0"));
    assertThat(tree.answer(HostCheck.PCIE_LINK)).isInstanceOf(Answer.Ok.class);

    tree.write("sys/class/infiniband/mlx5_1/sys_image_guid", "another NIC");
    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH)).isInstanceOf(Answer.Not.class);
  }

  /** Two machines on a cable of their own have these addresses and no others. */
  @Test
  void linkLocalAddressesOfIpv4AreAGid() {
    tree.write(
        "sys/class/infiniband/mlx5_0/ports/1/gids/3", "0000:0000:0000:0000:0000:ffff:a9fe:0102");

    assertThat(tree.answer(HostCheck.GID)).isEqualTo(new Answer.Ok("slot 3, 169.254.0.0/16"));
    assertThat(tree.facts().ports().getFirst().roceV2Index()).hasValue(3);
  }

  @Test
  void aGb10HasNoGpuDirectAndNoFaultByThat() {
    tree.write(PCI + HostTree.GPU + "/device", "0x2e12");
    tree.remove("sys/module/nvidia_peermem");

    assertThat(tree.answer(HostCheck.GPUDIRECT)).isInstanceOf(Answer.Ok.class);
    assertThat(tree.answer(HostCheck.GPU_DISTANCE)).isInstanceOf(Answer.Ok.class);
    assertThat(reach().level()).isEmpty();
  }

  @Test
  void aSlotOfFewerLanesIsNoBrokenLink() {
    tree.pcie(PCI + HostTree.NIC, "current", "32.0 GT/s PCIe", "8");
    tree.pcie(PCI + "0000:18:01.0", "max", "32.0 GT/s PCIe", "8");

    assertThat(tree.answer(HostCheck.PCIE_LINK)).isInstanceOf(Answer.Ok.class);
    assertThat(tree.answer(HostCheck.PCIE_BANDWIDTH)).isInstanceOf(Answer.Not.class);
  }

  @Test
  void theLevelOfGpuDirectGoesByTheFarthestGpu() {
    assertThat(reach().level()).isEmpty();
    assertThat(reach().reason()).contains("PIX");

    gpuAt("pci0000:16/0000:16:02.0/0000:30:00.0");
    assertThat(reach().level()).isEqualTo("PHB");

    tree.remove("sys/module/nvidia_peermem");
    assertThat(reach().level()).isEmpty();
  }

  @Test
  void anotherHostBridgeIsNodeOrSysByNumaNodes() {
    gpuAt("pci0000:80/0000:80:02.0/0000:81:00.0");
    assertThat(reach().level()).isEqualTo("PHB"); // NODE, as NCCL calls it
    assertThat(tree.answer(HostCheck.GPU_DISTANCE).toString()).contains("NODE");

    tree.write(PCI + "0000:81:00.0/numa_node", "1");
    assertThat(reach().reason()).contains("SYS");

    tree.write(PCI + "0000:81:00.0/numa_node", "-1");
    assertThat(tree.answer(HostCheck.GPU_DISTANCE)).isInstanceOf(Answer.Unknown.class);
  }

  @Test
  void severalSwitchesBetweenArePxb() {
    gpuAt(HostTree.SWITCH + "0000:18:02.0/0000:20:00.0/0000:21:00.0/0000:22:00.0");

    assertThat(tree.answer(HostCheck.GPU_DISTANCE)).isEqualTo(new Answer.Ok("PXB to mlx5_0"));
  }

  @Test
  void directTranslatedTrafficOfANicWithAtsIsNotRedirected() {
    tree.config("0000:18:01.0", ConfigSpace.ACS, 0x5d);
    assertThat(tree.answer(HostCheck.ACS)).isInstanceOf(Answer.Not.class);

    tree.config(HostTree.NIC, ConfigSpace.ATS, ConfigSpace.ATS_ENABLE);
    assertThat(tree.answer(HostCheck.ACS)).isInstanceOf(Answer.Ok.class);
  }

  @Test
  void aCapabilityCountsForAPodAndNotForRoot() {
    tree.limit("65536");
    tree.write("proc/self/status", "Name:\tjava\nCapEff:\t0000000000004000\n");
    assertThat(tree.answer(HostCheck.MEMLOCK)).isInstanceOf(Answer.Ok.class);

    tree.write("proc/self/status", "Name:\tjava\nCapEff:\t000001ffffffffff\n");
    assertThat(tree.answer(HostCheck.MEMLOCK)).isInstanceOf(Answer.Not.class);
  }

  @Test
  void likeNicsWithUnlikeFirmwareAreToldAtEach() {
    tree.nic("ens2", "mlx5_1", "pci0000:40/0000:40:01.0/0000:41:00.0");
    tree.write("sys/class/infiniband/mlx5_1/fw_ver", "28.42.1000");

    assertThat(tree.answer(HostCheck.FIRMWARE, "ens1").toString())
        .contains("28.42.1000 and 28.43.2110");
  }

  @Test
  void aFaultOfOneVersionIsNotThatOfTheWholeRelease() {
    tree.write("sys/class/infiniband/mlx5_0/fw_ver", "28.35.2000");
    assertThat(tree.answer(HostCheck.FIRMWARE).toString()).contains("2745023", "v28.35.2000 LTS");

    tree.write("sys/class/infiniband/mlx5_0/fw_ver", "28.35.4506");
    assertThat(tree.answer(HostCheck.FIRMWARE)).isInstanceOf(Answer.Ok.class);

    tree.write("sys/class/infiniband/mlx5_0/hca_type", "MT4125");
    tree.write("sys/class/infiniband/mlx5_0/fw_ver", "22.46.1006");
    assertThat(tree.answer(HostCheck.FIRMWARE).toString()).contains("ConnectX-6 Dx", "4394475");
  }

  /** The rule of the driver would say 4096, of a device that is gone. */
  @Test
  void aDeviceThatDoesNotAnswerIsNotJudgedByTheRuleOfItsDriver() {
    tree.activeMtu =
        nic -> {
          throw new TransportException(TransportException.Kind.TIMEOUT, "no end within 50 ms");
        };

    assertThat(tree.answer(HostCheck.RDMA_MTU))
        .isEqualTo(new Answer.Unknown("mlx5_0 gives no answer: no end within 50 ms"));
  }

  @Test
  void theCallersVariableIsJudgedWhereTheDeviceMarksNothing() {
    tree.asker = new Asker(true, Map.of("NCCL_IB_TC", "26"), _ -> false);

    assertThat(tree.answer(HostCheck.CLASS).toString()).contains("NCCL_IB_TC 26, DSCP 6");
  }

  /** What the device forces does not reach queue pairs of DevX, by which GPUs send. */
  @ParameterizedTest
  @CsvSource({
    "NVSHMEM_IB_ENABLE_IBGDA=1, Not",
    "NVSHMEM_REMOTE_TRANSPORT=ibdevx, Not",
    "NCCL_GIN_TYPE=3, Not",
    "NCCL_GIN_ENABLE=1, Unknown",
    "NVSHMEM_SYMMETRIC_SIZE=1G, Unknown",
    "MORI_SHMEM_HEAP_SIZE=8G, Unknown",
    "ROCSHMEM_HEAP_SIZE=1, Unknown",
    "HYBRID_EP_NIC_MAPPING=0, Unknown",
    "NVSHMEM_HOME=/opt/nvshmem, Ok",
    "NCCL_GIN_ENABLE=0, Ok",
    "NVSHMEM_IB_ENABLE_IBGDA=1;NVSHMEM_IB_TRAFFIC_CLASS=106, Ok",
    "NVSHMEM_IB_ENABLE_IBGDA=1;NVSHMEM_IB_TRAFFIC_CLASS=0, Not",
    "NCCL_GIN_TYPE=3;NCCL_IB_TC=106, Ok",
    "NCCL_GIN_TYPE=3;NCCL_IB_TC=106;NCCL_GIN_IB_TC=0, Not",
  })
  void theForcedClassOfTheDeviceIsNotThatOfGpus(String environment, String word) throws Exception {
    tree.write("sys/class/infiniband/mlx5_0/tc/1/traffic_class", "Global tclass=106");
    Map<String, String> all = new HashMap<>();
    for (String one : environment.split(";")) {
      all.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    tree.asker = new Asker(true, all, _ -> false);

    Answer answer = tree.answer(HostCheck.CLASS);

    assertThat(answer.getClass().getSimpleName()).isEqualTo(word);
    assertThat(answer.toString()).contains("GPU-initiated");
  }

  @Test
  void theWrongOneOfTwoVariablesDecides() {
    tree.asker =
        new Asker(true, Map.of("NCCL_IB_TC", "106", "UCX_IB_TRAFFIC_CLASS", "0"), _ -> false);

    assertThat(tree.answer(HostCheck.CLASS).toString()).contains("UCX_IB_TRAFFIC_CLASS 0, DSCP 0");
  }
}
