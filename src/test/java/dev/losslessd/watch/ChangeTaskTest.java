package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Leaves that are read in turn, most of which bring nothing new. */
class ChangeTaskTest {
  private final AtomicInteger cables = new AtomicInteger(1);
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final List<Integer> taken = new ArrayList<>();

  @Test
  void manyChangesAreOneRunAndWithoutChangesThereIsNone() {
    ChangeTask<Integer> task = task(() -> taken.add(cables.get()));
    assertThat(task.look()).isTrue();
    cables.set(2);
    assertThat(task.look()).isTrue();
    assertThat(waiting).hasSize(1);

    waiting.remove().run();
    assertThat(taken).containsExactly(2);
    assertThat(task.look()).isFalse();
    assertThat(waiting).isEmpty();
    cables.set(3);
    assertThat(task.look()).isTrue();
    assertThat(waiting).hasSize(1);
  }

  @Test
  void aRunThatFailedIsDoneAgain() {
    ChangeTask<Integer> task =
        task(() -> {
          throw new IllegalStateException("planted");
        });
    assertThat(task.look()).isTrue();
    assertThatThrownBy(waiting.remove()::run).hasMessage("planted");

    assertThat(task.look()).isTrue();
    assertThat(waiting).hasSize(1);
  }

  private ChangeTask<Integer> task(Runnable work) {
    return new ChangeTask<>(waiting::add, cables::get, work);
  }
}
