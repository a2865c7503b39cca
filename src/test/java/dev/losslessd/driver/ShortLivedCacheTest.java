package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShortLivedCacheTest {
  private static final long SECOND = 1_000_000_000L;

  private long tick;
  private int reads;
  private long takes;
  private final ShortLivedCache<Integer> shortLivedCache =
      new ShortLivedCache<>(() -> tick, this::read);

  private int read() {
    tick += takes;
    return ++reads;
  }

  @Test
  void whatTookLongToReadIsUsedForTwoSecondsToo() {
    takes = 30 * SECOND;

    assertThat(shortLivedCache.now()).isEqualTo(1);
    tick += 2 * SECOND;
    assertThat(shortLivedCache.now()).isEqualTo(1);
    tick += 1;
    assertThat(shortLivedCache.now()).isEqualTo(2);
  }

  @Test
  void workThatBreaksOffIsForgottenToo() {
    shortLivedCache.now();

    assertThatThrownBy(() ->
            shortLivedCache.changing(() -> {
              throw new IllegalStateException("the line broke");
            }))
        .hasMessage("the line broke");

    assertThat(shortLivedCache.now()).isEqualTo(2);
    assertThat(shortLivedCache.again()).isEqualTo(3);
  }
}
