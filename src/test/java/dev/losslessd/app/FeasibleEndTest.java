package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be written or taken back is in the plan, before anything is written anywhere. */
class FeasibleEndTest {
  private static final String WAIVE = "cannot-undo=the rack stays RoCE";

  @TempDir private Path folder;
  private DaemonFixture fixture;

  @BeforeEach
  void build() throws IOException {
    fixture =
        new DaemonFixture(folder, "enforce", "", List.of(SwitchSystem.NXOS, SwitchSystem.EOS));
    Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
  }

  private void start(String port) throws IOException {
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/" + port).statusCode() == 200, "the switch is not read");
  }

  private DaemonFixture.Typed type(int code, String... words) {
    DaemonFixture.Typed typed = fixture.type(words);
    assertThat(typed.code()).as(typed.text()).isEqualTo(code);
    return typed;
  }

  @Test
  void aPlanForAnUnmanagedSwitchIsRefusedBeforeTheLinkOfTheNicGoesDown() throws Exception {
    fixture.add("leaf1", "nxos", "[Ethernet1/1]");
    String text = Files.readString(fixture.config).replace("manage: true", "manage: false");
    Files.writeString(fixture.config, text);
    start("leaf1/Ethernet1/1");
    Path wishes = folder.resolve("wishes.yaml");
    Files.writeString(
        wishes,
        """
        gpu01:ens1f0np0: { pfc: { lossless: [3] } }
        leaf1:Ethernet1/1: { mtu: { bytes: 9000 } }
        """);
    List<String> before = fixture.tell("state gpu01:ens1f0np0");
    fixture.tell("log leaf1 clear");

    DaemonFixture.Typed dry = type(1, "apply", "-f", wishes.toString(), "--dry-run");
    DaemonFixture.Typed real = type(1, "apply", "-f", wishes.toString(), "--yes");

    for (DaemonFixture.Typed one : List.of(dry, real)) {
      assertThat(one.text())
          .contains("leaf1:Ethernet1/1 mtu: this agent does not manage leaf1 (manage: false)")
          .contains("[not-managed]");
    }
    assertThat(fixture.tell("state gpu01:ens1f0np0")).isEqualTo(before);
    assertThat(type(0, "get", "leaf1:Ethernet1/1").text())
        .contains("read (manage: false)")
        .doesNotContainPattern(" write ");
    assertThat(type(0, "get", "leaf1:Ethernet1/1", "mtu").text())
        .contains("read (manage: false): this agent does not manage leaf1");
    assertThat(type(1, "set", "leaf1:Ethernet1/1", "pfc", "3").text()).contains("[not-managed]");
  }

  @Test
  void aStepWithoutAWayBackNeedsAReasonAndAYesAndItsLinesAreThere() throws Exception {
    fixture.add("leaf2", "eos", "[Ethernet1]");
    start("leaf2/Ethernet1");
    List<String> nic = nic();
    String[] set = {"set", "leaf2", "dscp", "26=3", "50=3", "--accept-scope", "--yes"};

    assertThat(type(1, "set", "leaf2", "dscp", "50=3", "--accept-scope", "--dry-run").text())
        .contains("[cannot-undo]", "'configure', 'no qos map dscp 50', 'end'")
        .contains("--waive cannot-undo=REASON");
    type(1, set);
    type(0, with(set, "--waive", WAIVE));
    type(0, "cancel", "--yes");
    assertThat(fixture.tell("state leaf2")).noneMatch(line -> line.contains("qos map dscp 50"));

    type(0, with(set, "--waive", WAIVE));
    assertThat(type(2, "confirm").text())
        .contains("Cannot be rolled back once it is confirmed:")
        .contains("leaf2 dscp", "no qos map dscp 50");
    type(0, "confirm", "--yes");
    type(0, "set", "gpu01:ens1f0np0", "pfc", "3", "--confirm", "--yes");

    for (String[] back :
        new String[][] {
          {"rollback", "0", "--accept-scope", "--dry-run"},
          {"rollback", "0", "--accept-scope", "--yes", "--confirm"},
          {"release", "--restore", "--accept-scope", "--dry-run"},
          {"release", "--restore", "--accept-scope", "--yes", "--confirm"}
        }) {
      assertThat(type(1, back).text())
          .contains("[unverified]", "no qos map dscp 50")
          .contains("--leave leaf2:dscp of rollback and release leaves it and does the rest.");
    }
    assertThat(nic()).isNotEqualTo(nic);

    DaemonFixture.Typed rest =
        type(0, "release", "--restore", "--leave", "leaf2:dscp", "--yes", "--confirm");
    assertThat(rest.text().lines())
        .containsSequence(
            "  To put leaf2 dscp back, type:",
            "    configure",
            "    no qos map dscp 26",
            "    no qos map dscp 50",
            "    end");
    assertThat(nic()).isEqualTo(nic);
    assertThat(fixture.tell("state leaf2")).contains("qos map dscp 26 50 to traffic-class 3");
  }

  /** Settings of the NIC as it says them itself; its link comes up some time after a write. */
  private List<String> nic() {
    return fixture.tell("state gpu01:ens1f0np0").stream()
        .filter(line -> !line.startsWith("link "))
        .toList();
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
  }
}
