package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.driver.bnxt.BnxtDriver;
import dev.losslessd.driver.mlx5.Mlx5Driver;
import dev.losslessd.driver.mlx5.mst.MstConfig;
import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Limit;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.Overriding;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the mode of a file makes of a setting, for root without CAP_DAC_OVERRIDE as in the service
 * unit: modes are those of Linux 7.2, bnxt_re_debugfs_add_pdev (0400) and mlx5_ib_init_cong_debugfs
 * (0600), and of attributes of sysfs (0644).
 */
class FileModesTest {
  private static final String PCI = "0000:41:00.0";
  private static final String NETDEV = "ens2f0np0";
  private static final String BNXT = "sys/kernel/debug/bnxt_re/" + PCI + "/cc_config/";
  private static final String MLX5 = "sys/kernel/debug/mlx5/" + PCI + "/cc_params/";
  private static final String MTU = "sys/class/net/" + NETDEV + "/mtu";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  @SuppressWarnings("NullAway.Init") // before each test
  private HostTree tree;

  @BeforeEach
  void host() {
    tree = new HostTree(root);
  }

  private void function(String driver, String rdma) {
    tree.function(PCI, driver, 0).netdev(NETDEV, PCI).rdma(rdma, PCI, "Ethernet");
  }

  /** Asks a session whose file threads have no more rights than the thread that makes them. */
  private <T> T ask(NicDriver driver, Function<Session, T> question) {
    FileThreads threads =
        new FileThreads(
            new Limit(Duration.ofSeconds(20), 4),
            new Limit(Duration.ofSeconds(20), 4),
            InstantSource.system());
    HostFiles files = new HostFiles(root, WriteGate.OPEN, threads);
    EthtoolClient ethtool = new EthtoolClient(new FakeEthtool(NETDEV), WriteGate.OPEN);
    Nic nic = new Discovery(files, ethtool, _ -> false).find(new DeviceId("node7")).getFirst();
    HostAccess access =
        new HostAccess(
            files,
            new DcbClient(new FakeDcb(NETDEV), WriteGate.OPEN),
            ethtool,
            new RdmaClient(new FakeRdma(), WriteGate.OPEN),
            new MstConfig(root, Duration.ofSeconds(60), WriteGate.OPEN, () -> 0),
            new NetdevAddresses());
    try (Session session = driver.open(nic, access)) {
      return question.apply(session);
    } finally {
      access.close();
    }
  }

  private static Function<Session, Capability> capability(SettingKind kind) {
    return session -> session.capabilities(target(session)).of(kind);
  }

  private static Target target(Session session) {
    return session.targets().getFirst();
  }

  private void bnxt() {
    function("bnxt_en", "bnxt_re0");
    tree.file(BNXT + "enable_cc", "1", "r--------")
        .file(BNXT + "alt_vlan_dscp", "48", "r--------")
        .file(BNXT + "alt_vlan_pcp", "7", "r--------");
  }

  @Test
  void aFileThatNobodyMayWriteIsReadOnlyWithTheReasonAndTheDropIn() throws Exception {
    bnxt();

    Capability capability =
        Overriding.without(() -> ask(new BnxtDriver(), capability(SettingKind.DCQCN)));

    assertThat(capability.access()).isEqualTo(Capability.Access.READ);
    assertThat(capability.why())
        .startsWith("/")
        .contains(BNXT)
        .contains("has mode 0400, owner ")
        .endsWith(
            "this process has no CAP_DAC_OVERRIDE; if CapabilityBoundingSet= of the unit forbids"
                + " it, link drop-ins/filemodes.conf");
  }

  @Test
  void whatItHoldsIsStillRead() throws Exception {
    bnxt();

    Dcqcn read =
        Overriding.without(() ->
            ask(
                new BnxtDriver(),
                session ->
                    (Dcqcn)
                        session.read(target(session)).inForce(SettingKind.DCQCN).orElseThrow()));

    assertThat(read.values()).containsEntry(DcqcnParameter.CNP_DSCP, 48L);
  }

  @Test
  void theCapabilityWritesIt() {
    assumeTrue(Overriding.isHere(), "not root");
    bnxt();

    assertThat(ask(new BnxtDriver(), capability(SettingKind.DCQCN)).access())
        .isEqualTo(Capability.Access.WRITE);
  }

  @Test
  void aFileOfTheOwnersNeedsNoCapability() throws Exception {
    function("mlx5_core", "mlx5_4");
    for (String name : new String[] {"np_cnp_dscp", "np_cnp_prio", "rp_ai_rate"}) {
      tree.file(MLX5 + name, "4", "rw-------");
    }
    tree.file(MTU, "9000", "rw-r--r--");

    for (SettingKind kind : new SettingKind[] {SettingKind.DCQCN, SettingKind.MTU}) {
      assertThat(Overriding.without(() -> ask(new Mlx5Driver(), capability(kind))).access())
          .as(kind.word())
          .isEqualTo(Capability.Access.WRITE);
    }
  }

  /** One of several is enough: a change writes them one by one. */
  @Test
  void everySettingOfFilesFollowsItsFiles() throws Exception {
    function("mlx5_core", "mlx5_4");
    String tc = "sys/class/infiniband/mlx5_4/tc/1/traffic_class";
    String tos = "sys/kernel/config/rdma_cm/mlx5_4/ports/1/default_roce_tos";
    tree.file(MLX5 + "np_cnp_dscp", "4", "rw-------")
        .file(MLX5 + "rp_ai_rate", "5", "r--r--r--")
        .file(MTU, "9000", "r--r--r--")
        .file(tc, "Global tclass=106", "r--r--r--")
        .file(tos, "106", "r--r--r--");

    Map<SettingKind, String> files =
        Map.of(
            SettingKind.DCQCN, MLX5 + "rp_ai_rate",
            SettingKind.MTU, MTU,
            SettingKind.TRAFFIC_CLASS, tc,
            SettingKind.ROCE_TOS, tos);
    for (Map.Entry<SettingKind, String> one : files.entrySet()) {
      Capability capability =
          Overriding.without(() -> ask(new Mlx5Driver(), capability(one.getKey())));
      assertThat(capability.access()).as(one.getKey().word()).isEqualTo(Capability.Access.READ);
      assertThat(capability.why()).contains(one.getValue() + " has mode 0444");
    }
  }
}
