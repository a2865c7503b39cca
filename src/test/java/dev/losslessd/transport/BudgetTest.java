package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong now = new AtomicLong(-5 * SECOND);

  @Test
  void noSecondSeesMoreThanTheCap() {
    for (int cap : new int[] {1, 9, 10, 19, 50, 997}) {
      Budget budget = budget(cap);
      List<Long> sent = new ArrayList<>();
      for (int i = 0; i < 5 * cap + 5; i++) {
        budget.take();
        sent.add(now.get());
      }

      for (int i = cap; i < sent.size(); i++) {
        assertThat(sent.get(i) - sent.get(i - cap)).as("cap " + cap).isGreaterThanOrEqualTo(SECOND);
      }
      assertThat(sent.getLast() - sent.getFirst())
          .as("cap " + cap)
          .isLessThan(sent.size() * SECOND / cap * 6 / 5);
      now.addAndGet(10 * SECOND);
    }
  }

  @Test
  void noMinuteSeesMoreThanTheCapAndAChangeGoesInOneGo() {
    for (int cap : new int[] {1, 10, 60, 600}) {
      Budget budget = Budget.perMinute(cap, now::get, time -> now.addAndGet(time.toNanos()));
      List<Long> sent = new ArrayList<>();
      for (int i = 0; i < 3 * cap + 3; i++) {
        budget.take();
        sent.add(now.get());
      }

      assertThat(sent.get(Math.max(1, cap / 2) - 1)).as("cap " + cap).isEqualTo(sent.getFirst());
      for (int i = cap; i < sent.size(); i++) {
        assertThat(sent.get(i) - sent.get(i - cap))
            .as("cap " + cap)
            .isGreaterThanOrEqualTo(60 * SECOND);
      }
      now.addAndGet(600 * SECOND);
    }
  }

  @Test
  void aFewMayGoAtOnce() {
    Budget budget = budget(50);
    long begin = now.get();

    for (int i = 0; i < 5; i++) {
      budget.take();
    }

    assertThat(now.get()).isEqualTo(begin);
    budget.take();
    assertThat(now.get()).isEqualTo(begin + Math.ceilDiv(SECOND, 46));
  }

  @Test
  void idleTimeIsNotSavedUp() {
    Budget budget = budget(10);
    budget.take();
    now.addAndGet(3600 * SECOND);
    long begin = now.get();

    budget.take();
    budget.take();
    budget.take();

    assertThat(now.get()).isEqualTo(begin + 2 * SECOND / 10);
  }

  @Test
  void oneASecondIsOneASecond() {
    Budget budget = budget(1);
    long begin = now.get();

    budget.take();
    budget.take();

    assertThat(now.get()).isEqualTo(begin + SECOND);
  }

  private Budget budget(int perSecond) {
    return Budget.perSecond(perSecond, now::get, time -> now.addAndGet(time.toNanos()));
  }
}
