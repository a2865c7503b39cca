package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateControlTest {
  @Test
  void dceTcpGIsTheWeightOfTheOldAlpha() {
    assertThat(RateControl.gainOf(1019)).isCloseTo(5 / 1024.0, within(1e-12));
    assertThat(1 / RateControl.gainOf(1019)).isCloseTo(205, within(0.5));
    assertThatThrownBy(() -> RateControl.gainOf(1024)).hasMessageContaining("0..1023");
  }

  @Test
  void alphaHalvesIn142MicrosAtTheNicAndIn9MillisInThePaper() {
    assertThat(RateControl.alphaHalfLifeMicros(RateControl.gainOf(1019), 1))
        .isCloseTo(142, within(0.5));
    assertThat(RateControl.alphaHalfLifeMicros(1 / 256.0, 55)).isCloseTo(9740, within(5.0));
  }

  @Test
  void steadyCnpsHalveTheRateAtEachCut() {
    double[] expected = {50, 25, 12.5, 6.25};
    for (int cut = 1; cut <= expected.length; cut++) {
      assertThat(RateControl.rateAfterCuts(100, 1023 / 1024.0, cut))
          .isCloseTo(expected[cut - 1], Percentage.withPercentage(0.5));
    }
  }

  @Test
  void fiveTimerEventsCloseTheGap() {
    assertThat(RateControl.recovered(5)).isCloseTo(0.969, within(0.0005));
  }

  @Test
  void aLargerMinDecFacIsGentler() {
    assertThat(RateControl.cutFactor(1, 11, 0)).isEqualTo(0.5);
    assertThat(RateControl.cutFactor(1, 10, 0)).isZero();
    assertThat(RateControl.cutFactor(1, 10, 50)).isEqualTo(0.5);
    assertThat(RateControl.cutFactor(1, 11, 95)).isEqualTo(0.95);
    assertThat(RateControl.cutFactor(1, 11, 100)).isEqualTo(1);
    assertThat(RateControl.cutFactor(0, 11, 50)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.000370, 0.000318, 11.2",
    "2, 0.000925, 0.000777, 20.2",
    "4, 0.00232, 0.00189, 41.8",
    "8, 0.00583, 0.00455, 93.8",
    "10, 0.00785, 0.00603, 122.6",
  })
  void thePapersSteadyState(int flows, double firstOrder, double exact, double queueKb) {
    assertThat(RateControl.Setup.PAPER.markingProbability(flows))
        .isCloseTo(firstOrder, Percentage.withPercentage(1));
    assertThat(RateControl.queueBytes(exact, 5e3, 200e3, 0.01) / 1e3)
        .isCloseTo(queueKb, Percentage.withPercentage(0.5));
  }

  @Test
  void aboveTheTopOfTheLineTheQueueIsPinned() {
    assertThat(RateControl.queueBytes(0.0109, 5e3, 200e3, 0.01)).isEqualTo(200e3);
  }
}
