package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.driver.generic.GenericDriver;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.transport.KernelEthtool;
import dev.losslessd.transport.KernelNetlink;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The generic driver on this machine's own kernel, where eth0 has no dcbnl. */
class RealHostTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Target ETH0 = Target.parse("here:eth0");

  @BeforeEach
  void eth0WithoutDcbnl() {
    assumeTrue(Files.exists(Path.of("/sys/class/net/eth0/statistics")), "no eth0 here");
  }

  private static HostAccess access() {
    return new HostAccess(
        new HostFiles(Path.of("/"), WriteGate.OPEN),
        new DcbClient(KernelNetlink.route(LONG, false), WriteGate.OPEN),
        new EthtoolClient(new KernelEthtool(LONG, false), WriteGate.OPEN),
        new RdmaClient(KernelNetlink.rdma(LONG, false), WriteGate.OPEN),
        new NoFirmware(),
        new NetdevAddresses());
  }

  private static Session open(HostAccess access) {
    Nic nic =
        new Discovery(access.files(), access.ethtool(), _ -> false)
            .find(new DeviceId("here")).stream()
                .filter(n -> n.port().name().equals("eth0"))
                .findFirst()
                .orElseThrow();
    assumeTrue(nic.kernelDriver().equals("virtio_net"), "eth0 is no virtio_net");
    return new GenericDriver().open(nic, access);
  }

  @Test
  void loopbackIsNotListed() {
    try (HostAccess access = access()) {
      assertThat(
              new Discovery(access.files(), access.ethtool(), _ -> false)
                  .find(new DeviceId("here")))
          .extracting(nic -> nic.port().name())
          .contains("eth0")
          .doesNotContain("lo");
    }
  }

  @Test
  void statisticsAreReadable() {
    try (HostAccess access = access();
        Session session = open(access)) {
      Sweep sweep = session.sweeper(((Target.Port) ETH0).id()).sweep(0, 0);

      assertThat(sweep.schema().counters())
          .extracting(counter -> counter.signal())
          .contains(Signal.PORT_PACKETS, Signal.PORT_BYTES);
      for (int column = 0; column < sweep.schema().size(); column++) {
        assertThat(sweep.has(column)).isTrue();
      }
    }
  }

  @Test
  void dcbnlIsUnsupportedAndNeverASuccess() {
    try (HostAccess access = access();
        Session session = open(access)) {
      assertThat(session.read(ETH0).reading(SettingKind.PFC))
          .isEqualTo(
              new Reading.Unsupported(
                  "the kernel driver virtio_net has no dcbnl operations (EOPNOTSUPP)"));
      Change change = new Change(ETH0, Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(), Set.of());

      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
          .hasMessageEndingWith("EOPNOTSUPP (95)");
    }
  }
}
