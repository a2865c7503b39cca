package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The managing agent of two leaves sets the ports of every host on them, and this host's NICs. */
@SystemGroup
class LeafPortsEndTest {
  private static final String POLICY =
      """
      policy:
        classes: [ { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50% } ]
      commit: { confirmWithin: 10m, settle: 1s }
      """;

  @TempDir private Path folder;

  @Test
  void thePlanCoversThePortsOfOtherHostsAndARebootedLeafIsRestoredByOneApply() throws Exception {
    try (DaemonFixture fixture = leaves("")) {
      fixture.start();
      awaitPlanned(fixture, "leaf1:Ethernet1/2", "leaf2:Ethernet2");
      assertThat(ports(fixture))
          .contains("leaf1:Ethernet1/1", "leaf2:Ethernet1", "gpu01:ens1f0np0", "gpu01:ens2f0np0")
          .noneMatch(port -> port.startsWith("gpu02"));

      apply(fixture);
      assertThat(RackEndTest.isLossless(fixture, "leaf1:Ethernet1/2")).isTrue();
      assertThat(RackEndTest.isLossless(fixture, "leaf2:Ethernet2")).isTrue();
      assertThat(fixture.pfc("gpu02:ens1f0np0")).as("its own agent's").doesNotContain("3");

      fixture.tell("reboot leaf1");
      awaitPlanned(fixture, "leaf1:Ethernet1/1", "leaf1:Ethernet1/2");
      apply(fixture);
      assertThat(RackEndTest.isLossless(fixture, "leaf1:Ethernet1/1")).isTrue();
      assertThat(RackEndTest.isLossless(fixture, "leaf1:Ethernet1/2")).isTrue();
    }
  }

  @Test
  void mineIsOnlyThePortsOfThisHostAndWhatAChangedScopeLeavesIsNoDrift() throws Exception {
    try (DaemonFixture fixture = leaves("")) {
      fixture.start();
      awaitPlanned(fixture, "leaf1:Ethernet1/2");
      apply(fixture);
      Reloads.edit(fixture, text -> text.replace("policy:\n", "policy:\n  ports: mine\n"));
      DaemonFixture.Typed reloaded = fixture.type("config", "apply", "--yes");
      assertThat(reloaded.code()).as(reloaded.text()).isZero();

      assertThat(fixture.type("drift").text()).doesNotContain("leaf1:Ethernet1/2");
      assertThat(ports(fixture)).isEmpty();
      assertThat(fixture.type("plan").text())
          .contains("No changes on any device.")
          .contains(
              "leaf1:Ethernet1/2, leaf1:Ethernet1/3, ", " keep what losslessd set, and nothing");
      assertThat(RackEndTest.isLossless(fixture, "leaf1:Ethernet1/2"))
          .as("it keeps what it has")
          .isTrue();
      DaemonFixture.Typed released =
          fixture.type(
              "release",
              "leaf1",
              "--restore",
              "--accept-scope",
              "--yes",
              "--while-busy",
              "--waive",
              "one-end=the leaf alone");
      assertThat(released.code()).as(released.text()).isZero();
      assertThat(RackEndTest.isLossless(fixture, "leaf1:Ethernet1/2")).isFalse();
    }
  }

  @Test
  void aHostWithABondIsLeftToItsPortChannel() throws Exception {
    try (DaemonFixture fixture = leaves("")) {
      fixture.tell(
          "foreign leaf1 interface port-channel7 ; interface Ethernet1/3 ; channel-group 7 mode"
              + " active");
      fixture.start();
      awaitPlanned(fixture, "leaf1:Ethernet1/1", "leaf1:Ethernet1/4", "leaf2:Ethernet2");

      assertThat(ports(fixture)).doesNotContain("leaf1:Ethernet1/3");
      DaemonFixture.await(
          () ->
              fixture
                  .get("/api/v1/findings")
                  .body()
                  .contains("members of a bundle: Ethernet1/3 (port-channel7); their QoS"),
          "no finding about the bond");
      DaemonFixture.Typed set = fixture.type("set", "leaf1:Ethernet1/3", "pfc", "3", "--yes");
      assertThat(set.code()).isNotZero();
      assertThat(set.text()).contains("read-only", "it is a member of port-channel7");
      apply(fixture);
    }
  }

  @Test
  void aLeafOfSixteenHostsIsOnePlanInWavesOfHosts() throws Exception {
    List<DeviceId> hosts =
        IntStream.rangeClosed(1, 16).mapToObj(n -> new DeviceId("gpu%02d".formatted(n))).toList();
    FabricOptions options =
        new FabricOptions(hosts, 100, 0, 1).withNics(4).withSwitches(List.of(SwitchSystem.NXOS));
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", options, POLICY, "mlx5_*")) {
      Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
      fixture.add("leaf1", "nxos", "lldp");
      fixture.start();
      awaitPlanned(fixture, "leaf1:Ethernet1/1", "leaf1:Ethernet1/64");

      List<String> leaf =
          ports(fixture).stream().filter(port -> port.startsWith("leaf1:")).toList();
      assertThat(leaf).hasSizeGreaterThanOrEqualTo(64);
      assertThat(fixture.type("plan").text())
          .contains("touches ports that are not wired to this host: ", " more; accept it with")
          .contains(
              "unknown: far ends of leaf1:Ethernet1/5, leaf1:Ethernet1/6, leaf1:Ethernet1/7,"
                  + " leaf1:Ethernet1/8 are not known: this agent does not read gpu02;"
                  + " safe order: these ports, then gpu02")
          .contains(" more; -o json has them all");
      String waves =
          fixture.type("plan", "--accept-scope", "--waves", "host=gpu01,host=gpu0*,100%").text();
      assertThat(
              waves
                  .lines()
                  .filter(line -> line.matches(" *[123] +\\d+ +\\d+ .*"))
                  .map(line -> line.strip().split(" +")[1]))
          .containsExactly("4", "32", String.valueOf(leaf.size() - 36));
    }
  }

  private DaemonFixture leaves(String more) throws Exception {
    DaemonFixture fixture =
        new DaemonFixture(
            folder, "enforce", POLICY + more, List.of(SwitchSystem.NXOS, SwitchSystem.EOS));
    Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
    fixture.add("leaf1", "nxos", "lldp");
    fixture.add("leaf2", "eos", "lldp");
    return fixture;
  }

  private static void apply(DaemonFixture fixture) {
    DaemonFixture.Typed applied =
        fixture.type(
            "apply", "--accept-scope", "--yes", "--while-busy", "--waive", "cnp-not-strict=a test");
    assertThat(applied.code()).as(applied.text()).isZero();
    DaemonFixture.Typed confirmed = fixture.type("confirm", "--yes");
    assertThat(confirmed.code()).as(confirmed.text()).isZero();
  }

  private static void awaitPlanned(DaemonFixture fixture, String... all) {
    DaemonFixture.await(
        () -> ports(fixture).containsAll(List.of(all)), "the plan lacks " + List.of(all));
  }

  /** Ports that a plan of all that is intended would change, or would if it were not refused. */
  private static List<String> ports(DaemonFixture fixture) {
    JsonNode plan = JsonMapper.shared().readTree(fixture.post("/api/v1/plans", "{}").body());
    JsonNode changes =
        plan.path("changes").isEmpty() ? plan.path("withheld") : plan.path("changes");
    return changes.findValuesAsString("port").stream().distinct().toList();
  }
}
