package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExpectedPortsTest {
  private static final Nic ONE = Nics.plain(PortId.parse("gpu01:ens1f0np0"), "mlx5_0", 1);
  private static final Nic NO_RDMA = Nics.plain(PortId.parse("gpu01:eno1"), "", 0);
  private static final Nic VIRTUAL =
      Nics.full(PortId.parse("gpu01:ens1f0v0"), Nic.Role.VIRTUAL_FUNCTION);

  private static ExpectedPorts ports(OptionalInt expected, Nic... nics) {
    return new ExpectedPorts(new DeviceId("gpu01"), () -> expected, () -> List.of(nics));
  }

  @Test
  void missingPortsAreCriticalAndNameWhatIsThere() {
    assertThat(ports(OptionalInt.of(8), ONE, NO_RDMA, VIRTUAL).finding())
        .hasValueSatisfying(found -> {
          assertThat(found.rule()).isEqualTo(FindingRule.PORTS_MISSING);
          assertThat(found.severity()).isEqualTo(Finding.Severity.CRITICAL);
          assertThat(found.subject()).isEqualTo("gpu01");
          assertThat(found.message()).isEqualTo("1 of 8 RDMA ports found: ens1f0np0 (mlx5_0)");
        });
  }

  private static Nic speaking(String device, String type, Nic.LinkLayer layer) {
    Nic one = Nics.plain(PortId.parse("gpu01:" + device), device, 1);
    return new Nic(
        one.port(),
        device,
        1,
        one.pciAddress(),
        one.numaNode(),
        one.kernelDriver(),
        one.firmware(),
        one.model(),
        one.mac(),
        one.role(),
        layer,
        one.state(),
        one.rateMbps(),
        one.gids(),
        new Nic.Words("", "", "", type));
  }

  @Test
  void whatIsNotRoceIsNoPortAndIsNamedOnceForTheHost() {
    ExpectedPorts ports =
        ports(
            OptionalInt.of(1),
            NO_RDMA,
            speaking("irdma0", "RNIC", Nic.LinkLayer.ETHERNET),
            speaking("mlx5_2", "CA", Nic.LinkLayer.INFINIBAND),
            speaking("efa0", "unspecified", Nic.LinkLayer.UNKNOWN),
            speaking("mlx5_3", "CA", Nic.LinkLayer.UNKNOWN));

    assertThat(ports.missing()).contains("0 of 1 RDMA port found");
    assertThat(ports.findings())
        .extracting(Finding::rule)
        .containsExactly(FindingRule.PORTS_MISSING, FindingRule.NOT_ROCE);
    assertThat(ports.findings().toList().getLast().severity()).isEqualTo(Finding.Severity.INFO);
    assertThat(ports.findings().toList().getLast().message())
        .isEqualTo(
            "RDMA devices that do not speak RoCE are monitored only: irdma0 (iWARP), mlx5_2"
                + " (InfiniBand), efa0 (a protocol of its vendor)");
    assertThat(ports(OptionalInt.of(1), ONE, NO_RDMA).findings()).isEmpty();
  }

  @Test
  void aHostWithoutItsDriverHasNoPortAndIsNotWell() {
    assertThat(ports(OptionalInt.of(1)).missing()).contains("0 of 1 RDMA port found");
  }

  @Test
  void enoughOrNothingExpectedIsWell() {
    assertThat(ports(OptionalInt.of(1), ONE).finding()).isEmpty();
    assertThat(ports(OptionalInt.empty()).finding()).isEmpty();
    assertThat(ports(OptionalInt.empty()).count().text()).isEqualTo("0 RDMA ports found");
  }
}
