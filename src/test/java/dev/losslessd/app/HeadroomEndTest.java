package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headroom below need: the queues of the fabric overflow, and the daemon takes it back. */
@SystemGroup
class HeadroomEndTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final String RESOURCE = "/api/v1/ports/gpu01/ens1f0np0/headroom?whileBusy=true";

  private static final String CARVED =
      "{\"bufferOfPriority\":[0,0,0,0,0,0,0,0],\"bufferBytes\":[65536,0,0,0,0,0,0,0]}";

  @TempDir private Path folder;

  @Test
  void headroomThatIsTooSmallForTheCableDropsAndTheCommitUndoesItself() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      // a driver that counts on 7 m: 69 kB are in flight at 500 m and 100 Gb/s, it keeps 56 kB
      fixture.tell("cable 500");
      fixture.tell("load 80");
      fixture.tell("slow " + PORT + " 10 600");
      DaemonFixture.await(() -> paused(fixture), "the slow host does not pause its switch");
      assertThat(discards(fixture)).as("the usual buffers hold what is in flight").isZero();

      HttpResponse<String> put = fixture.put(RESOURCE, CARVED);
      assertThat(put.statusCode()).as(put.body()).isEqualTo(202);
      String commit = put.headers().firstValue("Location").orElseThrow();
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("\"state\":\"rolled-back\""),
          "the guard did not undo");

      assertThat(fixture.get(commit).body())
          .containsPattern(
              "the guard found: "
                  + PORT
                  + " dropped [1-9][0-9]* packets of lossless priority 3 \\(rx_prio3_discards\\)");
      assertThat(fixture.ask(RESOURCE.replace("?whileBusy=true", "")).body())
          .contains("\"status\":{\"state\":\"value\"")
          .doesNotContain("65536");
    }
  }

  @Test
  void whatSomebodyAnsweredForIsTakenBackAllTheSameWhenItDrops() throws Exception {
    String config =
        """
        commit: { settle: 1s }
        links: [ { a: "gpu01:ens1f0np0", b: "leaf1:Ethernet1/1", cable: 500m } ]
        """;
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", config)) {
      fixture.start();
      DaemonFixture.Typed lossless = fixture.type("set", PORT, "pfc", "3", "--confirm", "--yes");
      assertThat(lossless.code()).as(lossless.text()).isZero();
      fixture.tell("cable 500");
      fixture.tell("load 80");
      fixture.tell("slow " + PORT + " 10 600");
      DaemonFixture.await(() -> paused(fixture), "the slow host does not pause its switch");

      HttpResponse<String> refused = fixture.put(RESOURCE, CARVED);
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body())
          .contains("lossless priority 3 has buffer 0 of 65536 bytes")
          .contains("over 500 m");
      HttpResponse<String> waived =
          fixture.put(RESOURCE + "&waive=headroom:nobody%20sends%20much", CARVED);
      assertThat(waived.statusCode()).as(waived.body()).isEqualTo(202);
      String commit = waived.headers().firstValue("Location").orElseThrow();
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("\"state\":\"rolled-back\""),
          "the guard did not undo");

      assertThat(fixture.get(commit).body())
          .contains("\"because\":\"nobody sends much\"")
          .containsPattern(
              "the guard found: "
                  + PORT
                  + " dropped [1-9][0-9]* packets of lossless priority 3 \\(rx_prio3_discards\\)");
      assertThat(fixture.ask(RESOURCE.replace("?whileBusy=true", "")).body())
          .contains("\"status\":{\"state\":\"value\"")
          .doesNotContain("65536");
    }
  }

  private static boolean paused(DaemonFixture fixture) {
    return count(fixture, "roce_pfc_pause_frames_total", "tx") > 0;
  }

  private static long discards(DaemonFixture fixture) {
    return count(fixture, "roce_priority_discards_total", "rx");
  }

  private static long count(DaemonFixture fixture, String family, String direction) {
    String line =
        family
            + "{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\",direction=\""
            + direction
            + "\",priority=\"3\"} ";
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .filter(each -> each.startsWith(line))
        .map(each -> (long) Double.parseDouble(each.substring(line.length())))
        .findFirst()
        .orElse(-1L);
  }
}
