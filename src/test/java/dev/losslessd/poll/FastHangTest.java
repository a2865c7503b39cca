package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.DaemonFixture;
import dev.losslessd.app.SystemThreads;
import dev.losslessd.driver.BatchedStatRead;
import dev.losslessd.driver.FastReader;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Signal;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ports that are read in one exchange, until the firmware of one of them does not answer. */
class FastHangTest {
  private static final int BOTH = 64;

  @TempDir Path root;
  private final Semaphore together = new Semaphore(0);
  private final Semaphore firstAlone = new Semaphore(0);
  private final AtomicInteger hanging = new AtomicInteger();
  private final CountDownLatch answers = new CountDownLatch(1);
  private volatile boolean hangs;

  @Test
  void theOneWhoseFaultItIsHoldsUpItselfAloneUntilItAnswers() {
    try (PollScheduler<PortId, FastPortSchedule> sweeps =
        new PollScheduler<>(
            new PollScheduler.Loop("fast", Duration.ofSeconds(1), Duration.ofMillis(50)),
            port -> new FastPortSchedule(poll(port), System::nanoTime),
            this::round,
            RealTime.get(),
            SystemThreads.get().platform())) {
      sweeps.follow(List.of(port(1), port(2)));
      await(sweeps, together, 5);

      hangs = true;
      firstAlone.drainPermits();
      await(sweeps, firstAlone, 30);
      assertThat(hanging).as("with the other, then by itself").hasValueBetween(1, 2);

      hangs = false;
      together.drainPermits();
      answers.countDown();
      await(sweeps, together, 5);
      assertThat(sweeps.of(port(2)).orElseThrow().poll().trace().size()).isPositive();
    }
  }

  private static void await(PollScheduler<?, ?> sweeps, Semaphore times, int count) {
    DaemonFixture.await(
        () -> {
          sweeps.check();
          return times.tryAcquire(count);
        },
        "not read");
  }

  private FastPoll poll(PortId port) {
    int number = port.name().charAt(3) - '0';
    Counter cnps = Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64);
    return new FastPoll(
        port,
        Duration.ofMillis(10),
        () ->
            Optional.of(
                new FastReader(
                    Nics.plain(port, "mlx5_4", number),
                    new HostFiles(root, WriteGate.OPEN),
                    List.of(cnps),
                    1)));
  }

  private FastRound round() {
    FakeRdma kernel = new FakeRdma();
    kernel.error = 0;
    kernel.counters.put("np_cnp_sent", 7L);
    return new FastRound(
        new BatchedStatRead(new RdmaClient(new Firmware(kernel), WriteGate.OPEN)),
        new TimeSource(InstantSource.system(), new AtomicInteger()::incrementAndGet, _ -> {}));
  }

  /** Firmware of both ports; reads of the second one hang while {@code hangs} is set. */
  private final class Firmware implements Exchange {
    private final FakeRdma kernel;

    Firmware(FakeRdma kernel) {
      this.kernel = kernel;
    }

    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      boolean counters = length % 32 == 0;
      boolean second = counters && request.get(ValueLayout.JAVA_INT, length - 4L) == 2;
      if (hangs && second) {
        hanging.incrementAndGet();
        assertThat(awaited()).isTrue();
      }
      if (length == BOTH) {
        together.release();
      } else if (counters && !second) {
        firstAlone.release();
      }
      return kernel.exchange(request, length, reply);
    }

    private boolean awaited() {
      try {
        return answers.await(2, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public void close() {}
  }

  private static PortId port(int number) {
    return PortId.parse("gpu01:ens" + number);
  }
}
