package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon between a NIC and its leaf: a lossless class is at both ends, or on its way. */
@SystemGroup
class OneEndEndTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String PORT = "leaf1:Ethernet1/1";
  private static final String MODE_ON =
      "foreign leaf1 interface Ethernet1/1 ; priority-flow-control mode on";

  @TempDir private Path folder;

  @Test
  void theLeafComesFirstAndNeitherEndGoesAlone() throws Exception {
    try (DaemonFixture fixture = withLeaf()) {
      DaemonFixture.Typed ahead = fixture.type("set", NIC, "pfc", "3", "--yes");
      assertThat(ahead.code()).as(ahead.text()).isEqualTo(1);
      assertThat(oneLine(ahead))
          .contains(
              NIC
                  + " pfc: lossless priority 3 would be at this end alone, and "
                  + PORT
                  + " drops its packets. Change "
                  + PORT
                  + " first, or both ends in one plan [one-end]",
              "--waive one-end=REASON");
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc none");

      DaemonFixture.Typed prepared = fixture.type("set", PORT, "pfc", "3", "--confirm", "--yes");
      assertThat(prepared.code()).as(prepared.text()).isZero();
      assertThat(oneLine(prepared))
          .contains("prepared: " + PORT + " is prepared: " + NIC + " has no lossless class yet");
      isDone(fixture, "set", NIC, "pfc", "3");
      assertThat(fixture.type("cancel").code()).as("an undo is never refused").isZero();
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc none");
      isDone(fixture, "set", NIC, "pfc", "3", "--confirm");

      DaemonFixture.Typed without = fixture.type("set", PORT, "pfc", "none", "--yes");
      assertThat(without.code()).as(without.text()).isEqualTo(1);
      assertThat(oneLine(without)).contains(NIC + " relies on it", "[one-end]");
      assertThat(fixture.type("set", PORT, "pfc", "none", "--dry-run", "-o", "json").text())
          .containsPattern("\"verdict\"\\s*:\\s*\"mismatch\"");
      assertThat(oneLine(fixture.type("rollback", "1", "--dry-run")))
          .as("the leaf stays, as it was before the NIC")
          .contains("mismatch: " + NIC + " has no lossless class")
          .doesNotContain("[one-end]");
      isDone(fixture, "set", NIC, "pfc", "none", "--waive", "one-end=it is drained", "--confirm");
      isDone(fixture, "set", PORT, "pfc", "none", "--confirm");
    }
  }

  @Test
  void bothEndsGoBackTogether() throws Exception {
    try (DaemonFixture fixture = withLeaf()) {
      isDone(fixture, "set", PORT, "pfc", "3", "--confirm");
      isDone(fixture, "set", NIC, "pfc", "3", "--confirm");
      assertThat(oneLine(fixture.type("release", "leaf1", "--restore", "--dry-run")))
          .contains(NIC + " relies on it", "[one-end]");

      isDone(fixture, "rollback", "0", "--confirm");

      assertThat(fixture.pfc(NIC)).isEqualTo("pfc none");
    }
  }

  /** No poll tells of it; what a switch printed is used for two seconds. */
  @Test
  void theLeafIsReadAgainBeforeANicIsRefusedForIt() throws Exception {
    try (DaemonFixture fixture = withLeaf("10m")) {
      fixture.tell(MODE_ON);

      DaemonFixture.await(
          () -> fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes").code() == 0,
          "the NIC is refused for what its leaf had once");
    }
  }

  /** As after a reboot of the leaf between two polls; a host's agent reads it each five minutes. */
  @Test
  void theLeafIsReadAgainBeforeANicGoesAheadOfIt() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.tell("foreign leaf1 " + DemoConfig.networkTeam());
      fixture.tell(MODE_ON);
      start(fixture, "10m");
      fixture.tell(MODE_ON.replace("mode on", "mode off"));
      // what a switch printed is used for two seconds
      DaemonFixture.await(
          () -> fixture.type("set", NIC, "pfc", "3", "--dry-run").code() == 1,
          "the leaf is not read again");

      DaemonFixture.Typed set = fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes");

      assertThat(set.code()).as(set.text()).isEqualTo(1);
      assertThat(oneLine(set)).contains("[one-end]");
    }
  }

  @Test
  void whatWasWaivedAndConfirmedIsRepaired() throws Exception {
    String repair =
        "commit: { settle: 0s }\ndrift: { default: report, classes: { pfc: repair } }\n";
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", repair)) {
      fixture.tell("foreign leaf1 " + DemoConfig.networkTeam());
      start(fixture, "10s");
      isDone(fixture, "set", NIC, "pfc", "3", "--waive", "one-end=the leaf follows", "--confirm");

      fixture.tell("reset " + NIC);

      DaemonFixture.await(() -> fixture.pfc(NIC).equals("pfc none"), "it is not reset");
      DaemonFixture.await(() -> fixture.pfc(NIC).equals("pfc 3"), "it is not repaired");
    }
  }

  @Test
  void aHostWhoseSwitchNobodyReadsIsNotRefusedAndItsFarEndIsUnknown() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();

      DaemonFixture.Typed set = fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes");

      assertThat(set.code()).as(set.text()).isZero();
      assertThat(oneLine(set)).contains("unknown: far end of " + NIC + " is not known: ");
    }
  }

  private DaemonFixture withLeaf() throws IOException {
    return withLeaf("10s");
  }

  private DaemonFixture withLeaf(String poll) throws IOException {
    DaemonFixture fixture = new DaemonFixture(folder, "enforce");
    fixture.tell("foreign leaf1 " + DemoConfig.networkTeam());
    start(fixture, poll);
    return fixture;
  }

  private static void start(DaemonFixture fixture, String poll) throws IOException {
    fixture.manage("leaf1");
    String config = Files.readString(fixture.config);
    Files.writeString(fixture.config, config.replace("ssh: 10s", "ssh: " + poll));
    fixture.start();
    DaemonFixture.await(
        () -> fixture.type("contract", NIC).text().contains("pfc"), "the leaf's end is not read");
  }

  private static void isDone(DaemonFixture fixture, String... words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--yes";
    DaemonFixture.Typed typed = fixture.type(all);
    assertThat(typed.code()).as(String.join(" ", words) + "\n" + typed.text()).isZero();
  }

  private static String oneLine(DaemonFixture.Typed typed) {
    return typed.text().replaceAll("\\s+", " ");
  }
}
