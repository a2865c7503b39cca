package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseTest {
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
}
