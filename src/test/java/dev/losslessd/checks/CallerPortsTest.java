package dev.losslessd.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Nic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which RDMA ports count for a caller: on hosts, in pods, in containers. */
class CallerPortsTest {
  private static final String HCA = "sys/class/infiniband/";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  private HostTree tree;

  @BeforeEach
  void healthyHost() {
    tree = HostTree.healthy(folder);
  }

  private List<String> counted() {
    return tree.facts().ports().stream().map(Nic::rdmaDevice).toList();
  }

  private Map<String, String> leftOut() {
    return tree.facts().callerPorts().leftOut();
  }

  private String why(HostCheck check) {
    return switch (tree.answer(check)) {
      case Answer.Ok ok -> "ok: " + ok.value();
      case Answer.Not not -> "not: " + not.value();
      case Answer.Unknown unknown -> "unknown: " + unknown.why();
    };
  }

  /** An HCA of another pod: its sysfs is seen, its netdev and its device are elsewhere. */
  private void hcaOfOthers(int number) {
    String name = "mlx5_" + number;
    String pci = "pci0000:3" + number + "/0000:3" + number + ":00.0";
    tree.nic("ens" + (number + 1), name, pci);
    tree.remove("sys/class/net/ens" + (number + 1));
    tree.remove("sys/devices/" + pci + "/net");
    tree.remove("dev/infiniband/uverbs" + number);
  }

  /** A netdev of a management NIC without an RDMA device. */
  private void lom(String netdev, String driver, String vendor, String device) {
    String pci = "pci0000:40/0000:40:01.0/0000:41:00.0";
    tree.pci(pci, vendor, device, "0x020000");
    tree.write("sys/devices/" + pci + "/net/" + netdev + "/.", "");
    tree.write("sys/class/net/" + netdev + "/mtu", "1500");
    tree.link("sys/class/net/" + netdev + "/device", "sys/devices/" + pci);
    tree.link("sys/devices/" + pci + "/driver", "sys/bus/pci/drivers/" + driver);
  }

  @ParameterizedTest
  @CsvSource({
    "i40e, 0x8086, 0x1572",
    "i40e, 0x8086, 0x37d2",
    "ice, 0x8086, 0x159b",
    "bnxt_en, 0x14e4, 0x16d8"
  })
  void aManagementNicNeedsNoRdma(String driver, String vendor, String device) {
    lom("eno1", driver, vendor, device);

    assertThat(why(HostCheck.MODULES)).startsWith("ok");
  }

  @Test
  void aNicThatTheConfigNamesNeedsItsModule() {
    lom("eno1", "bnxt_en", "0x14e4", "0x16d8");
    tree.asker = new Asker(true, Map.of(), nic -> nic.port().name().equals("eno1"));

    assertThat(why(HostCheck.MODULES)).isEqualTo("not: bnxt_re is not loaded");
  }

  /** The module of the NIC that jobs would use, and not that of the management NIC. */
  @Test
  void aHostWithoutAnyRdmaPortLacksTheModuleOfItsFastestNic() {
    lom("eno1", "bnxt_en", "0x14e4", "0x16d8");
    tree.write("sys/class/net/eno1/speed", "25000");
    tree.write("sys/class/net/ens1/speed", "400000");
    tree.remove("sys/class/infiniband");
    tree.remove("sys/module/mlx5_ib");

    assertThat(why(HostCheck.MODULES)).isEqualTo("not: mlx5_ib is not loaded");
    assertThat(why(HostCheck.PORT_ACTIVE)).isEqualTo("not: no RDMA port");
  }

  /** Soft-RoCE in Linux 6.1: no bus, and a class that has a file beside its devices. */
  @Test
  void softwareAloneCounts() {
    tree.remove("sys/devices");
    tree.remove(HCA + "mlx5_0/device");
    tree.remove("sys/class/net/ens1/device");

    assertThat(counted()).containsExactly("mlx5_0");
    assertThat(why(HostCheck.RDMA_DEVICES)).startsWith("ok");
  }

