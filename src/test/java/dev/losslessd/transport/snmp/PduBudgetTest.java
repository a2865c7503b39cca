package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PduBudgetTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong now = new AtomicLong(-5 * SECOND);

  @Test
  void noSecondSeesMoreThanTheCap() {
    PduBudget budget = budget(50);
    long begin = now.get();

    for (int i = 0; i < 500; i++) {
      budget.take();
    }

    assertThat(now.get() - begin).isBetween(98 * SECOND / 10, 10 * SECOND);
  }

  @Test
  void aFewMayGoAtOnce() {
    PduBudget budget = budget(50);
    long begin = now.get();

    for (int i = 0; i < 5; i++) {
      budget.take();
    }

    assertThat(now.get()).isEqualTo(begin);
    budget.take();
    assertThat(now.get()).isEqualTo(begin + SECOND / 50);
  }

  @Test
  void idleTimeIsNotSavedUp() {
    PduBudget budget = budget(10);
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
    PduBudget budget = budget(1);
    long begin = now.get();

    budget.take();
    budget.take();

    assertThat(now.get()).isEqualTo(begin + SECOND);
  }

  private PduBudget budget(int perSecond) {
    return new PduBudget(perSecond, now::get, time -> now.addAndGet(time.toNanos()));
  }
}
