package dev.losslessd.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FarEndsTest {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final FarEnds ENDS =
      new FarEnds(
          HOST,
          List.of(
              nic("ens1f0np0", "0c:42:a1:00:00:01", Nic.Role.PHYSICAL),
              nic("ens2f0np0", "0c:42:a1:00:00:02", Nic.Role.BOND_MEMBER),
              nic("ens2f0v0", "0c:42:a1:00:00:02", Nic.Role.VIRTUAL_FUNCTION),
              nic("eno1", "0c:42:a1:00:00:09", Nic.Role.PHYSICAL),
              nic("eno2", "0c:42:a1:00:00:09", Nic.Role.PHYSICAL)),
          List.of(HOST, new DeviceId("leaf1"), new DeviceId("leaf2.pod3.example.net")));

  @ParameterizedTest
  @CsvSource({
    "gpu01, ens1f0np0, gpu01:ens1f0np0",
    "gpu01.pod3.example.net, ens1f0np0, gpu01:ens1f0np0",
    "GPU01, 0c:42:a1:00:00:01, gpu01:ens1f0np0",
    "gpu01.pod3.example.net, 0c42.a100.0002, gpu01:ens2f0np0",
    "localhost.localdomain, 0C-42-A1-00-00-02, gpu01:ens2f0np0",
    "0c:42:a1:00:00:02, ens1f0np0, gpu01:ens1f0np0",
    "leaf1.pod3.example.net, Ethernet1/49, leaf1:Ethernet1/49",
    "leaf2, Ethernet1/49, leaf2.pod3.example.net:Ethernet1/49",
    "leaf2.pod4.example.net, Ethernet1/49, leaf2.pod4.example.net:Ethernet1/49",
    "gpu02.pod3.example.net, eth0, gpu02.pod3.example.net:eth0",
    "gpu02, 0c:42:a1:00:00:77, gpu02:0c:42:a1:00:00:77",
    "0c:42:a1:00:00:77, 1, 0c-42-a1-00-00-77:1",
    "gpu01, 0c:42:a1:00:00:09, gpu01:0c:42:a1:00:00:09",
  })
  void theFarEndIsTheSamePortHoweverItIsCalled(String system, String port, String expected) {
    assertThat(ENDS.port(system, port)).contains(PortId.parse(expected));
  }

  @ParameterizedTest
  @CsvSource({"gpu 02, eth0", "gpu02, 'port 1, uplink'", "'', eth0", "gpu02, ''"})
  void whatCannotBeANameIsNoEnd(String system, String port) {
    assertThat(ENDS.port(system, port)).isEmpty();
  }

  @Test
  void portsOfThisHostAndOfNamedSwitchesAreKnown() {
    assertThat(ENDS.isKnown(PortId.parse("gpu01:ens1f0np0"))).isTrue();
    assertThat(ENDS.isKnown(PortId.parse("leaf1:Ethernet1/1"))).isTrue();
    assertThat(ENDS.isKnown(PortId.parse("gpu01:0c:42:a1:00:00:78"))).isFalse();
    assertThat(ENDS.isKnown(PortId.parse("gpu02:eth0"))).isFalse();
  }

  private static Nic nic(String name, String mac, Nic.Role role) {
    return new Nic(
        new PortId(HOST, name),
        "",
        0,
        "",
        OptionalInt.empty(),
        "mlx5_core",
        "",
        "",
        mac,
        role,
        Nic.LinkLayer.ETHERNET,
        "UP",
        0,
        List.of(),
        Nic.Words.NONE);
  }
}