  @Test
  void iwarpIsNoRoce() {
    tree.nic("eno1", "irdma0", "pci0000:40/0000:40:01.0");
    tree.write(HCA + "irdma0/node_type", "4: RNIC");
    tree.write(HCA + "irdma0/ports/1/rate", "10 Gb/sec (4X SDR)");
    tree.expectedMbps = OptionalLong.empty();

    assertThat(counted()).containsExactly("mlx5_0");
    assertThat(leftOut()).containsOnlyKeys("eno1");
    assertThat(leftOut().get("eno1")).contains("iWARP");
  }

  @Test
  void aHostOfIwarpAloneHasNoPort() {
    tree.write(HCA + "mlx5_0/node_type", "4: RNIC");

    assertThat(why(HostCheck.PORT_ACTIVE)).startsWith("unknown: no port of RoCE").contains("iWARP");
  }

  @Test
  void aPodIsAskedForTheHcaThatItWasGiven() {
    hcaOfOthers(1);
    hcaOfOthers(2);

    assertThat(counted()).containsExactly("mlx5_0");
    assertThat(leftOut().get("mlx5_1/1")).contains("uverbs1 is not there");
    assertThat(why(HostCheck.RDMA_DEVICES)).startsWith("ok: 1 HCA");
  }

  /** With the host's network all netdevs are there, and one device. */
  @Test
  void soIsAPodInTheHostsNetwork() {
    tree.nic("ens2", "mlx5_1", "pci0000:31/0000:31:00.0");
    tree.remove("dev/infiniband/uverbs1");

    assertThat(counted()).containsExactly("mlx5_0");
    assertThat(leftOut().get("ens2")).contains("not open to this process: uverbs1 is not there");
  }

  @Test
  void aPortThatIsNamedMustBeOpen() {
    tree.nic("ens2", "mlx5_1", "pci0000:31/0000:31:00.0");
    tree.remove("dev/infiniband/uverbs1");
    tree.named = List.of("ens2");

    assertThat(why(HostCheck.RDMA_DEVICES)).isEqualTo("not: mlx5_1: uverbs1 is not there");
  }

  /** A privileged pod has all devices and one netdev, which a macvlan made. */
  @Test
  void aPodWithAllDevicesIsAskedForItsNetdev() {
    hcaOfOthers(1);
    tree.write("dev/infiniband/uverbs1", "");
    tree.write("sys/class/net/net1/mtu", "9000");
    tree.remove("sys/class/net/ens1");
    tree.remove("sys/devices/" + HostTree.SWITCH + "0000:18:01.0/" + HostTree.NIC + "/net");
    slot("mlx5_0", 7, "0000:0000:0000:0000:0000:ffff:c633:64c8", "net1");

    assertThat(counted()).containsExactly("mlx5_0");
    assertThat(why(HostCheck.GID)).isEqualTo("ok: slot 7");
    assertThat(leftOut().get("mlx5_1/1")).contains("ens2, which is not in this network namespace");
  }

  private void slot(String hca, int index, String value, String netdev) {
    String port = HCA + hca + "/ports/1/";
    tree.write(port + "gids/" + index, value);
    tree.write(port + "gid_attrs/types/" + index, "RoCE v2");
    tree.write(port + "gid_attrs/ndevs/" + index, netdev);
  }

  /** In the pod it is the only one; on its host it belongs to pods. */
  @Test
  void aVirtualFunctionCountsWhereItWasGiven() {
    String pci = "pci0000:31/0000:31:00.2";
    tree.nic("net1", "mlx5_2", pci);
    tree.link("sys/devices/" + pci + "/physfn", "sys/devices/" + pci.replace(".2", ".0"));
    assertThat(counted()).containsExactly("mlx5_0");

    tree.remove("dev/infiniband/uverbs0");
    tree.remove("sys/class/net/ens1");

    assertThat(counted()).containsExactly("mlx5_2");
    assertThat(leftOut()).containsOnlyKeys("mlx5_0/1");
  }

  @Test
  void aContainerWithTheDeviceAndNotItsNetworkCannotSend() {
    containerWithoutItsNetwork("eth0");

    assertThat(why(HostCheck.GID))
        .isEqualTo("not: slot 3 of ens1, which is not in this network namespace");
    assertThat(why(HostCheck.RDMA_DEVICES)).startsWith("ok");
  }

