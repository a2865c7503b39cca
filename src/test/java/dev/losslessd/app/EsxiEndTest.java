package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The daemon, a leaf, and a managed ESXi host whose first uplink hangs on it. */
@SystemGroup
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EsxiEndTest {
  @SuppressWarnings("NullAway.Init") // before the test
  private DaemonFixture fixture;

  private static final String BEFORE_THE_LEAF = "one-end=its reboot comes before the leaf";

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    fixture =
        new DaemonFixture(
            folder,
            "enforce",
            """
            policy:
              classes:
                - { name: roce, priority: 3, dscp: [26], pfc: on }
            links:
              - { a: "leaf1:Ethernet1/5", b: "esx1:vmnic2" }
            switches:
            """,
            List.of(SwitchSystem.NXOS, SwitchSystem.ESXI));
    fixture.add("leaf1", "[Ethernet1/1, Ethernet1/5]");
    fixture.add("esx1", "esxi", "lldp");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/esx1/vmnic2").statusCode() == 200, "the host is not read");
  }

  @AfterAll
  void stop() throws Exception {
    fixture.close();
  }

  @Test
  void aHostAsTheGuidesLeftItIsFoundSetStagedAndRunsAfterItsReboot() throws Exception {
    List<String> found = fixture.tell("state esx1");
    DaemonFixture.await(
        () -> findings().contains("global pause on, as the guides leave it; it is not PFC"),
        "the pause of the guides is not found");

    DaemonFixture.Typed scope = fixture.type("set", "esx1", "pfc", "3", "--dry-run");
    assertThat(scope.code()).as(scope.text()).isEqualTo(1);
    assertThat(scope.text()).contains("[scope]", "one setting for all ports of that server");
    assertThat(scope.text()).contains("vmnic2", "vmnic3").doesNotContain("vmnic0", "vmnic1");
    DaemonFixture.Typed plan =
        fixture.type(
            "set", "esx1", "pfc", "3", "--dry-run", "--accept-scope", "--waive", BEFORE_THE_LEAF);
    assertThat(plan.code()).as(plan.text()).isZero();
    assertThat(plan.text()).contains("needs reboot", "global-pause", "on -> off");

    DaemonFixture.Typed set =
        fixture.type(
            "set",
            "esx1",
            "pfc",
            "3",
            "--accept-scope",
            "--waive",
            BEFORE_THE_LEAF,
            "--confirm",
            "--reason",
            "RoCE",
            "--yes");
    assertThat(set.code()).as(set.text()).isZero();

    assertThat(fixture.tell("state esx1"))
        .contains(
            "nmlx5_core options = 'pfctx=0x08 pfcrx=0x08'",
            "vmnic2 running pfc=0",
            "vmnic2 pause rx=false tx=false");
    assertThat(fixture.get("/api/v1/devices/esx1/pfc").body().replace(" ", ""))
        .contains("\"state\":\"staged\"", "\"until\":\"reboot\"")
        .contains("\"value\":{\"lossless\":[]}", "\"next\":{\"lossless\":[3]}");
    assertThat(fixture.type("get", "esx1").text()).contains("none, after reboot: 3");
    DaemonFixture.await(
        () -> findings().contains("in force is none; 3 is set, and comes with the next reboot"),
        "what is staged is not found");
    assertThat(drift()).doesNotContain("{\"device\":\"esx1\",\"setting\":\"pfc\"");

    fixture.tell("reboot esx1");

    DaemonFixture.await(
        () ->
            fixture
                .get("/api/v1/devices/esx1/pfc")
                .body()
                .replace(" ", "")
                .contains("\"state\":\"value\",\"value\":{\"lossless\":[3]}"),
        "what was staged does not run after the reboot");
    DaemonFixture.await(() -> !findings().contains("in force is none"), "the finding does not go");
    DaemonFixture.await(
        () ->
            fixture
                .get("/metrics")
                .body()
                .matches(
                    "(?s).*roce_pfc_pause_frames_total\\{device=\"esx1\",port=\"vmnic2\","
                        + "end=\"nic\",direction=\"rx\",priority=\"3\"} \\d+.*"),
        "the host's counters are not on the page");
    assertThat(fixture.get("/metrics?profile=seed").body())
        .containsPattern("esxi_pause_rx_phy\\{host=\"esx1\",vmnic=\"vmnic2\"} \\d+")
        .contains("esxi_pause_storm_errors{host=\"esx1\",vmnic=\"vmnic3\"} 0\n");

    assertThat(fixture.get("/metrics").body())
        .contains(
            "roce_port_info{device=\"esx1\",port=\"vmnic2\",rdma_device=\"\",pci=\"0000:3b:00.1\","
                + "kernel_driver=\"nmlx5_core\",firmware=\"22.35.2302\",model=\"\"} 1\n");
    assertThat(fixture.get("/api/v1/nics").body().replace(" ", ""))
        .contains(
            "\"kernelDriver\":\"nmlx5_core\",\"driverVersion\":\"4.23.0.36\","
                + "\"firmware\":\"22.35.2302\"");
    assertThat(fixture.folder.resolve("state/devices/esx1.note"))
        .content()
        .startsWith("losslessd esxi boot 1\n")
        .contains("nmlx5_core written=false\n", "loaded=pfctx=0x08 pfcrx=0x08\n");

    assertThat(fixture.type("rollback", "--yes", "0", "--confirm", "--accept-scope").code())
        .isZero();
    fixture.tell("reboot esx1");
    assertThat(fixture.tell("state esx1")).isEqualTo(found);
  }

  @Test
  void thePolicyReachesTheLeafsEndOfItsCableToo() throws Exception {
    List<String> host = fixture.tell("state esx1");
    List<String> leaf = fixture.tell("state leaf1");
    DaemonFixture.await(
        () -> {
          String planned = fixture.type("plan", "--accept-scope").text();
          // the port of this host too: it comes by LLDP, and a plan before that would be stale
          return planned.matches("(?s).*leaf1:Ethernet1/5 +pfc +none -> 3.*")
              && planned.matches("(?s).*leaf1:Ethernet1/1 +pfc +none -> 3.*");
        },
        "the policy does not reach the leaf's ends of both cables");
    DaemonFixture.Typed plan = fixture.type("plan", "--accept-scope");
    assertThat(plan.code()).as(plan.text()).isZero();

    DaemonFixture.await(
        () -> {
          DaemonFixture.Typed apply =
              fixture.type("apply", "--yes", "--accept-scope", "--reason", "RoCE");
          // a neighbor that is heard of meanwhile makes another plan
          assertThat(apply.code() == 0 || apply.text().contains("The plan is stale"))
              .as(apply.text())
              .isTrue();
          return apply.code() == 0;
        },
        "every plan is stale");
    assertThat(fixture.type("confirm", "--yes").code()).isZero();

    assertThat(fixture.tell("state leaf1"))
        .containsSubsequence("interface Ethernet1/5", "  priority-flow-control mode on");
    assertThat(fixture.tell("state esx1")).anyMatch(line -> line.contains("trust_state=2"));
    DaemonFixture.Typed back =
        fixture.type("rollback", "--yes", "0", "--confirm", "--accept-scope");
    assertThat(back.code()).as(back.text()).isZero();
    assertThat(fixture.tell("state leaf1")).isEqualTo(leaf);
    assertThat(fixture.tell("state esx1")).isEqualTo(host);
  }

  private String findings() {
    return fixture.get("/api/v1/findings").body();
  }

  private String drift() {
    return fixture.get("/api/v1/drift").body();
  }
}
