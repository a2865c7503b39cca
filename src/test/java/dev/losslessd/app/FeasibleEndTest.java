package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be written or taken back is in the plan, before anything is written anywhere. */
@SystemGroup
class FeasibleEndTest {
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
  void anEntryThatEosDoesNotPrintGoesBackToTheChipsWithoutAReason() throws Exception {
    fixture.add("leaf2", "eos", "[Ethernet1]");
    start("leaf2/Ethernet1");
    List<String> before = fixture.tell("state leaf2");

    assertThat(type(0, "set", "leaf2", "dscp", "26=3", "--accept-scope", "--dry-run").text())
        .doesNotContain("26->3");
    type(0, "set", "leaf2", "dscp", "26=3", "50=3", "--accept-scope", "--yes", "--confirm");
    assertThat(fixture.tell("state leaf2")).contains("qos map dscp 50 to traffic-class 3");
    type(0, "release", "--restore", "--accept-scope", "--yes", "--confirm");

    assertThat(fixture.tell("state leaf2")).isEqualTo(before);
  }
}
