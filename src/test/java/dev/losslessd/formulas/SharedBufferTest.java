package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedBufferTest {
  @Test
  void marksMustStartBeforeASingleIngressPauses() {
    assertThat(new SharedBuffer(1, 4_000_000).kminBound()).isEqualTo(2_000_000);
    assertThat(new SharedBuffer(0.125, 9_000_000).kminBound()).isEqualTo(1_000_000);
  }

  @Test
  void theBoundGrowsWithAlphaAndPoolAndStaysBelowThePool() {
    Random random = new Random(4714);
    for (int round = 0; round < 20_000; round++) {
      double alpha = Math.scalb(1.0, random.nextInt(-6, 7));
      SharedBuffer buffer = new SharedBuffer(alpha, 1 + random.nextInt(1 << 28));
      assertThat(buffer.kminBound()).isLessThan(buffer.sharedBytes());
      SharedBuffer larger = new SharedBuffer(alpha * 2, buffer.sharedBytes() + 1);
      assertThat(larger.kminBound()).isGreaterThan(buffer.kminBound());
    }
  }

  @Test
  void nonsenseIsNamed() {
    assertThatThrownBy(() -> new SharedBuffer(0, 1)).hasMessageContaining("alpha 0.0");
    assertThatThrownBy(() -> new SharedBuffer(1, 0)).hasMessageContaining("0.0 bytes");
    assertThatThrownBy(() -> new SharedBuffer(Double.NaN, 1)).hasMessageContaining("NaN");
  }
}
