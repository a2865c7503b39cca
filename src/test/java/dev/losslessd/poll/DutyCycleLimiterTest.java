package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class DutyCycleLimiterTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  private final DutyCycleLimiter limiter = new DutyCycleLimiter(Duration.ofSeconds(1));
  private long now;
  private long begun = Long.MIN_VALUE;
  private long taken;
  private int changes;

  @Test
  void aSlowReaderIsSlowedAndEndsWithTheSecondQuickRead() {
    reads(20, 50);
    assertThat(seconds()).isEqualTo(2.5);
    reads(20, 200);
    assertThat(seconds()).isEqualTo(10);

    reads(1, 2);
    assertThat(seconds()).isEqualTo(10);
    reads(1, 2);
    assertThat(seconds()).isEqualTo(1);
    reads(100, 2);
    assertThat(seconds()).isEqualTo(1);
  }

  @Test
  void evenFromTheLongestIntervalTwoQuickReadsAreEnough() {
    reads(30, 5000);
    assertThat(seconds()).isEqualTo(60);
    reads(2, 2);
    assertThat(seconds()).isEqualTo(1);
  }

  @Test
  void readsThatGotQuickerButNotQuickEnoughAreMadeMoreOften() {
    reads(20, 200);
    reads(2, 60);
    assertThat(seconds()).isEqualTo(3);
  }

  @Test
  void oneDelayedReadSlowsNothing() {
    reads(100, 2);
    reads(1, 900);
    assertThat(seconds()).isEqualTo(1);
    reads(60, 2);
    reads(1, 30_000);
    assertThat(seconds()).as("one that hangs").isEqualTo(1);
  }

  @Test
  void aReaderThatIsSlowOnlyWhenItIsReadOftenDoesNotGoToAndFro() {
    for (int n = 0; n < 2000; n++) {
      read(limiter.intervalNanos() > SECOND ? 5 * MILLI : 30 * MILLI);
    }
    int early = changes;
    for (int n = 0; n < 200; n++) {
      read(limiter.intervalNanos() > SECOND ? 5 * MILLI : 30 * MILLI);
    }
    assertThat(changes - early).isLessThan(12);
    assertThat(duty()).isLessThan(0.02);
  }

  @Test
  void whateverReadsTakeItIsNoMoreThanTwoPercent() {
    Random random = new Random(20);
    for (LongUnaryOperator story :
        new LongUnaryOperator[] {
          n -> n % 3 == 0 ? 200 * MILLI : MILLI,
          n -> n % 9 < 4 ? 300 * MILLI : MILLI,
          n -> n % 100 < 50 ? 100 * MILLI : MILLI,
          n -> (long) (random.nextDouble() * 80 * MILLI),
          n -> 25 * MILLI
        }) {
      for (int n = 0; n < 3000; n++) {
        read(story.applyAsLong(n));
      }
      assertThat(duty()).isLessThan(0.0205);
    }
  }

  private void reads(int times, long millis) {
    for (int n = 0; n < times; n++) {
      read(millis * MILLI);
    }
  }

  private void read(long nanos) {
    long interval = limiter.intervalNanos();
    limiter.took(nanos, begun == Long.MIN_VALUE ? 0 : now - begun);
    begun = now;
    taken += nanos;
    changes += interval == limiter.intervalNanos() ? 0 : 1;
    now += Math.max(limiter.intervalNanos(), nanos);
  }

  private double duty() {
    return (double) taken / now;
  }

  private double seconds() {
    return limiter.intervalNanos() / (double) SECOND;
  }
}
