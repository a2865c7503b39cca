package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The places of many targets in one period. */
class PollSlotTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Duration PERIOD = Duration.ofSeconds(30);

  @Test
  void aThousandTargetsAreSpreadOverThePeriod() {
    int[] inSecond = new int[30];
    for (int place = 0; place < 1000; place++) {
      PollSlot pollSlot = new PollSlot(PERIOD, place, 1000, 0);
      pollSlot.began();
      pollSlot.ended(pollSlot.dueNanos() - 1);
      inSecond[(int) (pollSlot.dueNanos() / SECOND % 30)]++;
    }

    assertThat(IntStream.of(inSecond).max().orElseThrow()).isLessThan(40);
    assertThat(IntStream.of(inSecond).min().orElseThrow()).isGreaterThan(27);
  }

  @Test
  void theFirstTimeComesEarlyAndTheNextIsNotAtOnce() {
    for (int place = 0; place < 32; place++) {
      PollSlot pollSlot = new PollSlot(PERIOD, place, 32, 100);
      long first = pollSlot.dueNanos();
      assertThat(first - 100).isBetween(0L, SECOND);

      pollSlot.began();

      assertThat(pollSlot.dueNanos() - first).isBetween(15 * SECOND, 45 * SECOND);
    }
  }

  @Test
  void aSweepThatTakesTooLongMissesTimesAndDoesNotMakeUpForThem() {
    PollSlot pollSlot = new PollSlot(PERIOD, 0, 1, 0);
    pollSlot.began();
    assertThat(pollSlot.ended(SECOND)).isZero();
    assertThat(pollSlot.dueNanos()).isEqualTo(30 * SECOND);

    pollSlot.began();
    long late = pollSlot.ended(125 * SECOND);

    assertThat(late).isEqualTo(3);
    assertThat(pollSlot.missed()).isEqualTo(3);
    assertThat(pollSlot.dueNanos()).isEqualTo(150 * SECOND);
  }

  @Test
  void aShorterPeriodCountsFromNowOnAndALongerOneFromTheNextTime() {
    PollSlot pollSlot = new PollSlot(PERIOD, 0, 1, 0);
    pollSlot.began();
    assertThat(pollSlot.dueNanos()).isEqualTo(30 * SECOND);

    pollSlot.period(Duration.ofSeconds(2), 5 * SECOND);
    assertThat(pollSlot.dueNanos()).isEqualTo(7 * SECOND);

    pollSlot.period(Duration.ofSeconds(60), 6 * SECOND);
    assertThat(pollSlot.dueNanos()).as("no poll is put off").isEqualTo(7 * SECOND);
    pollSlot.began();
    assertThat(pollSlot.ended(8 * SECOND)).as("missed").isZero();
    assertThat(pollSlot.dueNanos()).isEqualTo(67 * SECOND);
  }

  @Test
  void aPeriodThatIsSetAgainAndAgainPutsNoPollOff() {
    PollSlot pollSlot = new PollSlot(PERIOD, 0, 1, 0);
    pollSlot.began();

    for (long now = 0; now < 30 * SECOND; now += SECOND / 10) {
      pollSlot.period(PERIOD, now);
    }

    assertThat(pollSlot.dueNanos()).isEqualTo(30 * SECOND);
  }

  @Test
  void anOverdueTargetStaysDueWhateverThePeriodBecomes() {
    PollSlot pollSlot = new PollSlot(PERIOD, 0, 1, 0);

    pollSlot.period(Duration.ofSeconds(60), 5 * SECOND);

    assertThat(pollSlot.dueNanos()).isZero();
    pollSlot.began();
    pollSlot.ended(6 * SECOND);
    assertThat(pollSlot.dueNanos()).isEqualTo(60 * SECOND);
  }
}
