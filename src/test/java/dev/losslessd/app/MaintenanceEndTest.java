package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maintenance and overrides, with the real daemon on a fabric. */
@SystemGroup
class MaintenanceEndTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String MORE =
      """
      commit: { settle: 0s }
      drift: { default: report, classes: { pfc: repair } }
      """;

  @TempDir private Path folder;

  @Test
  void whatDriftsThereIsToldAsThatAndMendedWhenItEndsAlsoOverARestart() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", MORE)) {
      fixture.start();
      assertThat(fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes").code()).isZero();
      DaemonFixture.Typed begun =
          fixture.type("maintenance", "gpu01", "--for", "1h", "--reason", "new cables");
      assertThat(begun.code()).as(begun.text()).isZero();
      fixture.tell("foreign " + NIC + " pfc 5");
      DaemonFixture.await(
          () -> drift(fixture).contains("in maintenance until"), "no drift is told");
      assertThat(drift(fixture)).contains("info", "(new cables)").doesNotContain("warning");
      assertThat(fixture.get("/metrics").body())
          .containsPattern("losslessd_maintenance\\{device=\"gpu01\",port=\"\"\\} [0-9.E]+\n");
      CleanPage.require(fixture);
      assertThat(fixture.type("set", NIC, "pfc", "4", "--yes").text())
          .contains("is in maintenance until", "[maintenance]");
      fixture.end(true);

      fixture.start();
      DaemonFixture.await(() -> drift(fixture).contains("in maintenance until"), "it is forgotten");
      assertThat(fixture.type("status").text()).contains("MAINTENANCE", "new cables");
      assertThat(fixture.pfc(NIC)).as("not mended").isEqualTo("pfc 5");
      assertThat(fixture.get("/api/v1/commits").body()).doesNotContain("\"actor\":\"repair\"");

      assertThat(fixture.type("maintenance", "gpu01", "--end").code()).isZero();

      DaemonFixture.await(() -> fixture.pfc(NIC).equals("pfc 3"), "not mended after its end");
      assertThat(fixture.get("/metrics").body()).doesNotContain("losslessd_maintenance{");
      assertThat(AuditText.of(fixture.folder.resolve("state")))
          .contains("\"maintenance\"", "\"maintenance-ended\"", "new cables");
    }
  }

  @Test
  void itEndsByItself() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", MORE)) {
      fixture.start();
      assertThat(fixture.type("maintenance", NIC, "--for", "1s", "--reason", "a cable").code())
          .isZero();

      DaemonFixture.await(
          () -> audit(fixture).contains("\"maintenance-ended\""), "its end is not written down");

      assertThat(fixture.type("maintenance").text()).isEqualTo("Nothing is in maintenance.\n");
      assertThat(fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes").code()).isZero();
    }
  }

  @Test
  void anOverrideIsTakenAwayAndTheDeviceStaysWhereTheFileWantsNothing() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", MORE)) {
      fixture.start();
      assertThat(fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes").code()).isZero();

      DaemonFixture.Typed dry = fixture.type("unset", NIC, "pfc", "--dry-run");
      DaemonFixture.Typed unset = fixture.type("unset", NIC, "pfc", "--confirm", "--yes");

      assertThat(dry.text()).contains("stays as it is");
      assertThat(unset.code()).as(unset.text()).isZero();
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc 3");
      assertThat(fixture.get("/api/v1/intent").body()).contains("\"revision\":2,\"items\":[]");
      assertThat(fixture.type("unset", NIC, "pfc", "--yes").text()).contains("has no override");
      assertThat(fixture.type("diff").code()).isZero();
      assertThat(audit(fixture)).contains("override 3 goes, the file wants nothing of it");
    }
  }

  private static String drift(DaemonFixture fixture) {
    return fixture.type("findings").text();
  }

  private static String audit(DaemonFixture fixture) {
    return AuditText.of(fixture.folder.resolve("state"));
  }
}
