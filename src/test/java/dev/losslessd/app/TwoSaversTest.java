package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real daemons on two hosts that save the configuration of one leaf. */
class TwoSaversTest {
  private static final String BOTH = "second-writer=each host has ports of its own";

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

  private static void mtu(DaemonFixture fixture, String port, String bytes, String how) {
    DaemonFixture.Typed done =
        fixture.type("set", "leaf1:" + port, "mtu", bytes, how, "--waive", BOTH);
    assertThat(done.code()).as(done.text()).isZero();
  }

  @Test
  void neitherBlocksTheOtherAndNoneSavesAnOpenCommitOfTheOther() {
    mtu(first, "Ethernet1/1", "9216", "--confirm");
    mtu(second, "Ethernet1/2", "9000", "--confirm");
    DaemonFixture.await(
        () -> second.type("save", "leaf1").code() == 0,
        "the second does not save: " + second.type("save", "leaf1").text());
    DaemonFixture.await(
        () -> first.type("save", "leaf1").text().contains("leaf1 is saved"),
        "the second has not saved the lines of the first");

    mtu(first, "Ethernet1/1", "9100", "--wait");
    DaemonFixture.Typed refused = second.type("save", "leaf1", "--with-foreign");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.text())
        .contains("leaf1 is not saved while the agent of gpu01 (checkpoint losslessd-gpu01-open)")
        .contains("has a commit open there");
    assertThat(first.type("cancel", "--yes").code()).isZero();

    DaemonFixture.await(
        () -> second.type("save", "leaf1").text().contains("leaf1 is saved"),
        "the mark of the commit stays after its end");
    first.tell("foreign leaf1 interface Ethernet1/3 ; description storage");
    mtu(second, "Ethernet1/2", "9100", "--confirm");
    assertThat(second.type("save", "leaf1").text())
        .contains("leaf1 has unsaved lines that are not ours")
        .contains("interface Ethernet1/3: + description ...");
  }
}
