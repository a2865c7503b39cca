package dev.losslessd.app;

import dev.losslessd.model.Health;
import dev.losslessd.poll.SystemScheduler;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reports a running daemon to the service manager: ready once each local port was read or refused,
 * alive while its loops turn, and one line of what it does.
 *
 * @param begun when the start of the daemon began, in {@code nanos}
 */
record ServiceReport(
    ServiceNotifier notifier,
    Sources sources,
    SystemScheduler scheduler,
    LongSupplier nanos,
    long begun) {
  /** A NIC whose firmware hangs keeps nobody from using the others. */
  static final Duration LONGEST_START = Duration.ofSeconds(9);

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration ROUND = Duration.ofSeconds(5);
  private static final int SIGNS = 3;

  /**
   * What is asked of the daemon, each answered from memory.
   *
   * @param ports of this host
   * @param stalled a sentence for each loop that does not turn
   * @param summary one line for people
   */
  record Sources(
      Supplier<List<Health>> ports, Supplier<List<String>> stalled, Supplier<String> summary) {}

  /** Begins; REST answers already. */
  void start() {
    untilReady();
    scheduler.every("service manager", period(), this::alive);
  }

  /** Several signs of life fit in the time that the manager waits for one. */
  private Duration period() {
    return notifier
        .watchdogTimeout()
        .map(timeout -> timeout.dividedBy(SIGNS))
        .filter(third -> third.compareTo(ROUND) < 0)
        .orElse(ROUND);
  }

  private void untilReady() {
    boolean late = nanos.getAsLong() - begun >= LONGEST_START.toNanos();
    if (late || sources.ports().get().stream().allMatch(ServiceReport::wasRead)) {
      notifier.status(sources.summary().get());
      notifier.ready();
    } else {
      scheduler.after(LOOK, this::untilReady);
    }
  }

  private static boolean wasRead(Health port) {
    return port.lastSuccess().isPresent() || port.failures() > 0;
  }

  /** A loop that has stalled is never fed: the manager ends the process and starts another. */
  private void alive() {
    List<String> stalled = sources.stalled().get();
    notifier.status(stalled.isEmpty() ? sources.summary().get() : String.join("; ", stalled));
    if (stalled.isEmpty()) {
      notifier.watchdog();
    } else {
      notifier.repeat();
    }
  }
}
