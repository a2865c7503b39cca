package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.InputBudget.Room;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class InputBudgetTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(20);

  private final InputBudget budget = new InputBudget(1000);

  @Test
  void oneDeviceMayHaveAQuarterOfThePoolAndThenAllTheRest() {
    InputBudget.Account one = budget.account();

    assertThat(one.take(50, 0)).isEqualTo(Room.TAKEN);
    assertThat(one.take(800, 0)).isEqualTo(Room.TAKEN);
    assertThat(one.take(1, LONG)).isEqualTo(Room.TOO_MUCH);
    assertThat(budget.held()).isEqualTo(850);

    one.done();
    assertThat(budget.held()).isZero();
  }

  @Test
  void theRestIsForOneAtATimeInTheOrderOfAsking() throws Exception {
    InputBudget.Account first = budget.account();
    InputBudget.Account second = budget.account();
    InputBudget.Account third = budget.account();
    assertThat(first.take(700, 0)).isEqualTo(Room.TAKEN);
    assertThat(second.take(700, 0)).isEqualTo(Room.LATE);

    CompletableFuture<Room> waiting = waiting(second);
    first.done();

    assertThat(waiting.get()).isEqualTo(Room.TAKEN);
    assertThat(third.tryTake(51)).isFalse();
    assertThat(third.tryTake(50)).isTrue();
    assertThat(budget.peak()).isLessThanOrEqualTo(1000);
  }

  private static CompletableFuture<Room> waiting(InputBudget.Account account) throws Exception {
    CompletableFuture<Room> room = new CompletableFuture<>();
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              begun.countDown();
              room.complete(account.take(700, LONG));
            });
    begun.await();
    while (thread.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
    return room;
  }

  @Test
  void whatIsTakenInATurnIsHeldUntilItsEnd() {
    InputBudget.Account one = budget.account();
    one.begin();
    one.tryTake(300);

    one.done();
    assertThat(budget.held()).isEqualTo(300);

    one.end();
    assertThat(budget.held()).isZero();
  }

  @Test
  void whatIsGivenBackIsForOthers() {
    InputBudget.Account one = budget.account();
    one.tryTake(40);
    one.tryTake(600);

    one.give(600);

    assertThat(budget.held()).isEqualTo(40);
    assertThat(budget.account().tryTake(700)).isTrue();
  }
}
