package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon undoes by itself what makes a lossless priority drop, and writes it down. */
class GuardEndTest {
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void aDropOnALosslessPriorityDuringTheWindowUndoesTheCommit() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", "commit: { settle: 1s }\n")) {
      stage.start();
      assertThat(stage.type("set", PORT, "pfc", "3", "--wait").code()).isZero();
      assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");

      // drops within the settle time are excused, so it goes on dropping
      Stage.await(
          () -> {
            stage.tell("drop " + PORT + " 3 2");
            return stage.get("/api/v1/commits").body().contains("\"state\":\"rolled-back\"");
          },
          "the guard did not undo");

      assertThat(stage.pfc(PORT)).isEqualTo("pfc none");
      assertThat(stage.get("/api/v1/commits/c-000001").body())
          .contains("the guard found: " + PORT + " dropped ")
          .contains("packets of lossless priority 3 (rx_prio3_discards)");
      stage.type("freeze");
      stage.type("set", PORT, "pfc", "4", "--wait");
      stage.type("thaw");

      Path audit = folder.resolve("state/audit.jsonl");
      List<String> lines = Files.readAllLines(audit);
      assertThat(lines).hasSize(7);
      assertThat(lines.get(0))
          .contains("\"event\":\"submit\"")
          .contains("{\"setting\":\"" + PORT + " pfc\",\"before\":\"none\",\"after\":\"3\"}");
      assertThat(lines.get(1)).contains("\"event\":\"applied\"");
      assertThat(lines.get(2)).contains("\"event\":\"undoing\",\"actor\":\"daemon\"");
      assertThat(lines.get(3)).contains("\"event\":\"rolled-back\",\"actor\":\"daemon\"");
      assertThat(lines.get(4)).contains("\"event\":\"freeze\"");
      assertThat(lines.get(5)).contains("\"event\":\"refused\"").contains(PORT);
      assertThat(lines.get(6)).contains("\"event\":\"thaw\"").contains("\"from\":\"socket\"");
      assertVerify(stage, audit);
    }
  }

  private static void assertVerify(Stage stage, Path audit) throws Exception {
    Stage.Typed whole = stage.type("audit", "verify", "--config", stage.config.toString());
    assertThat(whole.text()).isEqualTo(audit + ": whole, 7 lines\n");
    assertThat(whole.code()).isZero();
    String text = Files.readString(audit);
    Files.writeString(audit, text.replace("rolled-back", "rolled-bacc"));

    Stage.Typed broken = stage.type("audit", "verify", audit.toString());

    assertThat(broken.code()).isEqualTo(1);
    assertThat(broken.text()).startsWith(audit + ":4 line is not a line of an audit");
  }

  @Test
  void dropsOnALossyPriorityAreNobodysFault() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", "commit: { settle: 0s }\n")) {
      stage.start();
      assertThat(stage.type("set", PORT, "pfc", "3", "--wait").code()).isZero();
      Stage.await(() -> discards(stage, 0) == 0, "no counters");
      stage.tell("drop " + PORT + " 0 500");
      Stage.await(() -> discards(stage, 0) >= 500, "the drops do not show");

      assertThat(stage.type("confirm").code()).isZero();
      assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");
      assertThat(Files.readString(folder.resolve("state/audit.jsonl")))
          .contains("\"event\":\"confirmed\",\"actor\":\"uid:");
    }
  }

  private static long discards(Stage stage, int priority) {
    String line =
        "roce_priority_discards_total{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\","
            + "direction=\"rx\",priority=\""
            + priority
            + "\"} ";
    return stage
        .get("/metrics")
        .body()
        .lines()
        .filter(each -> each.startsWith(line))
        .map(each -> (long) Double.parseDouble(each.substring(line.length())))
        .findFirst()
        .orElse(-1L);
  }
}
