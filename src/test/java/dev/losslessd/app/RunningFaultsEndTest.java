package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Drops and pauses that go on: how soon they are findings, and that they go away. */
@SystemGroup
class RunningFaultsEndTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void dropsAndPausesAreFindingsWithinTenSecondsAndEnd() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.tell("foreign " + NIC + " pfc 3");
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config).replace("settings: 1s", "settings: 10m"));
      fixture.start();
      DaemonFixture.await(() -> shows(fixture, "\"pfc\""), "PFC is not read");
      assertThat(finding(fixture, "lossless-drops", NIC)).isEmpty();

      Instant begin = Instant.now();
      fixture.tell("drop " + NIC + " 3 50");
      JsonNode drops = await(fixture, "lossless-drops", NIC);
      assertThat(since(drops)).isBetween(begin, begin.plus(SOON));
      assertThat(drops.path("message").asString())
          .contains("drops packets of lossless priority 3", "rx_prio3_discards");

      fixture.tell("load 60");
      Instant storm = Instant.now();
      fixture.tell("storm " + NIC + " 3 on");
      JsonNode pause = await(fixture, "pause", NIC);
      assertThat(since(pause)).isBetween(storm, storm.plus(SOON));
      assertThat(pause.path("message").asString())
          .contains("pauses its peer on priority 3", "tx_prio3_pause_duration");
      fixture.tell("storm " + NIC + " 3 off");
      fixture.tell("load 0");

      DaemonFixture.await(
          Duration.ofSeconds(90),
          () ->
              finding(fixture, "storm", NIC).isEmpty()
                  && finding(fixture, "pause", NIC).isEmpty()
                  && finding(fixture, "lossless-drops", NIC).isEmpty(),
          "the findings stay");
      CleanPage.require(fixture);
    }
  }

  private static boolean shows(DaemonFixture fixture, String word) {
    return fixture.get("/api/v1/ports/gpu01/ens1f0np0/pfc").body().contains(word);
  }

  private static Instant since(JsonNode finding) {
    return Instant.parse(finding.path("since").asString());
  }

  private static JsonNode await(DaemonFixture fixture, String rule, String port) {
    DaemonFixture.await(() -> finding(fixture, rule, port).isPresent(), rule + " is not found");
    return finding(fixture, rule, port).orElseThrow();
  }

  private static Optional<JsonNode> finding(DaemonFixture fixture, String rule, String port) {
    JsonNode all = JsonMapper.shared().readTree(fixture.get("/api/v1/findings").body());
    for (JsonNode one : all.path("items")) {
      if (one.path("rule").asString().equals(rule) && one.path("subject").asString().equals(port)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }
}
