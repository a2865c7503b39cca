package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every order of up to so many events on a NIC and a switch with a timer of its own, and every
 * shorter one with a crash, a step of the clock and an exception of our own at each of its points;
 * both from devices as they were found, and from those on which a commit was confirmed. {@code
 * -Devery=4} for the whole, in two processes.
 */
class EveryInterleavingTest {
  private static final int DEPTH = Integer.getInteger("every", 2);
  private static final int INJECTED = Integer.getInteger("every.injected", Math.max(1, DEPTH - 1));
  private static final int LANES = Integer.getInteger("lanes", DEPTH > 2 ? 2 : 0);
  private static final int MOST = 3;

  @TempDir private Path folder;

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void everyCommitEndsAndDevicesAreAsItsVerdictSays() throws Exception {
    Instant begun = Instant.now();
    Interleavings all = new Interleavings(folder, DEPTH, INJECTED, 0, 1);
    if (LANES == 0) {
      all.explore();
    } else {
      new Lanes(folder, Lanes.USUAL, Interleavings.class)
          .run(LANES, String.valueOf(DEPTH), String.valueOf(INJECTED))
          .forEach(all::add);
    }
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
        Duration.between(begun, Instant.now()).toSeconds());
    all.wrong.stream()
        .limit(100)
        .forEach(text -> System.out.println(text.lines().findFirst().orElse("")));
    assertThat(all.wrong.stream().limit(MOST).toList()).isEmpty();
  }
}
