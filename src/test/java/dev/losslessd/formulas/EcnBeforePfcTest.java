package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.losslessd.formulas.EcnBeforePfc.Verdict;
import dev.losslessd.model.Ecn;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcnBeforePfcTest {
  private static final double MIB = 1 << 20;
  private static final int RESERVED = 4096;

  @Test
  void tridentTwoAsInThePaper() {
    assertThat(EcnBeforePfc.staticXoff(12e6, 32, 8, 22_400)).isCloseTo(24_475, within(0.5));
    assertThat(EcnBeforePfc.staticKminBound(12e6, 32, 8, 22_400)).isCloseTo(765, within(0.5));
    assertThat(EcnBeforePfc.dynamicKminBound(12e6, 32, 8, 22_400, 8))
        .isCloseTo(21_755, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({
    // simulated queues: B in MiB, ports, headroom of all, alpha, fan-in, expected MB
    "32, 9, 337500, 0.125, 8, 16.62",
    "4, 9, 337500, 0.125, 8, 1.943",
    "32, 3, 84375, 0.5, 1, 11.157",
    "8, 9, 450000, 0.125, 5, 3.060",
  })
  void theQueueAtXoffIsWhatTheSimulatorMeasures(
      double mib, int ports, double headroom, double alpha, int fanIn, double expected) {
    SharedBuffer buffer = SharedBuffer.of(alpha, mib * MIB, headroom, (double) ports * RESERVED);
    assertThat((buffer.queueAtXoff(fanIn) + fanIn * RESERVED) / 1e6)
        .isCloseTo(expected, within(0.005));
  }

  @Test
  void theFirstXoffComesWhenTheIngressIsFull() {
    SharedBuffer eight = SharedBuffer.of(0.125, 32 * MIB, 337_500, 9 * RESERVED);
    double full = eight.ingressAtXoff(8) + RESERVED;
    assertThat(SharedBuffer.secondsToXoff(full, 100.08e9, 100.08e9 / 8))
        .isCloseTo(189.8e-6, within(0.1e-6));
    assertThat(SharedBuffer.secondsToXoff(full, 100e9, 12.5e9)).isCloseTo(190.0e-6, within(0.1e-6));

    SharedBuffer one = SharedBuffer.of(0.5, 32 * MIB, 84_375, 3 * RESERVED);
    double slow = one.ingressAtXoff(1) + RESERVED;
    assertThat(SharedBuffer.secondsToXoff(slow, 100.08e9, 25.02e9))
        .isCloseTo(1189.1e-6, within(0.1e-6));
    assertThat(SharedBuffer.secondsToXoff(slow, 100e9, 25e9)).isCloseTo(1190.0e-6, within(0.1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    // Gb/s, fan-in, cut interval in us, predicted MB of the synchronised start
    "100, 8, 50, 8.6",
    "100, 8, 4, 2.3",
    "40, 8, 50, 3.45",
    "40, 10, 50, 4.6",
    "40, 16, 50, 8.0",
    "40, 20, 50, 10.3",
    "100, 32, 4, 10.6",
  })
  void theStartUpPeakOfAnIncast(double gbps, int fanIn, double cutMicros, double expected) {
    double peak = EcnBeforePfc.startUpPeakBytes(gbps * 1e9, fanIn, 20e-6, cutMicros * 1e-6);
    assertThat(peak / 1e6).isCloseTo(expected, Percentage.withPercentage(2));
  }

  @Test
  void aSingleSenderHasNoPeak() {
    assertThat(EcnBeforePfc.startUpPeakBytes(100e9, 1, 20e-6, 50e-6)).isZero();
  }

  @Test
  void kminMustStayBelowTheSingleIngress() {
    SharedBuffer buffer = new SharedBuffer(1, 4_000_000); // bound: 2 MB
    assertThat(EcnBeforePfc.kminBound(buffer)).isEqualTo(2_000_000);
    assertThat(EcnBeforePfc.kminBound(buffer, 4)).isEqualTo(500_000);

    assertThat(judge(buffer, 400_000, 1_600_000, 0)).isEqualTo(Verdict.FIRST);
    assertThat(judge(buffer, 400_000, 1_600_000, 400_000)).isEqualTo(Verdict.TIGHT);
    assertThat(judge(buffer, 1_999_999, 2_000_000, 0)).isEqualTo(Verdict.TIGHT);
    assertThat(judge(buffer, 2_000_000, 3_000_000, 0)).isEqualTo(Verdict.TOO_LATE);
  }

  @Test
  void oneIngressAlwaysBindsFirst() {
    Random random = new Random(4714);
    for (int round = 0; round < 20_000; round++) {
      double alpha = SharedBuffer.alphaOf(random.nextInt(-6, 7));
      SharedBuffer buffer = new SharedBuffer(alpha, 1 + random.nextInt(1 << 28));
      int fanIn = 1 + random.nextInt(64);
      assertThat(buffer.queueAtXoff(fanIn + 1)).isGreaterThan(buffer.queueAtXoff(fanIn));
      assertThat(buffer.ingressAtXoff(fanIn + 1)).isLessThan(buffer.ingressAtXoff(fanIn));
      assertThat(EcnBeforePfc.kminBound(buffer)).isLessThan(buffer.sharedBytes());
      SharedBuffer larger = new SharedBuffer(alpha * 2, buffer.sharedBytes() + 1);
      assertThat(EcnBeforePfc.kminBound(larger)).isGreaterThan(EcnBeforePfc.kminBound(buffer));
    }
  }

  @Test
  void dynamicThIsAPowerOfTwo() {
    assertThat(SharedBuffer.alphaOf(0)).isEqualTo(1);
    assertThat(SharedBuffer.alphaOf(-2)).isEqualTo(0.25);
    assertThat(SharedBuffer.alphaOf(3)).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({
    "25, 40, 400, 20, 100, 400, 20, 250, 2097, 5",
    "50, 75, 750, 50, 200, 800, 20, 500, 2097, 5",
    "100, 150, 1500, 100, 400, 1600, 20, 1000, 2000, 5",
    "200, 150, 1500, 100, 800, 3200, 20, 2000, 8000, 10",
    "400, 300, 3000, 50, 1600, 6400, 20, 2000, 10000, 5",
    "800, 600, 6000, 50, 3200, 12800, 20, 4000, 20000, 5",
  })
  void adviceBySpeed(int gbps, int a, int b, int c, int d, int e, int f, int g, int h, int i) {
    long rate = gbps * 1000L;
    assertThat(MarkingAdvice.of(rate, MarkingAdvice.Aim.SHORT_QUEUE)).hasValue(kb(a, b, c));
    assertThat(MarkingAdvice.of(rate, MarkingAdvice.Aim.DEFAULT)).hasValue(kb(d, e, f));
    assertThat(MarkingAdvice.of(rate, MarkingAdvice.Aim.THROUGHPUT)).hasValue(kb(g, h, i));
  }

  @Test
  void noAdviceForASpeedThatNobodyTuned() {
    assertThat(MarkingAdvice.of(40_000, MarkingAdvice.Aim.DEFAULT)).isEmpty();
  }

  @Test
  void nonsenseIsNamed() {
    assertThatThrownBy(() -> new SharedBuffer(0, 1)).hasMessageContaining("alpha 0.0");
    assertThatThrownBy(() -> SharedBuffer.of(1, 10, 8, 2)).hasMessageContaining("0.0 bytes");
    assertThatThrownBy(() -> new SharedBuffer(Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> SharedBuffer.secondsToXoff(1, 5, 5))
        .hasMessageContaining("more in than out");
  }

  private static Verdict judge(SharedBuffer buffer, long min, long max, double peak) {
    return EcnBeforePfc.judge(new Ecn.Marking(min, max, 20), buffer, peak);
  }

  private static Ecn.Marking kb(long min, long max, int percent) {
    return new Ecn.Marking(min * 1000, max * 1000, percent);
  }
}
