package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.PortId;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.SystemScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the service manager is told, and when. */
@Timeout(30)
class ServiceNotifierTest {
  private static final Optional<Duration> WATCHDOG = Optional.of(Duration.ofMillis(30));

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final AtomicBoolean reached = new AtomicBoolean(true);
  private final AtomicLong nanos = new AtomicLong(5_000_000_000L);
  private final AtomicReference<List<Health>> ports = new AtomicReference<>(List.of());
  private final AtomicReference<List<String>> stalled = new AtomicReference<>(List.of());

  private final ServiceNotifier notifier = new ServiceNotifier(this::take, nanos::get, WATCHDOG);

  private boolean take(String text) {
    if (reached.get()) {
      told.add(text);
    }
    return reached.get();
  }

  @Test
  void aReloadIsToldWithTheTimeOfItsBeginAndEndsReady() {
    notifier.reloading();
    notifier.ready();

    assertThat(told).containsExactly("RELOADING=1\nMONOTONIC_USEC=5000000", "READY=1");
  }

  @Test
  void nothingComesAfterTheStopHasBegun() {
    notifier.stopping();
    notifier.ready();

    assertThat(told).containsExactly("STOPPING=1");
  }

  @Test
  void theStatusIsOneLineAndToldWhenItChanges() {
    notifier.status("mode observe\nREADY=1");
    notifier.status("mode observe\nREADY=1");

    assertThat(told).containsExactly("STATUS=mode observe\\x0aREADY=1");
  }

  @Test
  void whatWasLostIsToldWithTheNextSignOfLife() {
    reached.set(false);
    notifier.status("up");
    notifier.ready();
    reached.set(true);
    notifier.watchdog();
    notifier.watchdog();

    assertThat(told).containsExactly("WATCHDOG=1", "READY=1\nSTATUS=up", "WATCHDOG=1");
  }

  @Test
  void theWatchdogIsOursOnlyWithOurProcessNumber() {
    Map<String, String> ours =
        Map.of("NOTIFY_SOCKET", "/nowhere", "WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "7");

    assertThat(ServiceNotifier.of(ours, nanos::get, 7).watchdogTimeout())
        .contains(Duration.ofSeconds(30));
    assertThat(ServiceNotifier.of(ours, nanos::get, 8).watchdogTimeout()).isEmpty();
    assertThat(ServiceNotifier.of(Map.of(), nanos::get, 7).watchdogTimeout()).isEmpty();
    assertThat(ServiceNotifier.of(Map.of("NOTIFY_SOCKET", "vsock:2"), nanos::get, 7))
        .satisfies(ServiceNotifier::ready);
  }

  @Test
  void itIsReadyOnceEachPortWasReadOrRefused() throws Exception {
    ports.set(List.of(port(Optional.of(Instant.EPOCH), 0), port(Optional.empty(), 0)));

    try (SystemScheduler scheduler = scheduler()) {
      report(scheduler).start();
      List<String> before = until("WATCHDOG=1");
      ports.set(List.of(port(Optional.of(Instant.EPOCH), 0), port(Optional.empty(), 1)));
      until("READY=1");

      assertThat(before).doesNotContain("READY=1");
    }
  }

  @Test
  void aPortThatHangsHoldsUpTheStartForNineSeconds() throws Exception {
    ports.set(List.of(port(Optional.empty(), 0)));

    try (SystemScheduler scheduler = scheduler()) {
      report(scheduler).start();
      List<String> before = until("WATCHDOG=1");
      nanos.addAndGet(ServiceReport.LONGEST_START.toNanos());
      until("READY=1");

      assertThat(before).doesNotContain("READY=1");
    }
  }

  @Test
  void aLoopThatHasStalledIsNotFedAndNamed() throws Exception {
    stalled.set(List.of("the alarm loop has not turned for 31 s"));

    try (SystemScheduler scheduler = scheduler()) {
      report(scheduler).start();
      List<String> before = until("STATUS=the alarm loop has not turned for 31 s");
      assertThat(told.poll(200, TimeUnit.MILLISECONDS)).isNull();
      stalled.set(List.of());
      until("WATCHDOG=1");

      assertThat(before).doesNotContain("WATCHDOG=1");
    }
  }

  /** What is told before this, and this. */
  private List<String> until(String text) throws InterruptedException {
    List<String> before = new ArrayList<>();
    do {
      before.add(told.take());
    } while (!before.getLast().equals(text));
    return before.subList(0, before.size() - 1);
  }

  private ServiceReport report(SystemScheduler scheduler) {
    return new ServiceReport(
        notifier,
        new ServiceReport.Sources(ports::get, stalled::get, () -> "mode observe"),
        scheduler,
        nanos::get,
        nanos.get());
  }

  private SystemScheduler scheduler() {
    return new SystemScheduler(
        new TimeSource(Instant::now, nanos::get, _ -> {}), SystemThreads.get());
  }

  private static Health port(Optional<Instant> lastSuccess, long failures) {
    return new Health(
        new PortId(new DeviceId("gpu01"), "ens1f0np0"), "", true, lastSuccess, "", failures, false);
  }
}
