package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.SystemThreads;
import dev.losslessd.commit.Guard;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.Heartbeat;
import dev.losslessd.poll.PollScheduler;
import dev.losslessd.poll.PortPoll;
import dev.losslessd.poll.PortSchedule;
import dev.losslessd.poll.SystemScheduler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests of the loops that feed {@code /healthz}: alarms, guards and polls. */
class HeartbeatTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");

  private final AtomicLong nanos = new AtomicLong(1);

  private void later(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static void await(BooleanSupplier there) {
    while (!there.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aLoopIsLateAfterHalfAMinuteOrFiveOfItsPeriods() {
    Heartbeat quick = new Heartbeat("the alarm loop", Duration.ofSeconds(1), nanos::get);
    Heartbeat slow = new Heartbeat("a slow loop", Duration.ofMinutes(1), nanos::get);

    later(Duration.ofSeconds(30));
    assertThat(quick.late()).isEmpty();
    later(Duration.ofSeconds(1));
    assertThat(quick.late()).contains("the alarm loop has not turned for 31 s");
    quick.beat();
    assertThat(quick.late()).isEmpty();
    later(Duration.ofSeconds(269));
    assertThat(slow.late()).isEmpty();
    later(Duration.ofSeconds(1));
    assertThat(slow.late()).isPresent();
  }

  @Test
  void theAlarmLoopBeatsAndRunsWhatItIsGiven() throws InterruptedException {
    CountDownLatch turned = new CountDownLatch(1);
    try (SystemScheduler systemScheduler =
        new SystemScheduler(RealTime.get(), SystemThreads.get())) {
      systemScheduler.beat(turned::countDown);
      turned.await();
      assertThat(systemScheduler.stalled()).isEmpty();
      systemScheduler.alsoTurns(() -> Optional.of("another loop hangs"));
      assertThat(systemScheduler.stalled()).containsExactly("another loop hangs");
    }
  }

  @Test
  void aGuardThatNobodyAsksIsToldUntilItsCommitIsDecided() {
    SweepGuard guard =
        new SweepGuard(
            new GuardSources(
                _ -> Optional.of(PrioritySet.NONE),
                _ -> Optional.empty(),
                _ -> List.of(),
                _ -> Set.of(),
                _ -> {},
                () -> GuardLimits.DEFAULT),
            nanos::get);
    Guard.Watch watch =
        guard.begin(new Guard.Scope(Set.of(), Set.of(PORT), Set.of(), Map.of(), Map.of()));

    later(Duration.ofMinutes(5));
    assertThat(guard.stalled()).as("nothing is judged before all is written").isEmpty();
    watch.applied();
    later(Duration.ofSeconds(31));
    assertThat(guard.stalled()).contains("the guard loop has not turned for 31 s");
    assertThat(watch.breach()).isEmpty();
    assertThat(guard.stalled()).isEmpty();
    later(Duration.ofSeconds(31));
    watch.end();
    assertThat(guard.stalled()).isEmpty();
  }

  @Test
  void thePollLoopOfNicsIsToldWhereAReadHangsAndNobodyTakesOver() {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch reads = new CountDownLatch(1);
    TimeSource time = new TimeSource(InstantSource.system(), nanos::get, _ -> {});
    Duration every = Duration.ofMillis(10);
    Supplier<Sweeper> open =
        () -> {
          reads.countDown();
          await(() -> hangs.getCount() == 0);
          throw new DeviceException(DeviceException.Kind.GONE, "of the test");
        };
    try (PollScheduler<PortId, PortSchedule> scheduler =
        new PollScheduler<>(
            new PollScheduler.Loop("NICs", every, Duration.ZERO),
            port -> new PortSchedule(new PortPoll(port, every, open, time, _ -> {}), every, 0),
            () -> PollScheduler.Round.each(one -> one.poll().run()),
            time,
            SystemThreads.get().platform())) {
      scheduler.follow(List.of(PORT));
      await(() -> reads.getCount() == 0);

      later(Duration.ofSeconds(31));
      assertThat(scheduler.stalled()).contains("the poll loop of NICs has not turned for 31 s");
      scheduler.check();

      await(() -> scheduler.stalled().isEmpty());
      hangs.countDown();
    }
  }
}
