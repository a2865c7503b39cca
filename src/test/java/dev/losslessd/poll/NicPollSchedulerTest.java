package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.DaemonFixture;
import dev.losslessd.app.SystemThreads;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** NICs whose ports share a thread, as long as none of them holds up the others. */
class NicPollSchedulerTest {
  private static final PortId FIRST = PortId.parse("gpu01:ens1");
  private static final PortId SECOND = PortId.parse("gpu01:ens2");
  private static final PortId THIRD = PortId.parse("gpu01:ens3");
  private static final Duration PATIENCE = Duration.ofMillis(400);

  /** By what thread each port was last read, and how often. */
  private final Map<PortId, Thread> threads = new ConcurrentHashMap<>();

  private final Map<PortId, AtomicInteger> reads = new ConcurrentHashMap<>();
  private final Map<PortId, Thread> closed = new ConcurrentHashMap<>();
  private final CountDownLatch answers = new CountDownLatch(1);
  private volatile boolean hangs;
  private volatile long takesNanos;

  @Test
  void portsThatAreWellShareAThread() {
    try (PollScheduler<PortId, PortSchedule> scheduler = sweeps(100)) {
      assertThat(scheduler.follow(List.of(FIRST, SECOND, THIRD))).isEmpty();
      more(scheduler, 3, FIRST, SECOND, THIRD);

      assertThat(threads).hasSize(3);
      assertThat(threads.values().stream().distinct()).hasSize(1);
    }
  }

  @Test
  void aReadThatHangsHoldsUpItsPortAlone() {
    try (PollScheduler<PortId, PortSchedule> scheduler = sweeps(100)) {
      scheduler.follow(List.of(FIRST, SECOND, THIRD));
      more(scheduler, 2, FIRST, SECOND, THIRD);

      hangs = true;
      int before = reads(SECOND);
      more(scheduler, 10, FIRST, THIRD);
      assertThat(reads(SECOND)).isBetween(before, before + 1);

      hangs = false;
      answers.countDown();
      more(scheduler, 3, FIRST, SECOND, THIRD);
      assertThat(threads.get(SECOND)).isNotEqualTo(threads.get(FIRST));
      assertThat(threads.get(THIRD)).isEqualTo(threads.get(FIRST));
    }
  }

  @Test
  void aPortThatHangsAndLeavesIsClosedWhenItsReadEnds() {
    try (PollScheduler<PortId, PortSchedule> scheduler = sweeps(100)) {
      scheduler.follow(List.of(FIRST, SECOND));
      more(scheduler, 2, FIRST, SECOND);

      hangs = true;
      more(scheduler, 3, FIRST);
      assertThat(scheduler.follow(List.of(FIRST))).containsExactly(SECOND);
      more(scheduler, 3, FIRST);
      assertThat(closed).isEmpty();

      answers.countDown();
      DaemonFixture.await(() -> closed.containsKey(SECOND), "not closed");
      assertThat(closed.get(SECOND)).isEqualTo(threads.get(SECOND));
      assertThat(scheduler.of(SECOND)).isEmpty();
    }
  }

  @Test
  void aSlowPortGetsAThreadOfItsOwn() {
    try (PollScheduler<PortId, PortSchedule> scheduler = sweeps(50)) {
      takesNanos = 5_000_000;
      scheduler.follow(List.of(FIRST, SECOND));

      // a median of nine reads is what slows it
      DaemonFixture.await(
          () -> reads(SECOND) > 10 && !Objects.equals(threads.get(SECOND), threads.get(FIRST)),
          "still together");
      more(scheduler, 2, FIRST, SECOND);
      assertThat(scheduler.all().map(one -> one.poll().pollRate()))
          .anyMatch(one -> one.isSlowed() && one.port().equals(SECOND));
    }
  }

  @Test
  void aPortThatLeavesIsClosedByWhoReadIt() {
    try (PollScheduler<PortId, PortSchedule> scheduler = sweeps(100)) {
      scheduler.follow(List.of(FIRST, SECOND));
      more(scheduler, 1, FIRST, SECOND);

      assertThat(scheduler.follow(List.of(FIRST))).containsExactly(SECOND);
      DaemonFixture.await(() -> closed.containsKey(SECOND), "not closed");
      assertThat(closed).containsExactly(Map.entry(SECOND, threads.get(FIRST)));
      more(scheduler, 2, FIRST);
    }
    DaemonFixture.await(() -> closed.containsKey(FIRST), "not closed at the end");
  }

  private PollScheduler<PortId, PortSchedule> sweeps(int everyMillis) {
    Duration every = Duration.ofMillis(everyMillis);
    TimeSource time = RealTime.get();
    return new PollScheduler<>(
        new PollScheduler.Loop("NICs", every, PATIENCE),
        port -> {
          PortPoll poll = new PortPoll(port, every, () -> new Device(port), time, _ -> {});
          return new PortSchedule(poll, every, time.ticks());
        },
        () -> PollScheduler.Round.each(one -> one.poll().run()),
        time,
        SystemThreads.get().platform());
  }

  /** Polls until each of these ports was read this many more times. */
  private void more(PollScheduler<PortId, PortSchedule> scheduler, int count, PortId... ports) {
    for (PortId port : ports) {
      int before = reads(port);
      DaemonFixture.await(
          () -> {
            scheduler.check();
            return reads(port) >= before + count;
          },
          port + " is not read");
    }
  }

  private int reads(PortId port) {
    return reads.computeIfAbsent(port, _ -> new AtomicInteger()).get();
  }

  /** A NIC that does as this test says. */
  private final class Device implements Sweeper {
    private final PortId port;

    Device(PortId port) {
      this.port = port;
    }

    @Override
    public Sweep sweep(long atMillis, long tickNanos) {
      if (port.equals(SECOND)) {
        hang();
        long end = System.nanoTime() + takesNanos;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
      threads.put(port, Thread.currentThread());
      reads.computeIfAbsent(port, _ -> new AtomicInteger()).incrementAndGet();
      return new Sweep(port, new Schema(List.of()), new long[0], new byte[0], atMillis, tickNanos);
    }

    private void hang() {
      try {
        assertThat(!hangs || answers.await(1, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      closed.put(port, Thread.currentThread());
    }
  }
}
