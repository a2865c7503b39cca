package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon and one managed Nexus, over real SSH and SNMP. */
@SystemGroup
class SwitchEndTest {
  @TempDir private Path folder;

  @Test
  void aSwitchPortIsReadSetReadBackPolledAndLeftAsFound() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
      List<String> found = fixture.tell("state leaf1");

      DaemonFixture.Typed set =
          fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      assertThat(fixture.tell("state leaf1")).contains("  mtu 9216");
      DaemonFixture.await(
          () ->
              fixture
                  .get("/metrics")
                  .body()
                  .contains(
                      "roce_target_up{device=\"leaf1\",port=\"Ethernet1/1\",poller=\"gpu01\"} 1"),
          "the switch's counters are not read");
      assertThat(fixture.get("/metrics").body()).contains("end=\"switch\"");
      DaemonFixture.await(
          () ->
              fixture
                  .get("/metrics")
                  .body()
                  .contains(
                      "roce_target_up{device=\"leaf1\",port=\"Ethernet1/1\",source=\"queues\",poller=\"gpu01\"}"
                          + " 1"),
          "the switch's queues are not read");
      assertThat(fixture.get("/metrics").body())
          .containsPattern(
              "roce_priority_marked_packets_total\\{device=\"leaf1\",port=\"Ethernet1/1\","
                  + "end=\"switch\",direction=\"tx\",priority=\"3\",poller=\"gpu01\"} \\d+");

      assertThat(fixture.type("rollback", "--yes", "0", "--confirm").code()).isZero();
      assertThat(fixture.tell("state leaf1")).isEqualTo(found);
    }
  }

  @Test
  void aSwitchThatLiesIsFoundOutAndUndone() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
      List<String> found = fixture.tell("state leaf1");
      fixture.tell("lie leaf1 mtu");

      DaemonFixture.Typed set = fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--yes");

      assertThat(set.code()).isEqualTo(1);
      assertThat(set.text()).contains("rolled back").contains("expected 9216");
      fixture.tell("clear");
      assertThat(fixture.tell("state leaf1")).isEqualTo(found);
    }
  }

  @Test
  void anUnreachableSwitchHoldsUpNobody() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.tell("vanish leaf1");
      fixture.start();

      DaemonFixture.Typed set =
          fixture.type("set", "gpu01:ens1f0np0", "pfc", "3", "--confirm", "--yes");

      assertThat(set.code()).as(set.text()).isZero();
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");
    }
  }
}
