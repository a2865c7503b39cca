package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FreshTest {
  private static final long SECOND = 1_000_000_000L;

  private long tick;
  private int reads;
  private long takes;
  private final Fresh<Integer> fresh = new Fresh<>(() -> tick, this::read);

  private int read() {
    tick += takes;
    return ++reads;
  }

  @Test
  void whatTookLongToReadIsUsedForTwoSecondsToo() {
    takes = 30 * SECOND;

    assertThat(fresh.now()).isEqualTo(1);
    tick += 2 * SECOND;
    assertThat(fresh.now()).isEqualTo(1);
    tick += 1;
    assertThat(fresh.now()).isEqualTo(2);
  }

  @Test
  void workThatBreaksOffIsForgottenToo() {
    fresh.now();

    assertThatThrownBy(() ->
            fresh.changing(() -> {
              throw new IllegalStateException("the line broke");
            }))
        .hasMessage("the line broke");

    assertThat(fresh.now()).isEqualTo(2);
    assertThat(fresh.again()).isEqualTo(3);
  }
}
