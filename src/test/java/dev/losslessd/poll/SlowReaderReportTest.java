package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import org.junit.jupiter.api.Test;

class SlowReaderReportTest {
  private static final PollRate QUICK = tempo(0.01);
  private static final PollRate SLOWED = tempo(0.04);
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aReaderThatIsSlowedAndNotInTurnsIsToldOfOnceAMinute() {
    SlowReaderReport.Teller teller = new SlowReaderReport.Teller();

    assertThat(teller.hear(QUICK, 0)).isFalse();
    assertThat(teller.hear(SLOWED, SECOND)).isTrue();
    for (int n = 2; n < 61; n++) {
      assertThat(teller.hear(n % 2 == 0 ? QUICK : SLOWED, n * SECOND)).isFalse();
    }
    assertThat(teller.hear(QUICK, 62 * SECOND)).isTrue();
    assertThat(teller.hear(QUICK, 200 * SECOND)).isFalse();
  }

  private static PollRate tempo(double seconds) {
    return new PollRate(PortId.parse("gpu01:ens1"), "fast", 0.01, seconds, 0.0008);
  }
}
