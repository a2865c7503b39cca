package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.losslessd.formulas.EcnBeforePfc.Verdict;
import dev.losslessd.model.Ecn;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EcnBeforePfcTest {
  private static final double MIB = 1 << 20;
  private static final int RESERVED = 4096;

  @Test
  void tridentTwoAsInThePaper() {
    assertThat(EcnBeforePfc.staticXoff(12e6, 32, 8, 22_400)).isCloseTo(24_475, within(0.5));
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
    SharedBuffer buffer = new SharedBuffer(alpha, mib * MIB - headroom - (double) ports * RESERVED);
    assertThat((buffer.queueAtXoff(fanIn) + fanIn * RESERVED) / 1e6)
        .isCloseTo(expected, within(0.005));
  }

  @Test
  void kminMustStayBelowTheSingleIngress() {
    SharedBuffer buffer = new SharedBuffer(1, 4_000_000); // bound: 2 MB
    assertThat(EcnBeforePfc.kminBound(buffer)).isEqualTo(2_000_000);

    assertThat(judge(buffer, 400_000, 1_600_000, 0)).isEqualTo(Verdict.FIRST);
    assertThat(judge(buffer, 400_000, 1_600_000, 400_000)).isEqualTo(Verdict.TIGHT);
    assertThat(judge(buffer, 1_999_999, 2_000_000, 0)).isEqualTo(Verdict.TIGHT);
    assertThat(judge(buffer, 2_000_000, 3_000_000, 0)).isEqualTo(Verdict.TOO_LATE);
  }

  @Test
  void oneIngressAlwaysBindsFirst() {
    Random random = new Random(4714);
    for (int round = 0; round < 20_000; round++) {
      double alpha = Math.scalb(1.0, random.nextInt(-6, 7));
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
  void nonsenseIsNamed() {
    assertThatThrownBy(() -> new SharedBuffer(0, 1)).hasMessageContaining("alpha 0.0");
    assertThatThrownBy(() -> new SharedBuffer(1, 0)).hasMessageContaining("0.0 bytes");
    assertThatThrownBy(() -> new SharedBuffer(Double.NaN, 1)).hasMessageContaining("NaN");
  }

  private static Verdict judge(SharedBuffer buffer, long min, long max, double peak) {
    return EcnBeforePfc.judge(new Ecn.Marking(min, max, 20), buffer, peak);
  }
}
