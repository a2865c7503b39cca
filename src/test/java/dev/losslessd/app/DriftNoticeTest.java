package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A foreign change on this host is seen because the kernel tells of it, not by the next poll. */
class DriftNoticeTest {
  private static final String NIC = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void aForeignChangeIsSeenByItsNoticeLongBeforeTheNextPoll() throws Exception {
    try (Stage stage = new Stage(folder, "enforce")) {
      Files.writeString(
          stage.config, Files.readString(stage.config).replace("settings: 1s", "settings: 600s"));
      stage.start();
      assertThat(stage.type("set", NIC, "dscp", "26=3", "--confirm").code()).isZero();
      List<Long> millis = new ArrayList<>();

      for (int priority = 4; priority < 8; priority++) {
        String value = "\"26\":" + priority;
        Stage.await(() -> drift(stage).contains("\"items\":[]"), "still adrift");
        long notices = found(stage, "notice");
        long begun = System.nanoTime();
        stage.tell("foreign " + NIC + " app 26:" + priority);
        Stage.await(
            () -> drift(stage).contains(value), "no drift to " + value + ": " + drift(stage));
        millis.add((System.nanoTime() - begun) / 1_000_000);
        assertThat(found(stage, "notice")).isGreaterThan(notices);
        stage.tell("foreign " + NIC + " app 26:3");
      }

      System.out.println("foreign changes were seen after " + millis + " ms");
      // a second look of once a second may have been quicker, the poll of ten minutes not
      System.out.println(
          found(stage, "notice") + " notices, " + found(stage, "glance") + " glances");
    }
  }

  private static String drift(Stage stage) {
    return stage.get("/api/v1/drift").body();
  }

  private static long found(Stage stage, String by) {
    String line = "losslessd_host_changes_found_total{by=\"" + by + "\"} ";
    return stage
        .get("/metrics")
        .body()
        .lines()
        .filter(each -> each.startsWith(line))
        .mapToLong(each -> (long) Double.parseDouble(each.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }
}
