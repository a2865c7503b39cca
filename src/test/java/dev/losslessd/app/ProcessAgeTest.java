package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The age of a process from lines of /proc. */
class ProcessAgeTest {
  /** The 22nd field is 5000 ticks; the name has a blank and a bracket. */
  private static final String STAT =
      "4242 (a (b) c) S 1 4242 4242 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 9 0 5000 1 2 3\n";

  @Test
  void isWhatPassedSinceItsStart() {
    assertThat(ProcessAge.of(STAT, "50.36 190.00\n")).isEqualTo(Duration.ofMillis(360));
  }

  @Test
  void isZeroWhereTheUptimeIsThatOfAContainerOrNothing() {
    assertThat(ProcessAge.of(STAT, "12.00 1.00\n")).isZero();
    assertThat(ProcessAge.of(STAT, "")).isZero();
    assertThat(ProcessAge.of("4242 (java) S 1", "50.36 1.00")).isZero();
  }

  @Test
  void thisProcessHasOne() {
    assertThat(ProcessAge.read()).isPositive();
  }
}
