package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.Entries;
import dev.losslessd.store.Journal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon is stopped or killed at random moments of its changes. {@code -Dkills=200} for the
 * long campaign; {@code bin/test --long} runs it.
 */
@SystemGroup
class KillTest {
  @TempDir private Path folder;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void theDeviceIsAlwaysBeforeOrAfterAndTheJournalAlwaysReadable() throws Exception {
    int kills = Integer.getInteger("kills", 20);
    Random random = new Random(20);
    String before = "pfc none";
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      for (int round = 0; round < kills; round++) {
        interrupt(fixture, before.equals("pfc none") ? "3" : "none", random);
        fixture.start();
        DaemonFixture.await(
            () ->
                !fixture
                    .get("/api/v1/commits")
                    .body()
                    .matches("(?s).*\"state\":\"(applying|undoing)\".*"),
            "a commit stays half done");
        String now = fixture.pfc("gpu01:ens1f0np0");
        assertThat(now).as("round " + round).isIn("pfc none", "pfc 3");
        if (awaitsConfirm(fixture)) {
          assertThat(now).as("an open window holds the new value").isNotEqualTo(before);
          assertThat(fixture.type("confirm", "--yes").code()).isZero();
          before = now;
        } else {
          assertThat(now).as("round " + round + ": not confirmed, so as before").isEqualTo(before);
        }
      }
    }
    System.out.println(kills + " changes interrupted, each device before or after");
  }

  private void interrupt(DaemonFixture fixture, String wanted, Random random) throws Exception {
    Thread change =
        Thread.ofVirtual()
            .start(() ->
                fixture.type("set", "gpu01:ens1f0np0", "pfc", wanted, "--while-busy", "--yes"));
    LockSupport.parkNanos(random.nextLong(150_000_000));
    fixture.end(random.nextBoolean());
    change.join();
    journalIsReadable();
  }

  private static boolean awaitsConfirm(DaemonFixture fixture) {
    return fixture.get("/api/v1/commits").body().contains("\"state\":\"awaiting-confirm\"");
  }

  private void journalIsReadable() {
    try (Journal journal = Journal.open(folder.resolve("state/journal"), Instant.EPOCH)) {
      assertThat(Entries.of(journal)).isNotNull();
    }
  }
}
