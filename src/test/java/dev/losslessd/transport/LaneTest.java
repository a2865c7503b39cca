package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class LaneTest {
  private static final long LONG = 60_000_000_000L;

  @Test
  void strayPermitsDoNotEndTheWait() {
    Thread caller = Thread.currentThread();
    Lane lane =
        new Lane(
            "stray",
            work(() -> {
              for (int stray = 0; stray < 200_000; stray++) {
                LockSupport.unpark(caller);
                Thread.onSpinWait();
              }
              return 7;
            }));

    assertThat(lane.call(LONG)).isEqualTo(7);
    lane.close();
  }

  @Test
  void aCallThatOverrunsIsLeftAloneUntilItReturns() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    Lane lane = new Lane("slow", hanging(hangs, back));

    assertThatThrownBy(() -> lane.call(40_000_000))
        .isInstanceOf(TransportException.class)
        .hasMessage("work: no answer in time (deadline 40 ms)");
    assertThatThrownBy(() -> lane.requireFree(40_000_000)).hasMessage("still waiting for work");

    hangs.countDown();
    back.await();
    lane.close();
  }

  @Test
  void theNextCallWaitsForOneThatWasLeftAlone() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    Lane lane = new Lane("slow", hanging(hangs, new CountDownLatch(1)));
    assertThatThrownBy(() -> lane.call(40_000_000)).hasMessageContaining("no answer in time");

    Thread next = Thread.ofPlatform().start(() -> lane.requireFree(LONG));
    while (next.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    hangs.countDown();
    next.join();

    lane.requireFree(0);
    lane.close();
  }

  @Test
  void aLaneInPlaceThatIsClosedDuringACallReleasesWhenTheCallEnds() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger released = new AtomicInteger();
    Lane lane =
        Lane.inPlace(
            new Lane.Work() {
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
            });
    Thread caller = Thread.ofPlatform().start(() -> assertThat(lane.call(LONG)).isEqualTo(7));
    begun.await();

    assertThatThrownBy(() -> lane.requireFree(1)).hasMessage("still waiting for work");
    lane.close();
    assertThat(released).hasValue(0);
    hangs.countDown();
    caller.join();

    assertThat(released).hasValue(1);
    assertThatThrownBy(() -> lane.call(LONG)).hasMessage("work: closed");
  }

  @Test
  void anInterruptedCallerIsToldSo() {
    CountDownLatch hangs = new CountDownLatch(1);
    Lane lane = new Lane("interrupted", hanging(hangs, new CountDownLatch(1)));

    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> lane.call(LONG)).hasMessage("work: interrupted (deadline 60000 ms)");
    assertThat(Thread.interrupted()).isTrue();
    hangs.countDown();
    lane.close();
  }

  /** Hangs until it is let go, and tells when it has come back. */
  private static Lane.Work hanging(CountDownLatch until, CountDownLatch back) {
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

  private static Lane.Work work(IntSupplier run) {
    return new Lane.Work() {
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
