package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseTest {
  @ParameterizedTest
  @CsvSource({
    "10, 3355, 298",
    "40, 839, 1192",
    "100, 336, 2980",
    "200, 168, 5961",
    "400, 83.9, 11921",
    "800, 41.9, 23842",
  })
  void theLongestPauseAndTheFramesThatHoldALink(int gbps, double micros, long frames) {
    long rate = gbps * 1000L;
    assertThat(Pause.seconds(Pause.MOST_QUANTA, rate) * 1e6).isCloseTo(micros, within(0.6));
    assertThat(Math.round(Pause.framesPerSecondToHold(rate))).isEqualTo(frames);
  }

  @Test
  void quantaAndSecondsAreTheSameThing() {
    Random random = new Random(4715);
    for (int round = 0; round < 20_000; round++) {
      int quanta = random.nextInt(Pause.MOST_QUANTA + 1);
      long rate = 1000L * (1 + random.nextInt(1600));
      assertThat(Pause.quanta(Pause.seconds(quanta, rate), rate)).isEqualTo(quanta);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.125, 0.875", "0.25, 0.75"})
  void aSenderIsPausedForTheShareThatItDoesNotGet(double share, double duty) {
    long second = 1_000_000_000;
    assertThat(Pause.duty(Math.round((1 - share) * 1e6), second)).isCloseTo(duty, within(1e-9));
  }

  @Test
  void dutyTakesTheMeasuredTime() {
    assertThat(Pause.duty(10_000, 1_000_000_000)).isEqualTo(0.01);
    assertThat(Pause.duty(10_000, 2_000_000_000)).isEqualTo(0.005);
    assertThatThrownBy(() -> Pause.duty(1, 0)).hasMessageContaining("0 ns");
    assertThatThrownBy(() -> Pause.duty(-1, 1)).hasMessageContaining("-1 us");
  }

  @Test
  void framesBoundTheDutyFromAbove() {
    long second = 1_000_000_000;
    assertThat(Pause.dutyAtMost(2_981, second, 100_000)).isEqualTo(1);
    assertThat(Pause.dutyAtMost(2_981, second, 400_000)).isCloseTo(0.25, within(0.001));
    assertThat(Pause.dutyAtMost(0, second, 400_000)).isZero();
  }

  @Test
  void levelsBeginAboveTheirLimit() {
    assertThat(PauseLevel.of(0)).isEqualTo(PauseLevel.CALM);
    assertThat(PauseLevel.of(0.001)).isEqualTo(PauseLevel.CALM);
    assertThat(PauseLevel.of(0.0011)).isEqualTo(PauseLevel.INFO);
    assertThat(PauseLevel.of(0.011)).isEqualTo(PauseLevel.WARNING);
    assertThat(PauseLevel.of(0.051)).isEqualTo(PauseLevel.MAJOR);
    assertThat(PauseLevel.of(0.201)).isEqualTo(PauseLevel.CRITICAL);
    assertThat(PauseLevel.of(0.98)).isEqualTo(PauseLevel.CRITICAL);
    assertThat(PauseLevel.of(0.99)).isEqualTo(PauseLevel.HELD);
    assertThat(PauseLevel.of(1.01)).isEqualTo(PauseLevel.HELD);
  }

  @Test
  void nonsenseIsNamed() {
    assertThatThrownBy(() -> Pause.seconds(65_536, 100_000)).hasMessageContaining("0..65535");
    assertThatThrownBy(() -> Pause.seconds(1, 0)).hasMessageContaining("0 Mb/s");
  }
}
