package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Signals that come before, while and after the config file is read. */
class ReloadSignalTest {
  private final Deque<Runnable> threads = new ArrayDeque<>();
  private final ReloadSignal signal = new ReloadSignal(threads::add);
  private final AtomicInteger readings = new AtomicInteger();

  @Test
  void aSignalBeforeTheDaemonIsUpIsObeyedOnceItIs() {
    signal.raised();
    signal.raised();
    assertThat(threads).isEmpty();

    signal.to(readings::incrementAndGet);

    assertThat(threads).hasSize(1);
    threads.remove().run();
    assertThat(readings).hasValue(1);
    assertThat(threads).isEmpty();
  }

  @Test
  void aHundredSignalsWhileTheFileIsReadAreOneMoreReadingOnTheSameThread() {
    signal.to(() -> {
      if (readings.incrementAndGet() == 1) {
        for (int n = 0; n < 100; n++) {
          signal.raised();
        }
      }
    });

    signal.raised();
    assertThat(threads).hasSize(1);
    threads.remove().run();

    assertThat(readings).hasValue(2);
    assertThat(threads).isEmpty();
    signal.raised();
    threads.remove().run();
    assertThat(readings).as("a later one is obeyed as ever").hasValue(3);
  }

  @Test
  void aReadingThatThrowsDoesNotDeafenIt() {
    signal.to(() -> {
      if (readings.incrementAndGet() == 1) {
        throw new IllegalStateException("bug");
      }
    });
    signal.raised();
    Runnable first = threads.remove();
    assertThatThrownBy(first::run).hasMessage("bug");

    signal.raised();

    threads.remove().run();
    assertThat(readings).hasValue(2);
  }

  @Test
  void noSignalIsLostBetweenManyThreads() throws Exception {
    int rounds = 2_000;
    AtomicInteger at = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    CountDownLatch last = new CountDownLatch(1);
    ReloadSignal many = new ReloadSignal(task -> Thread.ofVirtual().start(task));
    many.to(() -> {
      seen.set(at.get());
      if (seen.get() == rounds) {
        last.countDown();
      }
    });

    for (int n = 0; n < rounds; n++) {
      at.incrementAndGet();
      many.raised();
    }

    last.await();
    assertThat(seen).as("what the last reading has seen").hasValue(rounds);
  }
}
