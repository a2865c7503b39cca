package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who comes next where many ask. */
class FairShareTest {
  private static final long LONG = TimeUnit.MINUTES.toNanos(1);

  @Test
  void whoWasServedLongestAgoComesBeforeTheQueueOfAnother() throws InterruptedException {
    FairShare lane = new FairShare(1, 1);
    Queue<String> order = new ConcurrentLinkedQueue<>();
    assertThat(lane.take("op", 1, 0)).isTrue();
    Thread first = waiting(lane, "op", order);
    Thread second = waiting(lane, "op", order);
    Thread admin = waiting(lane, "admin", order);

    lane.giveBack("op", 1);
    for (Thread one : List.of(first, second, admin)) {
      one.join();
    }

    assertThat(order).containsExactly("admin", "op", "op");
  }

  @Test
  void nobodyHoldsMoreThanItsShare() throws InterruptedException {
    FairShare memory = new FairShare(8, 4);
    assertThat(memory.take("op", 3, 0)).isTrue();

    assertThat(memory.take("op", 2, 0)).isFalse();
    assertThat(memory.take("admin", 4, 0)).isTrue();
    memory.giveBack("op", 3);
    assertThat(memory.take("op", 4, 0)).isTrue();
    assertThat(memory.take("other", 1, 0)).isFalse();
  }

  private static Thread waiting(FairShare lane, String caller, Queue<String> order) {
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                if (lane.take(caller, 1, LONG)) {
                  order.add(caller);
                  lane.giveBack(caller, 1);
                }
              } catch (InterruptedException e) {
                order.add("interrupted");
              }
            });
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }
}
