package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The daemon's own meters as they are before anything has happened. */
class OwnMetersTest {
  @Test
  void commitsOfEachStateAreCountedFromZeroOn() {
    OwnMeters meters =
        new OwnMeters(
            "1",
            () -> "observe",
            () -> false,
            () -> 0,
            InstantSource.fixed(Instant.EPOCH),
            new CallMeters());

    List<String> page =
        new String(meters.page(PageFormat.PROMETHEUS), StandardCharsets.UTF_8).lines().toList();

    assertThat(Commit.STATES).hasSameSizeAs(Commit.class.getPermittedSubclasses());
    for (String state : Commit.STATES) {
      assertThat(page).contains("losslessd_commits_total{state=\"" + state + "\"} 0.0");
    }
  }
}
