package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host's dead-man timer, where somebody sets the clock. */
class DeadManFilesTest {
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir private Path state;
  private Instant now = Instant.parse("2027-01-01T00:00:00Z");
  private Duration uptime = Duration.ofHours(5);
  private final BootClock boot = new BootClock("boot-1", () -> Optional.of(uptime));

  private boolean isDue(Instant at, BootClock clock) {
    return DeadManFiles.left(state, at, clock).values().stream().anyMatch(Duration::isNegative);
  }

  @Test
  void aClockThatIsSetForwardOrBackMovesNoDeadline() {
    DeadManFiles files = new DeadManFiles(state, () -> now, boot);
    Commit open = open(now.plusSeconds(60));
    files.onCommit(open);

    for (Duration step : List.of(DAY, DAY.negated())) {
      assertThat(isDue(now.plus(step), boot)).isFalse();
      now = now.plus(step);
      files.onCommit(open); // told once more
    }
    uptime = uptime.plusSeconds(181);
    assertThat(isDue(now.minus(DAY), boot)).isTrue();
  }

  @Test
  void aWindowThatIsExtendedAfterTheClockWasSetHasItsNewLength() {
    DeadManFiles files = new DeadManFiles(state, () -> now, boot);
    files.onCommit(open(now.plusSeconds(60)));
    now = now.plus(DAY);
    files.onCommit(open(now.plusSeconds(600)));

    uptime = uptime.plusSeconds(719);
    assertThat(isDue(now, boot)).isFalse();
    uptime = uptime.plusSeconds(2);
    assertThat(isDue(now, boot)).isTrue();
  }

  @Test
  void afterARebootOrAnEarlierReleaseTheClockOfTheWallIsLeft() throws IOException {
    DeadManFiles files = new DeadManFiles(state, () -> now, boot);
    files.onCommit(open(now.plusSeconds(60)));
    BootClock next = new BootClock("boot-2", () -> Optional.of(uptime));

    assertThat(isDue(now.plusSeconds(179), next)).isFalse();
    assertThat(isDue(now.plusSeconds(181), next)).isTrue();

    Files.delete(state.resolve("deadman/boot-c-000001"));
    assertThat(isDue(now.plusSeconds(181), boot)).isTrue();
  }

  @Test
  void nothingStaysOfACommitThatIsDecided() throws IOException {
    DeadManFiles files = new DeadManFiles(state, () -> now, boot);
    files.onCommit(open(now.plusSeconds(60)));
    files.match(List.of());

    try (var left = Files.list(state.resolve("deadman"))) {
      assertThat(left).isEmpty();
    }
  }

  private Commit open(Instant deadline) {
    Plan plan = new Plan("p-1", "d", List.of(), List.of(), List.of());
    return new Commit.AwaitingConfirm(new Commit.Run("c-000001", plan, "uid:0", "", now), deadline);
  }
}