  private void containerWithoutItsNetwork(String own) {
    tree.remove("sys/class/net/ens1");
    tree.remove("sys/devices/" + HostTree.SWITCH + "0000:18:01.0/" + HostTree.NIC + "/net");
    tree.write("sys/class/net/" + own + "/mtu", "1500");
  }

  /** A netdev of the same name is another one, as its addresses are others. */
  @Test
  void namesDoNotTellNamespacesApart() {
    containerWithoutItsNetwork("ens1");
    tree.write(
        "proc/net/fib_trie",
        """
        Local:
          +-- 0.0.0.0/0 2 0 2
             +-- 127.0.0.0/8 2 0 2
                |-- 127.0.0.1
                   /32 host LOCAL
             |-- 172.17.0.2
                /32 host LOCAL
        """);

    assertThat(why(HostCheck.GID)).startsWith("not: slot 3 of ens1, which is not in this network");
  }

  @Test
  void anAddressOfThisNamespaceIsOurs() {
    tree.write(
        "proc/net/fib_trie",
        "Local:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 198.51.100.1\n        /32 host LOCAL\n");
    assertThat(why(HostCheck.GID)).isEqualTo("ok: slot 3");
  }

  @Test
  void idlePlanesOfAnHcaAreNoPorts() {
    String net = "sys/class/net/eth_r0_p2";
    String device = "sys/devices/" + HostTree.SWITCH + "0000:18:01.0/" + HostTree.NIC;
    tree.write(net + "/dev_port", "5");
    tree.write(device + "/net/eth_r0_p2/.", "");
    tree.link(net + "/device", device);
    for (String port : List.of("2", "3")) {
      tree.write(HCA + "mlx5_0/ports/" + port + "/link_layer", "Ethernet");
      tree.write(HCA + "mlx5_0/ports/" + port + "/state", "1: DOWN");
    }

    assertThat(tree.facts().ports()).hasSize(1);
    assertThat(leftOut()).containsOnlyKeys("mlx5_0/2", "mlx5_0/3");
    assertThat(why(HostCheck.PORT_ACTIVE)).isEqualTo("ok: ACTIVE");
  }

  /** A NIC whose netdev is gone is broken, and no idle plane: none of its ports has one. */
  @Test
  void anHcaWithoutAnyNetdevIsAskedForOne() {
    String pci = "pci0000:31/0000:31:00.0";
    tree.nic("ens2", "mlx5_1", pci);
    tree.remove("sys/class/net/ens2");
    tree.remove("sys/devices/" + pci + "/net");
    tree.remove(HCA + "mlx5_1/ports/1/gids");
    tree.write(HCA + "mlx5_1/sys_image_guid", "a088:c203:00aa:0007");
    tree.write(HCA + "mlx5_1/ports/1/state", "1: DOWN");

    assertThat(tree.answer(HostCheck.PORT_ACTIVE, "mlx5_1/1")).isInstanceOf(Answer.Not.class);
  }

  @Test
  void aDeviceThatDoesNotOpenSaysWhy() {
    tree.remove("dev/infiniband/uverbs0");
    tree.write("dev/infiniband/uverbs0/.", "");

    assertThat(why(HostCheck.RDMA_DEVICES))
        .startsWith("not: mlx5_0: uverbs0 does not open: ")
        .contains("Is a directory");
  }

  @Test
  void aLibraryWithoutTheProviderIsAnAnswer() {
    tree.devices =
        Optional.of(
            """
            libibverbs: Warning: Driver mlx5 does not support the kernel ABI of 3 (supports 1 to 1)\
             for device /sys/class/infiniband/mlx5_0
            0 HCAs found:

            """);
    assertThat(why(HostCheck.RDMA_DEVICES))
        .isEqualTo(
            "not: libibverbs does not have mlx5_0: Driver mlx5 does not support the kernel ABI of 3"
                + " (supports 1 to 1) for device /sys/class/infiniband/mlx5_0");

    tree.devices = Optional.of("1 HCA found:\n\tmlx5_0\n\n");
    assertThat(why(HostCheck.RDMA_DEVICES)).startsWith("ok");

    tree.devices = Optional.of("Failed to get IB devices list: Function not implemented\n");
    assertThat(why(HostCheck.RDMA_DEVICES)).contains("Function not implemented");
  }
}
