package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ice takes its netdev down and up: what the kernel does not bring back is a finding. */
@SystemGroup
class LostAddressesTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String ADDRESSES =
      """
      20010db8000000000000000000000007 02 40 00 80 ens1f0np0
      20010db8000000000000000000000008 03 40 00 80 ens2f0np0
      """;
  private static final String ROUTES =
      """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
      ens1f0np0\t0000010A\t0101A8C0\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0
      """;

  @TempDir private Path folder;

  @Test
  void whatANetdevLostIsAFindingUntilItIsThereAgain() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", NicMake.IRDMA)) {
      Path tables =
          Files.createDirectories(
              fixture.fabric.hostDir(new DeviceId("gpu01")).resolve("root/proc/net"));
      Files.writeString(tables.resolve("if_inet6"), ADDRESSES);
      Files.writeString(tables.resolve("route"), ROUTES);
      fixture.start();
      assertThat(fixture.type("findings").text()).doesNotContain("addresses-lost");

      DaemonFixture.Typed set = fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes");

      assertThat(set.code()).as(set.text()).isZero();
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("[addresses-lost]"), "nobody tells of it");
      assertThat(fixture.type("findings").text())
          .contains(
              NIC,
              "lost 2001:0db8:0000:0000:0000:0000:0000:0007/64, route 10.1.0.0/16 via 192.168.1.1",
              "keep_addr_on_down")
          .doesNotContain("0008/64");
      assertThat(fixture.get("/api/v1/ports/gpu01/ens1f0np0/pfc").body())
          .contains("\"note\":\"the netdev went down and up for a setting, and lost");

      Files.writeString(tables.resolve("if_inet6"), ADDRESSES);
      Files.writeString(tables.resolve("route"), ROUTES);
      DaemonFixture.await(
          () -> !fixture.type("findings").text().contains("addresses-lost"), "it is told for ever");

      Files.writeString(tables.resolve("route"), "");
      fixture.type("set", NIC, "roce-tos", "106", "--confirm", "--yes");
      assertThat(fixture.type("findings").text()).doesNotContain("addresses-lost");
    }
  }
}
