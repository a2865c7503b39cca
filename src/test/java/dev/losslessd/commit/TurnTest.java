package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Turn turn = new Turn();
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();

  /** Begins to wait; it waits when this returns. */
  private void waits(String name, Turn.Rank rank) {
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                assertThat(turn.begin(rank, LONG)).isTrue();
                order.add(name);
                turn.end();
              } catch (InterruptedException e) {
                order.add(name + " interrupted");
              }
            });
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    threads.add(thread);
  }

  private void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void anUndoGoesFirstThenCommitsThenReadersEachInTheirOrder() throws Exception {
    assertThat(turn.begin(Turn.Rank.READ, LONG)).isTrue();
    waits("reader 1", Turn.Rank.READ);
    waits("commit", Turn.Rank.COMMIT);
    waits("reader 2", Turn.Rank.READ);
    waits("undo", Turn.Rank.UNDO);

    turn.end();
    join();

    assertThat(order).containsExactly("undo", "commit", "reader 1", "reader 2");
    assertThat(turn.begin(Turn.Rank.READ, Duration.ZERO)).as("free again").isTrue();
  }

  @Test
  void whoGaveUpIsNotWaitedFor() throws Exception {
    assertThat(turn.begin(Turn.Rank.COMMIT, LONG)).isTrue();
    assertThat(turn.begin(Turn.Rank.UNDO, Duration.ofMillis(1))).isFalse();
    waits("undo", Turn.Rank.UNDO);
    waits("reader", Turn.Rank.READ);
    threads.getFirst().interrupt();
    threads.getFirst().join();

    turn.end();
    join();

    assertThat(order).containsExactly("undo interrupted", "reader");
    assertThat(turn.begin(Turn.Rank.READ, Duration.ZERO)).isTrue();
  }
}
