package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.TransportException.Kind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LaneTest {
  private static final long LONG = 20_000_000_000L;
  private static final long SHORT = 20_000_000L;

  /** Work that hangs while the latch is up. */
  private static final class Hanging implements Lane.Work {
    private final CountDownLatch latch = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean hang = true;
    private final AtomicInteger runs = new AtomicInteger();

    @Override
    public int run() {
      int count = runs.incrementAndGet();
      if (hang) {
        try {
          latch.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return count;
    }

    @Override
    public String what() {
      return "ethtool command 1d on eth7";
    }

    @Override
    public void release() {
      released.countDown();
    }
  }

  @Test
  void aStuckCallIsLeftAloneAndLaterOnesFailAtOnce() {
    Hanging work = new Hanging();
    try (Lane lane = new Lane("test", work)) {
      assertThatThrownBy(() -> lane.call(SHORT))
          .hasMessage("ethtool command 1d on eth7: no answer in time (deadline 20 ms)");
      assertThatThrownBy(() -> lane.call(LONG))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT))
          .hasMessage("still waiting for ethtool command 1d on eth7");
      work.latch.countDown();
    }
  }

  @Test
  void afterAStuckCallCameBackTheNextOneWorks() {
    Hanging work = new Hanging();
    try (Lane lane = new Lane("test", work)) {
      assertThatThrownBy(() -> lane.call(SHORT)).isInstanceOf(TransportException.class);

      work.hang = false;
      work.latch.countDown();
      while (!free(lane)) {
        Thread.onSpinWait();
      }

      assertThat(lane.call(LONG)).isEqualTo(2);
      assertThat(lane.call(LONG)).isEqualTo(3);
    }
  }

  private static boolean free(Lane lane) {
    try {
      lane.requireFree();
      return true;
    } catch (TransportException e) {
      return false;
    }
  }

  @Test
  void whatTheWorkThrowsReachesTheCaller() {
    Lane.Work failing =
        new Lane.Work() {
          @Override
          public int run() {
            throw new TransportException(Kind.GARBLED, "seven bytes");
          }

          @Override
          public String what() {
            return "test";
          }

          @Override
          public void release() {}
        };
    try (Lane lane = new Lane("test", failing)) {
      assertThatThrownBy(() -> lane.call(LONG)).hasMessage("seven bytes");
      assertThatThrownBy(() -> lane.call(LONG)).hasMessage("seven bytes");
    }
  }

  @Test
  void closingReleasesOnlyWhenNothingRuns() throws Exception {
    Hanging work = new Hanging();
    Lane lane = new Lane("test", work);
    assertThatThrownBy(() -> lane.call(SHORT)).isInstanceOf(TransportException.class);

    lane.close();
    assertThat(work.released.getCount()).isEqualTo(1);
    work.latch.countDown();

    assertThat(work.released.await(20, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(() -> lane.call(LONG)).hasMessageEndingWith("closed");
  }
}
