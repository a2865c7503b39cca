package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every order of up to so many events on a NIC and a switch with a timer of its own, and every
 * shorter one with a crash, a step of the clock and an exception of our own at each of its points;
 * both from devices as they were found, and from those on which a commit was confirmed. {@code
 * bin/test --long every} takes four events, in two processes. What they have found so far is in
 * {@code target/every-*.txt}.
 */
@SystemGroup
class EveryInterleavingTest {
  private static final int DEPTH = Integer.getInteger("every", 2);
  private static final int INJECTED = Integer.getInteger("every.injected", Math.max(1, DEPTH - 1));
  private static final int LANES = Integer.getInteger("lanes", DEPTH > 2 ? 2 : 0);

  /** Lanes of a campaign run all orders; without one, one share of so many is a sample. */
  private static final int SHARES = DEPTH > 2 ? Math.max(1, LANES) : 3;

  private static final int MOST = 3;

  @TempDir private Path folder;

  @Test
  @Timeout(value = 4, unit = TimeUnit.HOURS)
  void everyCommitEndsAndDevicesAreAsItsVerdictSays() throws Exception {
    Instant begun = Instant.now();
    Interleavings all =
        new Interleavings(folder, Interleavings.report(0), DEPTH, INJECTED, 0, SHARES);
    try {
      if (LANES == 0) {
        all.explore();
      } else {
        var _ =
            new Lanes(folder, Lanes.USUAL, Interleavings.class)
                .run(LANES, String.valueOf(DEPTH), String.valueOf(INJECTED));
      }
    } finally {
      for (int lane = 0; lane < LANES; lane++) {
        Path report = Interleavings.report(lane);
        all.add(Files.exists(report) ? Files.readAllLines(report) : List.of());
      }
      print(all, Duration.between(begun, Instant.now()));
    }
    assertThat(all.wrong.stream().limit(MOST).toList()).isEmpty();
  }

  private static void print(Interleavings all, Duration took) {
    System.out.printf(
        "%d kinds of events, up to %d in each order: %d sequences, %d with something wrong at a"
            + " point of up to %d events, %d states, %d violations, %d s%n",
        Event.values().length,
        DEPTH,
        all.sequences,
        all.injections,
        INJECTED,
        all.states.size(),
        all.wrong.size(),
        took.toSeconds());
    all.wrong.stream()
        .limit(100)
        .forEach(text -> System.out.println(text.lines().findFirst().orElse("")));
  }
}
