package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Limit;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.LinkLayer;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {
  private static final String PF = "0000:41:00.0";
  private static final String V4 = "0000:0000:0000:0000:0000:ffff:0a07:0001";
  private static final String LOCAL = "fe80:0000:0000:0000:0e42:a1ff:fe00:0001";
  private static final String EMPTY = "0000:0000:0000:0000:0000:0000:0000:0000";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  private final FakeEthtool ethtool = new FakeEthtool("ens2f0np0");

  @SuppressWarnings("NullAway.Init") // before each test
  private HostTree tree;

  @BeforeEach
  void host() {
    tree = new HostTree(root);
    tree.folder("sys/class/net/lo").file("sys/class/net/bonding_masters", "");
    tree.function(PF, "mlx5_core", 1).netdev("ens2f0np0", PF).rdma("mlx5_4", PF, "Ethernet");
  }

  private List<Nic> find(Predicate<String> excluded) {
    return new Discovery(
            new HostFiles(root, WriteGate.OPEN),
            new EthtoolClient(ethtool, WriteGate.OPEN),
            excluded)
        .find(new DeviceId("node7"));
  }

  private Nic only() {
    List<Nic> all = find(name -> false);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void anRdmaPortKnowsItsNetdevFunctionAndNode() {
    Nic nic = only();

    assertThat(nic.port()).hasToString("node7:ens2f0np0");
    assertThat(nic.rdmaDevice()).isEqualTo("mlx5_4");
    assertThat(nic.rdmaPort()).isEqualTo(1);
    assertThat(nic.pciAddress()).isEqualTo(PF);
    assertThat(nic.numaNode()).hasValue(1);
    assertThat(nic.kernelDriver()).isEqualTo("mlx5_core");
    assertThat(nic.firmware()).isEqualTo("28.41.1000");
    assertThat(nic.model()).isEqualTo("MT_0000000838");
    assertThat(nic.role()).isEqualTo(Role.PHYSICAL);
    assertThat(nic.linkLayer()).isEqualTo(LinkLayer.ETHERNET);
    assertThat(nic.state()).isEqualTo("ACTIVE");
    assertThat(nic.rateMbps()).isEqualTo(400_000);
  }

  /** Types as node_type_string of drivers/infiniband/core/sysfs.c prints them. */
  @ParameterizedTest
  @CsvSource({
    "mlx5_core, 1: CA, Ethernet, ROCE",
    "mlx5_core, 1: CA, InfiniBand, INFINIBAND",
    "ice, 4: RNIC, Ethernet, IWARP",
    "cxgb4, 4: RNIC, Ethernet, IWARP",
    "enic, 6: usNIC UDP, Ethernet, OTHER",
    "enic, 5: usNIC, Ethernet, OTHER",
    "efa, 7: unspecified, Unknown, OTHER",
    "efa, , Unknown, OTHER",
    "mlx5_core, , Ethernet, ROCE",
    "mlx5_core, 9: <unknown>, Ethernet, ROCE",
    "mlx5_core, , , UNKNOWN"
  })
  void anRdmaPortKnowsWhatItSpeaks(
      String driver, @Nullable String type, @Nullable String layer, Nic.Protocol speaks) {
    tree.function("0000:42:00.0", driver, 0).netdev("eth7", "0000:42:00.0");
    tree.rdma("rdma7", "0000:42:00.0", layer == null ? "" : layer);
    if (type != null) {
      tree.file("sys/class/infiniband/rdma7/node_type", type);
    }

    Nic nic = find("mlx5_4"::equals).getLast();

    assertThat(nic.rdmaDevice()).isEqualTo("rdma7");
    assertThat(nic.protocol()).isEqualTo(speaks);
    assertThat(nic.isRoce()).isEqualTo(speaks == Nic.Protocol.ROCE);
  }

  @Test
  void aNetdevWithoutRdmaSpeaksNoneOfIt() {
    tree.function("0000:42:00.0", "i40e", 0).netdev("eth7", "0000:42:00.0");

    assertThat(find("mlx5_4"::equals).getLast().protocol()).isEqualTo(Nic.Protocol.NONE);
  }

  @Test
  void aPortThatIsDownHasNoRateWhateverSysfsSays() {
    String port = "sys/class/infiniband/mlx5_4/ports/1/";
    tree.file(port + "state", "1: DOWN")
        .file(port + "rate", "40 Gb/sec (4X QDR)")
        .file("sys/class/net/ens2f0np0/speed", "-1");

    assertThat(only().state()).isEqualTo("DOWN");
    assertThat(only().rateMbps()).isZero();
    tree.file("sys/class/net/ens2f0np0/speed", "40000");
    assertThat(only().rateMbps()).as("a netdev that tells one while it is down").isZero();
    tree.file(port + "state", "2: INIT");
    assertThat(only().rateMbps()).isZero();
    tree.file(port + "state", "4: ACTIVE");
    assertThat(only().rateMbps()).isEqualTo(40_000);
    assertThat(only().words().rate()).isEqualTo("40 Gb/sec (4X QDR)");
  }

  /** As ConnectX-7 ports in NVIDIA/nccl issue 1131: the first two slots are link-local. */
  @Test
  void linkLocalGidsComeBehindThoseThatAreRouted() {
    tree.gid("mlx5_4", 0, LOCAL, "IB/RoCE v1", "ens2f0np0")
        .gid("mlx5_4", 1, LOCAL, "RoCE v2", "ens2f0np0")
        .gid("mlx5_4", 2, V4, "IB/RoCE v1", "ens2f0np0")
        .gid("mlx5_4", 3, V4, "RoCE v2", "ens2f0np0");

    assertThat(only().gids()).extracting(Nic.Gid::index).containsExactly(3, 1, 0, 2);
    assertThat(only().roceV2Index()).hasValue(3);
  }

  @Test
  void aMemberOfABondHasItsOwnAddressNotTheBonds() {
    assertThat(only().mac()).as("no file, no address").isEmpty();
    String net = "sys/class/net/ens2f0np0";
    tree.file(net + "/address", "0c:42:a1:7e:00:01");
    assertThat(only().mac()).isEqualTo("0c:42:a1:7e:00:01");

    tree.file(net + "/bonding_slave/perm_hwaddr", "0c:42:a1:7e:00:02");

    assertThat(only().mac()).isEqualTo("0c:42:a1:7e:00:02");
  }

  @Test
  void theTwentyBytesOfInfinibandAreNoMacAddress() {
    tree.file(
        "sys/class/net/ens2f0np0/address",
        "00:00:10:49:fe:80:00:00:00:00:00:00:0c:42:a1:03:00:7e:00:01");

    assertThat(only().mac()).isEmpty();
  }

  @Test
  void usableGidsComeFirstAndEmptySlotsNever() {
    tree.gid("mlx5_4", 0, LOCAL, "IB/RoCE v1", "ens2f0np0")
        .gid("mlx5_4", 1, V4, "RoCE v2", "ens2f0np0")
        .gid("mlx5_4", 2, V4, "RoCE v2", "vlan7")
        .gid("mlx5_4", 3, EMPTY, "", "");

    assertThat(only().gids()).extracting(Nic.Gid::index).containsExactly(1, 0, 2);
    assertThat(only().roceV2Index()).hasValue(1);
  }

  @Test
  void aSoftwareRdmaDeviceHasTheFunctionAndSpeedOfItsNetdev() {
    String function = "0000:42:00.0";
    String rxe = "sys/class/infiniband/rxe0/ports/1/";
    tree.function(function, "mlx5_core", 1).netdev("ens3f0np0", function);
    tree.file(rxe + "link_layer", "Ethernet")
        .file(rxe + "rate", "2.5 Gb/sec (1X SDR)")
        .gid("rxe0", 0, LOCAL, "RoCE v2", "ens3f0np0");

    Nic nic =
        find(name -> false).stream()
            .filter(one -> one.rdmaDevice().equals("rxe0"))
            .findFirst()
            .orElseThrow();

    assertThat(nic.port()).hasToString("node7:ens3f0np0");
    assertThat(nic.pciAddress()).isEqualTo(function);
    assertThat(nic.numaNode()).hasValue(1);
    assertThat(nic.kernelDriver()).isEqualTo("mlx5_core");
    assertThat(nic.rateMbps()).isEqualTo(100_000);
  }

  @Test
  void aVirtualFunctionIsKnownByItsPhysicalOne() {
    tree.link("sys/class/infiniband/mlx5_4/device/physfn", "sys/devices/pci0000:40");

    assertThat(only().role()).isEqualTo(Role.VIRTUAL_FUNCTION);
  }

  /** mlx5 shows one for each e-switch manager (en/devlink.c), ice for each port. */
  @Test
  void aPortWithASwitchIdIsAPortLikeOthers() {
    tree.file("sys/class/net/ens2f0np0/phys_switch_id", "0e42a1000001");
    assertThat(only().role()).isEqualTo(Role.PHYSICAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p0", "p1s2"})
  void anUplinkIsAPortLikeOthers(String name) {
    tree.file("sys/class/net/ens2f0np0/phys_switch_id", "0e42a1000001")
        .file("sys/class/net/ens2f0np0/phys_port_name", name);
    assertThat(only().role()).isEqualTo(Role.PHYSICAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pf0vf1", "pf1sf88", "c1pf0", "c1pf0vf3", "pf0", "sf3"})
  void whatStandsForAFunctionOfAGuestIsNotSet(String name) {
    tree.file("sys/class/net/ens2f0np0/phys_switch_id", "0e42a1000001")
        .file("sys/class/net/ens2f0np0/dev_port", "0")
        .file("sys/class/net/ens2f0np0/phys_port_name", name);
    assertThat(only().role()).isEqualTo(Role.REPRESENTOR);
  }

  @Test
  void aBondHasTheRdmaDeviceAndItsMembersStandAlone() {
    tree.file("sys/class/net/bond0/bonding/slaves", "ens2f0np0")
        .link("sys/class/net/ens2f0np0/master", "sys/class/net/bond0")
        .gid("mlx5_4", 0, V4, "RoCE v2", "bond0");

    List<Nic> all = find(name -> false);

    assertThat(all).extracting(n -> n.port().name()).containsExactly("bond0", "ens2f0np0");
    assertThat(all).extracting(Nic::role).containsExactly(Role.BOND, Role.BOND_MEMBER);
    assertThat(all).extracting(Nic::rdmaDevice).containsExactly("mlx5_4", "");
  }

  @Test
  void infiniBandIsNotEthernet() {
    tree.file("sys/class/infiniband/mlx5_4/ports/1/link_layer", "InfiniBand");

    assertThat(only().linkLayer()).isEqualTo(LinkLayer.INFINIBAND);
  }

  @Test
  void aPortWhoseNetdevIsElsewhereHasTheRdmaName() throws Exception {
    Files.delete(root.resolve("sys/class/net/ens2f0np0"));

    assertThat(only().port().name()).isEqualTo("mlx5_4/1");
    assertThat(NicWritability.whyNotSet(only(), new HostFiles(root, WriteGate.OPEN)))
        .hasValueSatisfying(why -> assertThat(why).contains("network namespace"));
  }

  @Test
  void aPlainNetdevIsListedWithWhatEthtoolKnows() {
    tree.file("sys/class/net/wan0/operstate", "down").file("sys/class/net/wan0/speed", "-1");

    Nic plain = find(name -> false).get(1);

    assertThat(plain.port().name()).isEqualTo("wan0");
    assertThat(plain.rdmaDevice()).isEmpty();
    assertThat(plain.state()).isEqualTo("DOWN");
    assertThat(plain.rateMbps()).isZero();
    assertThat(plain.numaNode()).isEmpty();
    assertThat(plain.kernelDriver()).isEmpty();
  }

  @Test
  void anExcludedDeviceIsNotTouchedByEitherName() {
    assertThat(find(name -> name.equals("mlx5_4"))).isEmpty();
    assertThat(find(name -> name.equals("ens2f0np0"))).isEmpty();

    assertThat(ethtool.commands).isEmpty();
  }

  @Test
  @SystemGroup
  void aPortWhoseFilesHangIsAsItWasAndTheOthersAreReadOn() throws Exception {
    String other = "0000:42:00.0";
    tree.function(other, "mlx5_core", 1).netdev("ens3f0np0", other);
    tree.rdma("mlx5_5", other, "Ethernet");
    Limit limit = new Limit(Duration.ofMillis(200), 4);
    FileThreads threads = new FileThreads(limit, limit, InstantSource.system());
    Discovery discovery =
        new Discovery(
            new HostFiles(root, WriteGate.OPEN, threads),
            new EthtoolClient(ethtool, WriteGate.OPEN),
            _ -> false);
    DeviceId host = new DeviceId("node7");
    List<Nic> before = discovery.find(host);
    Path speed = root.resolve("sys/class/net/ens2f0np0/phys_port_name").toRealPath();
    Files.delete(speed);
    assertThat(new ProcessBuilder("mkfifo", speed.toString()).start().waitFor()).isZero();
    tree.file("sys/class/infiniband/mlx5_5/ports/1/state", "1: DOWN");

    List<Nic> now = discovery.find(host, before);

    assertThat(now).extracting(nic -> nic.port().name()).containsExactly("ens2f0np0", "ens3f0np0");
    assertThat(now.getFirst()).isEqualTo(before.getFirst());
    assertThat(now.getLast().state()).isEqualTo("DOWN");
    assertThat(discovery.find(host, List.of())).containsExactly(now.getLast());
    assertThatThrownBy(() -> discovery.find(host))
        .hasMessageContaining(speed.getFileName() + " hangs");
    Files.writeString(speed, "p0");
  }
}
