package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Incarnation.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Starts over a life of a switch, of this host's clock, and of the daemon. */
class SwitchStartsTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Incarnation ONE = new Incarnation(Kind.SNMP_ENGINE_BOOTS, "1");
  private static final Incarnation TWO = new Incarnation(Kind.SNMP_ENGINE_BOOTS, "2");

  private final AtomicReference<String> note = new AtomicReference<>("");
  private final AtomicInteger writes = new AtomicInteger();
  private Instant now = Instant.parse("2026-03-01T13:00:00Z");
  private SwitchStarts starts = daemon();

  private SwitchStarts daemon() {
    return new SwitchStarts(
        () -> now,
        (_, _) ->
            new DeviceNotes(
                () -> now,
                () -> Optional.of(note.get()),
                text -> {
                  note.set(text);
                  writes.incrementAndGet();
                }));
  }

  private Instant look(Incarnation start) {
    now = now.plusSeconds(60);
    starts.seen(LEAF, start);
    return now;
  }

  @Test
  void aRebootIsSeenFromOneLookToTheNextAndKept() {
    look(ONE);
    assertThat(starts.reboot(LEAF)).isEmpty();
    Instant after = look(ONE);
    Instant by = look(TWO);

    assertThat(starts.reboot(LEAF)).contains(new Reboot(after, by, by));
    starts = daemon();
    look(TWO);
    assertThat(starts.reboot(LEAF)).contains(new Reboot(after, by, by));
  }

  @Test
  void whatIsStillGoneIsFoundByEachLaterProcess() {
    look(ONE);
    look(TWO);
    starts.lost(LEAF, true);
    look(TWO);
    for (int restart = 0; restart < 2; restart++) {
      now = now.plus(Duration.ofDays(1));
      starts = daemon();
      Instant first = look(TWO);
      Reboot reboot = starts.reboot(LEAF).orElseThrow();
      assertThat(reboot.explains(first.plusSeconds(5))).isTrue();
      assertThat(reboot.explains(first.plusSeconds(3600))).isFalse();
      assertThat(reboot.text()).startsWith("rebooted between 2026-03-01T13:01:00Z and");
    }
    starts.lost(LEAF, false);
    look(TWO);
    now = now.plus(Duration.ofDays(1));
    starts = daemon();
    Instant later = look(TWO);

    assertThat(starts.reboot(LEAF).orElseThrow().explains(later)).as("it was set again").isFalse();
  }

  @Test
  void aRebootWhileTheDaemonWasDownIsSeenAtItsFirstLook() {
    Instant after = look(ONE);
    now = now.plus(Duration.ofDays(600));
    starts = daemon();
    Instant by = look(TWO);

    assertThat(starts.reboot(LEAF)).contains(new Reboot(after, by, by));
  }

  @Test
  void aFactOfAnotherKindInBetweenHidesNoReboot() {
    Instant booted = Instant.parse("2026-01-01T00:00:00Z");
    look(Incarnation.booted(booted));
    look(ONE);
    assertThat(starts.reboot(LEAF)).isEmpty();
    starts = daemon();
    look(Incarnation.booted(now));

    assertThat(starts.reboot(LEAF)).isPresent();
  }

  @Test
  void aClockThatWasSetBackStillExplainsWhatIsReadNext() {
    look(ONE);
    now = now.minus(Duration.ofDays(365));
    Instant by = look(TWO);

    assertThat(starts.reboot(LEAF).orElseThrow().explains(by.plusSeconds(1))).isTrue();
  }

  @Test
  void aLookThatShowsNothingNewIsWrittenOnceAnHour() {
    for (int minute = 0; minute < 120; minute++) {
      look(ONE);
    }
    assertThat(writes).hasValue(2);
  }

  @Test
  void whoAsksForARebootDoesNotWaitForTheStateFolder() throws Exception {
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch writing = new CountDownLatch(1);
    starts =
        new SwitchStarts(
            () -> now,
            (_, _) ->
                new DeviceNotes(
                    () -> now,
                    Optional::empty,
                    _ -> {
                      writing.countDown();
                      try {
                        disk.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }));
    Thread writer = Thread.ofPlatform().daemon().start(() -> look(ONE));
    writing.await();
    try {
      assertThat(CompletableFuture.supplyAsync(() -> starts.reboot(LEAF)))
          .succeedsWithin(Duration.ofSeconds(10));
    } finally {
      disk.countDown();
      writer.join();
    }
  }

  @Test
  void aNoteOfAnotherVersionIsNoReboot() {
    note.set(
        "start snmp-engine-boots 1 yesterday\nstart new-kind 1 2026-03-01T13:00:00Z\nreboot\n");
    starts = daemon();
    look(TWO);

    assertThat(starts.reboot(LEAF)).isEmpty();
  }
}
