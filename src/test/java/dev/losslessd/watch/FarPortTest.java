package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Far ends of cables: switches, hosts, and what could be either. */
class FarPortTest {
  @ParameterizedTest
  @CsvSource({
    "leaf1:Ethernet1/7, SWITCH",
    "leaf1:ens1f0np0, SWITCH", // the config says what it is
    "esx1:vmnic2, NIC",
    "gpu07:ens2, NIC", // a cable of this host to itself
    "spark2:enp1s0f0np0, NIC",
    "spark2:enP2p1s0f1np1, NIC",
    "gpu09:eth0, NIC",
    "gpu09:eth_r1_p3, NIC",
    "gpu09:ib3, NIC",
    "gpu09:rocep161s0f0, NIC",
    "gpu09:mlx5_3, NIC",
    "0c-42-a1-5e-00-09:0c-42-a1-5e-00-0a, NIC",
    "gpu09:0c:42:a1:5e:00:0a, UNKNOWN",
    "gpu09:rail0, UNKNOWN",
    "leaf9:Ethernet1/1, SWITCH",
    "leaf9:Ethernet48, SWITCH",
    "leaf9:swp7s0, SWITCH",
    "leaf9:et-0/0/3:1, SWITCH",
    "leaf9:Eth1/1, SWITCH",
    "leaf9:sfp28-3, SWITCH"
  })
  void theFarEnd(String port, FarPort.Kind kind) {
    assertThat(FarPort.kind(PortId.parse(port), new DeviceId("gpu07"), FarPortTest::isSwitch))
        .isEqualTo(kind);
  }

  private static Optional<Boolean> isSwitch(DeviceId device) {
    return switch (device.name()) {
      case "leaf1" -> Optional.of(true);
      case "esx1" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
