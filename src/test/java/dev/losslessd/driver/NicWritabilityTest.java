package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.generic.GenericDriver;
import dev.losslessd.driver.mlx5.Mlx5Driver;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NicWritabilityTest {
  private static final DeviceId HOST = new DeviceId("node7");

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  private final FakeEthtool ethtool = new FakeEthtool("ens2f0np0");

  @Test
  void aBondSendsToItsMembers() {
    build().file("sys/class/net/bond0/bonding/slaves", "ens2f0np0 ens2f1np1");

    expectNothingWritable("bond0", "a bond: set each member: ens2f0np0, ens2f1np1");
  }

  /** mlx5 under a bond: its RDMA device has the bond's name and the first member's function. */
  @Test
  void whatIsOfTheRdmaDeviceIsSetOnTheBond() {
    String parameter = "sys/kernel/debug/mlx5/0000:41:00.0/cc_params/rp_ai_rate";
    HostTree host =
        build()
            .file("sys/class/net/bond0/bonding/slaves", "ens2f0np0")
            .link("sys/class/net/ens2f0np0/master", "sys/class/net/bond0")
            .gid("mlx5_4", 0, "0000:0000:0000:0000:0000:ffff:0a00:0001", "RoCE v2", "bond0")
            .file(parameter, "5");
    Target bond = Target.parse("node7:bond0");
    try (HostAccess access = access();
        HostSession session = open(access)) {
      Setting before = session.read(bond).inForce(SettingKind.DCQCN).orElseThrow();
      Setting after = new Dcqcn(null, Map.of(DcqcnParameter.AI_RATE, 20L)).over(before);

      session.apply(new Change(bond, before, after, List.of(), Set.of()));

      assertThat(host.text(parameter)).isEqualTo("20");
      assertThat(session.capabilities(bond).of(SettingKind.DCQCN).access())
          .isEqualTo(Capability.Access.WRITE);
      assertThat(session.capabilities(bond).of(SettingKind.PFC))
          .isEqualTo(Capability.none("a bond: set each member: ens2f0np0"));
      assertThat(session.read(bond).readings().keySet())
          .containsExactlyInAnyOrder(SettingKind.values());
    }
  }

  @Test
  void aVirtualFunctionSendsToItsPhysicalOne() {
    build().link("sys/class/infiniband/mlx5_4/device/physfn", "sys/devices/pci0000:40");

    expectNothingWritable(
        "ens2f0np0", "a virtual function: set its physical function, on the host that has it");
  }

  @Test
  void infiniBandSendsToTheSubnetManager() {
    build().file("sys/class/infiniband/mlx5_4/ports/1/link_layer", "InfiniBand");

    expectNothingWritable(
        "ens2f0np0",
        "link layer InfiniBand: lossless by credits; service levels are set in the subnet"
            + " manager");
  }

  @Test
  void iwarpIsMonitoredOnly() {
    build().file("sys/class/infiniband/mlx5_4/node_type", "4: RNIC");

    expectNothingWritable("ens2f0np0", "iWARP: its TCP recovers losses, so it is monitored only");
  }

  @Test
  void aProtocolOfItsVendorIsMonitoredOnly() {
    build()
        .file("sys/class/infiniband/mlx5_4/node_type", "7: unspecified")
        .file("sys/class/infiniband/mlx5_4/ports/1/link_layer", "Unknown");

    expectNothingWritable("ens2f0np0", "its RDMA device speaks no RoCE: monitored only");
  }

  @Test
  void everyPortOfAHostIsInItsSession() {
    build().file("sys/class/net/wan0/operstate", "down");
    try (HostAccess access = access();
        HostSession session = open(access)) {
      assertThat(session.targets())
          .containsExactly(Target.parse("node7:ens2f0np0"), Target.parse("node7:wan0"));
    }
  }

  private HostTree build() {
    String pci = "0000:41:00.0";
    return new HostTree(root)
        .function(pci, "mlx5_core", 1)
        .netdev("ens2f0np0", pci)
        .rdma("mlx5_4", pci, "Ethernet");
  }

  private HostAccess access() {
    return new HostAccess(
        new HostFiles(root, WriteGate.OPEN),
        new DcbClient(new FakeDcb("ens2f0np0"), WriteGate.OPEN),
        new EthtoolClient(ethtool, WriteGate.OPEN),
        new RdmaClient(new FakeRdma(), WriteGate.OPEN),
        new NoFirmware(),
        new NetdevAddresses());
  }

  private static HostSession open(HostAccess access) {
    List<Nic> nics = new Discovery(access.files(), access.ethtool(), _ -> false).find(HOST);
    NicDriver mlx5 = new Mlx5Driver();
    List<Session> sessions =
        nics.stream()
            .map(nic -> (mlx5.drives(nic) ? mlx5 : new GenericDriver()).open(nic, access))
            .toList();
    return new HostSession(HOST, sessions, Identity.NONE);
  }

  private void expectNothingWritable(String port, String why) {
    Target target = Target.parse("node7:" + port);
    try (HostAccess access = access();
        HostSession session = open(access)) {
      for (SettingKind kind : SettingKind.values()) {
        assertThat(session.read(target).reading(kind)).isEqualTo(new Reading.Unsupported(why));
        assertThat(session.capabilities(target).of(kind)).isEqualTo(Capability.none(why));
      }
    }
  }
}
