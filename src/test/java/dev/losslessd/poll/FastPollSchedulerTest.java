package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.DaemonFixture;
import dev.losslessd.app.SystemThreads;
import dev.losslessd.driver.BatchedStatRead;
import dev.losslessd.driver.FastReader;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FastPollSchedulerTest {
  private static final PortId HANGING = PortId.parse("gpu01:ens1");
  private static final PortId OTHER = PortId.parse("gpu01:ens2");

  private final AtomicInteger under = new AtomicInteger();
  private final CountDownLatch hangs = new CountDownLatch(1);
  private final CountDownLatch answers = new CountDownLatch(1);
  private volatile CountDownLatch reads = new CountDownLatch(0);
  private volatile CountDownLatch again = new CountDownLatch(0);

  @Test
  void aReadThatHangsHoldsUpItsOwnPortAloneAndThatUntilItEnds() throws Exception {
    try (PollScheduler<PortId, FastPortSchedule> sweeps =
        new PollScheduler<>(
            new PollScheduler.Loop("fast", Duration.ofSeconds(1), Duration.ofMillis(50)),
            port -> new FastPortSchedule(poll(port), System::nanoTime),
            this::round,
            RealTime.get(),
            SystemThreads.get().platform())) {
      sweeps.follow(List.of(HANGING, OTHER));
      hangs.await();

      reads = new CountDownLatch(20);
      await(sweeps, reads);
      assertThat(under).hasValue(1);

      again = new CountDownLatch(20);
      answers.countDown();
      await(sweeps, again);
    }
  }

  private static void await(PollScheduler<?, ?> sweeps, CountDownLatch times) {
    DaemonFixture.await(
        () -> {
          sweeps.check();
          return times.getCount() == 0;
        },
        "not read");
  }

  private FastPoll poll(PortId port) {
    return new FastPoll(
        port, Duration.ofMillis(10), () -> port.equals(HANGING) ? hanging() : other());
  }

  private FastRound round() {
    return new FastRound(
        new BatchedStatRead(new RdmaClient(new FakeRdma(), WriteGate.OPEN)), RealTime.get());
  }

  private Optional<FastReader> hanging() {
    under.incrementAndGet();
    hangs.countDown();
    boolean interrupted = false;
    try {
      answers.await();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    assertThat(interrupted).isFalse();
    again.countDown();
    return Optional.empty();
  }

  private Optional<FastReader> other() {
    reads.countDown();
    return Optional.empty();
  }
}
