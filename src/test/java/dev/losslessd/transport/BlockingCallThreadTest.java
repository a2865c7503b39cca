package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class BlockingCallThreadTest {
  private static final long LONG = 60_000_000_000L;

  @Test
  void strayPermitsDoNotEndTheWait() {
    Thread caller = Thread.currentThread();
    BlockingCallThread blockingCallThread =
        new BlockingCallThread(
            "stray",
            work(() -> {
              for (int stray = 0; stray < 200_000; stray++) {
                LockSupport.unpark(caller);
                Thread.onSpinWait();
              }
              return 7;
            }),
            false);

    assertThat(blockingCallThread.call(LONG)).isEqualTo(7);
    blockingCallThread.close();
  }

  @Test
  void aCallThatOverrunsIsLeftAloneUntilItReturns() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    BlockingCallThread blockingCallThread =
        new BlockingCallThread("slow", hanging(hangs, back), false);

    assertThatThrownBy(() -> blockingCallThread.call(40_000_000))
        .isInstanceOf(TransportException.class)
        .hasMessage("work: no answer in time (deadline 40 ms)");
    assertThatThrownBy(() -> blockingCallThread.requireFree(40_000_000))
        .hasMessage("still waiting for work");

    hangs.countDown();
    back.await();
    blockingCallThread.close();
  }

  @Test
  void theNextCallWaitsForOneThatWasLeftAlone() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    BlockingCallThread blockingCallThread =
        new BlockingCallThread("slow", hanging(hangs, new CountDownLatch(1)), false);
    assertThatThrownBy(() -> blockingCallThread.call(40_000_000))
        .hasMessageContaining("no answer in time");

    Thread next = Thread.ofPlatform().start(() -> blockingCallThread.requireFree(LONG));
    while (next.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    hangs.countDown();
    next.join();

    blockingCallThread.requireFree(0);
    blockingCallThread.close();
  }

  @Test
  void aLaneInPlaceThatIsClosedDuringACallReleasesWhenTheCallEnds() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger released = new AtomicInteger();
    BlockingCallThread blockingCallThread =
        new BlockingCallThread(
            "in place",
            new BlockingCallThread.Work() {
              @Override
              public int run() {
                begun.countDown();
                try {
                  hangs.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                return 7;
              }

              @Override
              public String what() {
                return "work";
              }

              @Override
              public void release() {
                released.incrementAndGet();
              }
            },
            true);
    Thread caller =
        Thread.ofPlatform().start(() -> assertThat(blockingCallThread.call(LONG)).isEqualTo(7));
    begun.await();

    assertThatThrownBy(() -> blockingCallThread.requireFree(1))
        .hasMessage("still waiting for work");
    blockingCallThread.close();
    assertThat(released).hasValue(0);
    hangs.countDown();
    caller.join();

    assertThat(released).hasValue(1);
    assertThatThrownBy(() -> blockingCallThread.call(LONG)).hasMessage("work: closed");
  }

  @Test
  void anInterruptedCallerIsToldSo() {
    CountDownLatch hangs = new CountDownLatch(1);
    BlockingCallThread blockingCallThread =
        new BlockingCallThread("interrupted", hanging(hangs, new CountDownLatch(1)), false);

    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> blockingCallThread.call(LONG))
        .hasMessage("work: interrupted (deadline 60000 ms)");
    assertThat(Thread.interrupted()).isTrue();
    hangs.countDown();
    blockingCallThread.close();
  }

  /** Hangs until it is let go, and tells when it has come back. */
  private static BlockingCallThread.Work hanging(CountDownLatch until, CountDownLatch back) {
    return work(() -> {
      try {
        until.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      back.countDown();
      return 7;
    });
  }

  private static BlockingCallThread.Work work(IntSupplier run) {
    return new BlockingCallThread.Work() {
      @Override
      public int run() {
        return run.getAsInt();
      }

      @Override
      public String what() {
        return "work";
      }

      @Override
      public void release() {}
    };
  }
}
