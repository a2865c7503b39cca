package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.SystemThreads;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SupervisorTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final AtomicLong nanos = new AtomicLong();
  private final Supervisor supervisor =
      new Supervisor(new TimeSource(now::get, nanos::get, _ -> {}));

  @Test
  void aTaskThatDoesNotComeToItsEndIsToldUntilItDoes() {
    Supervisor.Task task = supervisor.task("settings", Duration.ofSeconds(10));

    later(Duration.ofMinutes(3));
    assertThat(supervisor.late()).isEmpty();
    later(Duration.ofSeconds(1));

    assertThat(supervisor.late()).singleElement().asString().contains("settings", START.toString());
    assertThat(supervisor.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(FindingRule.DAEMON_TASK));
    task.run(() -> {});
    assertThat(supervisor.late()).isEmpty();
  }

  @Test
  void aJumpOfTheWallClockMakesNoTaskLate() {
    supervisor.task("settings", Duration.ofSeconds(10));

    now.updateAndGet(at -> at.plus(Duration.ofDays(1)));

    assertThat(supervisor.late()).isEmpty();
    assertThat(supervisor.findings()).isEmpty();
  }

  @Test
  void aTaskOfAnHourMayTakeThreeOfThem() {
    supervisor.task("switch", Duration.ofHours(1));

    later(Duration.ofHours(3));

    assertThat(supervisor.late()).isEmpty();
  }

  @Test
  void noFailureEndsATaskAndEachIsCounted() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    try (SystemScheduler systemScheduler =
        new SystemScheduler(RealTime.by(now::get), SystemThreads.get())) {
      systemScheduler.every(
          "breaks",
          Duration.ofMillis(1),
          () -> {
            runs.countDown();
            throw new StackOverflowError("of the test");
          });

      assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(systemScheduler.supervisor().failures()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void aLoopThatBreaksIsBegunAgain() throws InterruptedException {
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch second = new CountDownLatch(2);
    try (SystemScheduler systemScheduler =
        new SystemScheduler(RealTime.by(now::get), SystemThreads.get())) {
      systemScheduler.keep(
          "ears",
          () -> begun.get() < 2,
          _ -> {
            begun.incrementAndGet();
            second.countDown();
            throw new IllegalStateException("of the test");
          });

      assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void later(Duration time) {
    now.updateAndGet(at -> at.plus(time));
    nanos.addAndGet(time.toNanos());
  }
}
