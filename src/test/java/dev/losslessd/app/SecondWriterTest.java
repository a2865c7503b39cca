package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real daemons on two hosts, and one leaf that both are configured to manage. */
@SystemGroup
class SecondWriterTest {
  private static final String BOTH = "second-writer=each host has ports of its own";
  private static final String TAKE_OVER = "second-writer=gpu01 is retired";

  @TempDir private Path folder;
  private DaemonFixture first;
  private DaemonFixture second;

  @BeforeEach
  void start() throws IOException {
    first = new DaemonFixture(folder, "enforce");
    second = first.beside("gpu02");
    for (DaemonFixture fixture : new DaemonFixture[] {first, second}) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
    }
  }

  @AfterEach
  void close() throws IOException {
    second.close();
    first.close();
  }

  @Test
  void theSecondIsRefusedUntilSomebodyTakesTheSwitchOverAndThenTheFirstIs() {
    DaemonFixture.Typed begun =
        first.type("set", "leaf1", "lossless", "3", "--confirm", "--accept-scope", "--yes");
    assertThat(begun.code()).as(begun.text()).isZero();
    assertThat(first.tell("state leaf1"))
        .contains("  service-policy type network-qos losslessd-gpu01-network-qos-1");

    DaemonFixture.Typed refused =
        second.type("set", "leaf1:Ethernet1/1", "mtu", "9000", "--confirm", "--yes");
    assertThat(refused.code()).as(refused.text()).isEqualTo(1);
    assertThat(refused.text())
        .contains("the agent of gpu01 writes leaf1 too: checkpoint losslessd-gpu01-r0-t1")
        .contains("manage: false")
        .contains("[second-writer]");
    DaemonFixture.await(() -> found(second, "gpu01"), "the second does not find the first");
    assertThat(found(first, "gpu02")).isFalse();

    DaemonFixture.Typed taken =
        second.type(
            "set", "leaf1:Ethernet1/1", "mtu", "9000", "--confirm", "--waive", TAKE_OVER, "--yes");
    assertThat(taken.code()).as(taken.text()).isZero();
    assertThat(first.tell("state leaf1")).contains("  mtu 9000");

    DaemonFixture.Typed late =
        first.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm", "--yes");
    assertThat(late.code()).isEqualTo(1);
    assertThat(late.text()).contains("the agent of gpu02 writes leaf1 too");
    DaemonFixture.await(() -> found(first, "gpu02"), "the first does not find the second");
    assertThat(first.tell("state leaf1")).contains("  mtu 9000");
  }

  @Test
  void whatTheSecondHasConfirmedInTheWindowOfTheFirstIsNeitherConfirmedNorUndoneByIt() {
    DaemonFixture.Typed begun = first.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--yes");
    assertThat(begun.code()).as(begun.text()).isZero();
    DaemonFixture.Typed taken =
        second.type(
            "set",
            "leaf1",
            "lossless",
            "3",
            "--confirm",
            "--accept-scope",
            "--waive",
            TAKE_OVER,
            "--yes");
    assertThat(taken.code()).as(taken.text()).isZero();

    DaemonFixture.Typed confirm = first.type("confirm", "--yes");
    assertThat(confirm.code()).isEqualTo(1);
    assertThat(confirm.text())
        .contains("not confirmed, the window stays open until")
        .contains("second-writer: the agent of gpu02 writes leaf1 too");
    first.type("cancel", "--yes");
    DaemonFixture.await(
        () -> first.type("commits").text().contains("stuck"),
        "the undo does not wait for a person");

    assertThat(first.type("commits", "c-000001").text())
        .contains("the agent of gpu02 writes leaf1 too")
        .contains("it stays as it is");
    assertThat(first.tell("state leaf1"))
        .contains("  mtu 9216")
        .contains("  service-policy type network-qos losslessd-gpu02-network-qos-1");
    assertThat(first.type("retry", "c-000001", "--yes", "--overwrite").code()).isZero();
    assertThat(first.tell("state leaf1")).doesNotContain("  mtu 9216");
  }

  @Test
  void ofTwoWindowsAtOnceTheFirstWaitsForAPersonAndTheSecondGoesItsWay() {
    assertThat(first.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--yes").code()).isZero();
    DaemonFixture.Typed refused = second.type("set", "leaf1:Ethernet1/2", "mtu", "9000", "--yes");
    assertThat(refused.text()).contains("[second-writer]");
    DaemonFixture.Typed forced =
        second.type("set", "leaf1:Ethernet1/2", "mtu", "9000", "--yes", "--waive", TAKE_OVER);
    assertThat(forced.code()).as(forced.text()).isZero();

    assertThat(first.type("confirm", "--yes").text())
        .contains("the agent of gpu02 writes leaf1 too");
    first.type("cancel", "--yes");
    DaemonFixture.await(
        () -> state(first).contains("stuck"), "the undo does not wait for a person");
    assertThat(first.tell("state leaf1")).contains("  mtu 9216", "  mtu 9000");

    assertThat(second.type("cancel", "--yes").code()).isZero();
    DaemonFixture.await(
        () -> state(second).contains("rolled-back"), "the second does not undo its own");
    assertThat(first.tell("state leaf1")).contains("  mtu 9216").doesNotContain("  mtu 9000");
    assertThat(first.type("abandon", "c-000001", "--yes", "--reason", "gpu02 has it now").code())
        .isZero();
    assertThat(first.tell("state leaf1")).contains("  mtu 9216");
  }

  @Test
  void ofTwoThatSaveNeitherBlocksTheOtherAndNoneSavesAnOpenCommitOfTheOther() {
    mtu(first, "Ethernet1/1", "9216", "--confirm");
    mtu(second, "Ethernet1/2", "9000", "--confirm");
    DaemonFixture.await(
        () -> second.type("save", "leaf1", "--yes").code() == 0,
        "the second does not save: " + second.type("save", "leaf1", "--yes").text());
    DaemonFixture.await(
        () -> first.type("save", "leaf1", "--yes").text().contains("leaf1 is saved"),
        "the second has not saved the lines of the first");

    mtu(first, "Ethernet1/1", "9100", "--reason=stays open");
    DaemonFixture.Typed refused = second.type("save", "leaf1", "--with-foreign", "--yes");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.text())
        .contains("leaf1 is not saved while the agent of gpu01 (checkpoint losslessd-gpu01-open)")
        .contains("has a commit open there");
    assertThat(first.type("cancel", "--yes").code()).isZero();

    DaemonFixture.await(
        () -> second.type("save", "leaf1", "--yes").text().contains("leaf1 is saved"),
        "the mark of the commit stays after its end");
    first.tell("foreign leaf1 interface Ethernet1/3 ; description storage");
    mtu(second, "Ethernet1/2", "9100", "--confirm");
    assertThat(second.type("save", "leaf1", "--yes").text())
        .contains("leaf1 has unsaved lines that are not ours")
        .contains("interface Ethernet1/3: + description ...");
  }

  private static void mtu(DaemonFixture fixture, String port, String bytes, String how) {
    DaemonFixture.Typed done =
        fixture.type("set", "leaf1:" + port, "mtu", bytes, how, "--waive", BOTH, "--yes");
    assertThat(done.code()).as(done.text()).isZero();
  }

  private static String state(DaemonFixture fixture) {
    return fixture.type("commits").text();
  }

  private static boolean found(DaemonFixture fixture, String other) {
    return fixture
        .get("/api/v1/findings")
        .body()
        .contains("the agent of " + other + " writes leaf1");
  }
}
