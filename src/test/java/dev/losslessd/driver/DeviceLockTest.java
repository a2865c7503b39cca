package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose turn it is with a device, of those that wait. */
class DeviceLockTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final DeviceLock turn = new DeviceLock();
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();

  /** Begins to wait; it waits when this returns. */
  private void waits(String name, DeviceLock.Rank rank) {
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
    assertThat(turn.begin(DeviceLock.Rank.READ, LONG)).isTrue();
    waits("reader 1", DeviceLock.Rank.READ);
    waits("commit", DeviceLock.Rank.COMMIT);
    waits("reader 2", DeviceLock.Rank.READ);
    waits("undo", DeviceLock.Rank.UNDO);

    turn.end();
    join();

    assertThat(order).containsExactly("undo", "commit", "reader 1", "reader 2");
    assertThat(turn.begin(DeviceLock.Rank.READ, Duration.ZERO)).as("free again").isTrue();
  }

  @Test
  void whoGaveUpIsNotWaitedFor() throws Exception {
    assertThat(turn.begin(DeviceLock.Rank.COMMIT, LONG)).isTrue();
    assertThat(turn.begin(DeviceLock.Rank.UNDO, Duration.ofMillis(1))).isFalse();
    waits("undo", DeviceLock.Rank.UNDO);
    waits("reader", DeviceLock.Rank.READ);
    threads.getFirst().interrupt();
    threads.getFirst().join();

    turn.end();
    join();

    assertThat(order).containsExactly("undo interrupted", "reader");
    assertThat(turn.begin(DeviceLock.Rank.READ, Duration.ZERO)).isTrue();
  }

  @Test
  void aCallBelowTheOneThatHasTheTurnNeedsNoneOfItsOwn() throws Exception {
    assertThat(turn.begin(DeviceLock.Rank.UNDO, LONG)).isTrue();
    waits("reader", DeviceLock.Rank.READ);

    String inner =
        turn.lastCall(() ->
            turn.call(
                DeviceLock.Rank.READ,
                () -> {
                  order.add("within the undo");
                  return "read back";
                }));
    join();

    assertThat(inner).isEqualTo("read back");
    assertThat(order).containsExactly("within the undo", "reader");
  }

  @Test
  void anUndoGoesBeforeAPollThatWaitsLonger() throws Exception {
    assertThat(turn.begin(DeviceLock.Rank.COMMIT, LONG)).isTrue();
    polls("poll");
    waits("undo", DeviceLock.Rank.UNDO);

    turn.end();
    join();

    assertThat(order).containsExactly("undo", "poll");
  }

  private void polls(String name) {
    Thread thread =
        Thread.ofPlatform().start(() -> turn.call(DeviceLock.Rank.READ, () -> order.add(name)));
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    threads.add(thread);
  }

  @Test
  void aCallThatThrowsEndsItsTurn() throws Exception {
    assertThatThrownBy(() ->
            turn.call(
                DeviceLock.Rank.READ,
                () -> {
                  throw new IllegalStateException("of the test");
                }))
        .hasMessage("of the test");
    assertThat(turn.begin(DeviceLock.Rank.READ, Duration.ZERO)).isTrue();
  }
}
