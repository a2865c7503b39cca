package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private long now = -5;
  private final Backoff backoff = new Backoff(() -> now);

  @Test
  void eachTimeIsTwiceTheLastUpToTenMinutes() {
    for (int seconds : new int[] {10, 20, 40, 80, 160, 320, 600, 600, 600}) {
      backoff.failed("too much");
      assertThat(backoff.reason()).hasValue("not asked for another " + seconds + " s: too much");
      pass(Duration.ofSeconds(seconds));
      assertThat(backoff.reason()).isEmpty();
    }
  }

  @Test
  void whoeverBehavedForLongBeginsAnew() {
    backoff.failed("first");
    pass(Duration.ofSeconds(10));
    backoff.failed("second");
    pass(Duration.ofSeconds(20 + 20 + 61));
    assertThat(backoff.trouble()).isEmpty();

    backoff.failed("third");

    assertThat(backoff.reason()).hasValue("not asked for another 10 s: third");
  }

  @Test
  void whatItDidIsToldForAWhileAfterItIsAskedAgain() {
    assertThat(backoff.trouble()).isEmpty();
    backoff.failed("too much");
    pass(Duration.ofSeconds(11));

    backoff.pass("leaf1");

    assertThat(backoff.trouble()).hasValue("too much");
  }

  @Test
  void nothingIsSentWhileItIsLeftAlone() {
    backoff.failed("too much");

    assertThatThrownBy(() -> backoff.pass("leaf1"))
        .isInstanceOf(TransportException.class)
        .hasMessage("leaf1 is not asked for another 10 s: too much")
        .matches(e -> ((TransportException) e).nothingSent());
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
