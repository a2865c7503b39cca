package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A foreign change on this host is seen because the kernel tells of it, not by the next poll. */
@SystemGroup
class DriftNoticeTest {
  private static final String NIC = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void aForeignChangeIsSeenByItsNoticeLongBeforeTheNextPoll() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config).replace("settings: 1s", "settings: 600s"));
      fixture.start();
      assertThat(fixture.type("set", NIC, "dscp", "26=3", "--confirm", "--yes").code()).isZero();
      List<Long> millis = new ArrayList<>();

      for (int priority = 4; priority < 8; priority++) {
        String value = "\"26\":" + priority;
        DaemonFixture.await(() -> drift(fixture).contains("\"items\":[]"), "still adrift");
        long notices = found(fixture, "notice");
        long begun = System.nanoTime();
        fixture.tell("foreign " + NIC + " app 26:" + priority);
        DaemonFixture.await(
            () -> drift(fixture).contains(value), "no drift to " + value + ": " + drift(fixture));
        millis.add((System.nanoTime() - begun) / 1_000_000);
        DaemonFixture.await(() -> found(fixture, "notice") > notices, "no notice is counted");
        fixture.tell("foreign " + NIC + " app 26:3");
      }

      System.out.println("foreign changes were seen after " + millis + " ms");
      // a second look of once a second may have been quicker, the poll of ten minutes not
      System.out.println(
          found(fixture, "notice") + " notices, " + found(fixture, "glance") + " glances");
    }
  }

  private static String drift(DaemonFixture fixture) {
    return fixture.get("/api/v1/drift").body();
  }

  private static long found(DaemonFixture fixture, String by) {
    String line = "losslessd_host_changes_found_total{by=\"" + by + "\"} ";
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .filter(each -> each.startsWith(line))
        .mapToLong(each -> (long) Double.parseDouble(each.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }
}
