package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maintenance and overrides, with the real daemon on a fabric. */
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
    try (Stage stage = new Stage(folder, "enforce", MORE)) {
      stage.start();
      assertThat(stage.type("set", NIC, "pfc", "3", "--confirm").code()).isZero();
      Stage.Typed begun =
          stage.type("maintenance", "gpu01", "--for", "1h", "--reason", "new cables");
      assertThat(begun.code()).as(begun.text()).isZero();
      stage.tell("foreign " + NIC + " pfc 5");
      Stage.await(() -> drift(stage).contains("in maintenance until"), "no drift is told");
      assertThat(drift(stage)).contains("info", "(new cables)").doesNotContain("warning");
      assertThat(stage.get("/metrics").body())
          .containsPattern("losslessd_maintenance\\{device=\"gpu01\",port=\"\"\\} [0-9.E]+\n");
      stage.requireCleanPage();
      assertThat(stage.type("set", NIC, "pfc", "4").text())
          .contains("is in maintenance until", "[maintenance]");
      stage.end(true);

      stage.start();
      Stage.await(() -> drift(stage).contains("in maintenance until"), "it is forgotten");
      assertThat(stage.type("status").text()).contains("MAINTENANCE", "new cables");
      assertThat(stage.pfc(NIC)).as("not mended").isEqualTo("pfc 5");
      assertThat(stage.get("/api/v1/commits").body()).doesNotContain("\"actor\":\"repair\"");

      assertThat(stage.type("maintenance", "gpu01", "--end").code()).isZero();

      Stage.await(() -> stage.pfc(NIC).equals("pfc 3"), "not mended after its end");
      assertThat(stage.get("/metrics").body()).doesNotContain("losslessd_maintenance{");
      assertThat(Files.readString(stage.folder.resolve("state/audit.jsonl")))
          .contains("\"maintenance\"", "\"maintenance-ended\"", "new cables");
    }
  }

  @Test
  void itEndsByItself() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", MORE)) {
      stage.start();
      assertThat(stage.type("maintenance", NIC, "--for", "1s", "--reason", "a cable").code())
          .isZero();

      Stage.await(
          () -> audit(stage).contains("\"maintenance-ended\""), "its end is not written down");

      assertThat(stage.type("maintenance").text()).isEqualTo("Nothing is in maintenance.\n");
      assertThat(stage.type("set", NIC, "pfc", "3", "--confirm").code()).isZero();
    }
  }

  @Test
  void anOverrideIsTakenAwayAndTheDeviceStaysWhereTheFileWantsNothing() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", MORE)) {
      stage.start();
      assertThat(stage.type("set", NIC, "pfc", "3", "--confirm").code()).isZero();

      Stage.Typed dry = stage.type("unset", NIC, "pfc", "--dry-run");
      Stage.Typed unset = stage.type("unset", NIC, "pfc", "--confirm");

      assertThat(dry.text()).contains("stays as it is");
      assertThat(unset.code()).as(unset.text()).isZero();
      assertThat(stage.pfc(NIC)).isEqualTo("pfc 3");
      assertThat(stage.get("/api/v1/intent").body()).contains("\"revision\":2,\"items\":[]");
      assertThat(stage.type("unset", NIC, "pfc").text()).contains("has no override");
      assertThat(stage.type("diff").code()).isZero();
      assertThat(audit(stage)).contains("override 3 goes, the file wants nothing of it");
    }
  }

  private static String drift(Stage stage) {
    return stage.type("findings").text();
  }

  private static String audit(Stage stage) {
    try {
      return Files.readString(stage.folder.resolve("state/audit.jsonl"));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
