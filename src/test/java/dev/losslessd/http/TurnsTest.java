package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TurnsTest {
  private final List<Thread> threads = new ArrayList<>();
  private final Turns turns = new Turns(task -> threads.add(Thread.ofVirtual().start(task)));
  private final Semaphore go = new Semaphore(0);

  @AfterEach
  void end() throws InterruptedException {
    go.release(100);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void oneHandshakeRunsAtATimeHoweverManyThereAre() throws InterruptedException {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      turns.execute(() -> {
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        go.acquireUninterruptibly();
        now.decrementAndGet();
        done.countDown();
      });
    }
    go.release(20);
    done.await();

    assertThat(most).hasValue(1);
  }

  @Test
  void aRequestThatWaitsHoldsUpNoHandshake() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      turns.execute(() -> {
        Turns.end();
        go.acquireUninterruptibly();
      });
    }
    CountDownLatch served = new CountDownLatch(1);
    turns.execute(served::countDown);

    assertThat(served.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aTurnEndsWithItsTaskHoweverThatEnds() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      turns.execute(() -> {
        Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
        throw new IllegalStateException("a connection that breaks");
      });
    }
    CountDownLatch served = new CountDownLatch(1);
    turns.execute(served::countDown);

    assertThat(served.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
