package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.ConfigLoader;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.Lease;
import dev.losslessd.store.StateFolder;
import dev.losslessd.store.StoreException;
import dev.losslessd.store.Takeover;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that holds the state folder and hangs, as a process that is stopped. */
@SystemGroup
class TakeoverTest {
  @TempDir private Path folder;
  private final List<String> told = new ArrayList<>();

  private static void second() {
    SystemTime.pause(Duration.ofSeconds(1));
  }

  private static void moment() {
    LockSupport.parkNanos(20_000_000);
  }

  private static void signal(Process process, String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static void set(DaemonFixture fixture) {
    DaemonFixture.Typed typed =
        fixture.type("set", "gpu01:ens1f0np0", "pfc", "3", "--yes", "--confirm-within", "60s");
    assertThat(typed.code()).as(typed.text()).isZero();
    Path state = fixture.folder.resolve("state");
    DaemonFixture.await(
        () -> Lease.check(state).filter(seen -> seen.renewals() > 0).isPresent(),
        "its alarm loop does not turn");
  }

  /** The verb in this process, by a clock that is so far ahead. */
  private static String recover(DaemonFixture fixture, Duration ahead, Runnable pause) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Clock clock = Clock.offset(Clock.systemUTC(), ahead);
    var config = ((ConfigLoader.Loaded) ConfigLoader.load(fixture.config, "x", List.of())).config();
    try {
      assertThat(Recover.run(config, clock, print, TestHooks.NONE, pause)).isZero();
    } catch (StoreException e) {
      print.println(e.getMessage());
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aDaemonThatHangsPastAWindowIsKilledAndItsCommitTakenBack() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      set(fixture);
      signal(fixture.daemon(), "STOP");

      assertThat(recover(fixture, Duration.ofSeconds(170), TakeoverTest::moment))
          .as("in the grace time")
          .contains("is in use");
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");
      assertThat(recover(fixture, Duration.ofSeconds(200), TakeoverTest::moment))
          .contains("process " + fixture.daemon().pid(), "it is killed")
          .contains("c-000001: rolled back");

      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc none");
      assertThat(fixture.daemon().waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(fixture.daemon().exitValue()).as("SIGKILL").isEqualTo(128 + 9);
      fixture.start();
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).contains("rolled-back");
    }
  }

  @Test
  void aDaemonThatIsWellIsNeverKilledHoweverLateItIs() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      set(fixture);

      assertThat(recover(fixture, Duration.ofDays(1), TakeoverTest::second)).contains("is in use");

      assertThat(fixture.daemon().isAlive()).isTrue();
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
    }
  }

  @Test
  void oneThatGoesOnWhileItIsLookedAtIsLeftAlone() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      set(fixture);
      signal(fixture.daemon(), "STOP");
      int[] looks = {0};
      Runnable goesOn =
          () -> {
            if (++looks[0] == 5) {
              try {
                signal(fixture.daemon(), "CONT");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            }
            if (looks[0] < 5) {
              moment();
            } else {
              second();
            }
          };

      assertThat(recover(fixture, Duration.ofMinutes(10), goesOn)).contains("is in use");

      assertThat(looks[0]).isBetween(5, 30);
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
    }
  }

  /** A process that took the folder and renews its lease no more. */
  private interface Held {
    void by(Process process, Path state, Takeover takeover) throws Exception;
  }

  private void held(int renewals, Held check) throws Exception {
    Process process = new ProcessBuilder("sleep", "600").start();
    Path state = folder.resolve("state");
    try (StateFolder open = StateFolder.open(state, process.pid())) {
      for (int i = 0; i < renewals; i++) {
        open.renew();
      }
      check.by(process, state, new Takeover(state, () -> {}, told::add));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whoeverTookTheLeaseAndTheLockIsKilled() throws Exception {
    held(
        1,
        (process, state, takeover) -> {
          assertThat(takeover.kill()).isTrue();
          assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        });
  }

  @Test
  void oneThatStartsIsLeftAlone() throws Exception {
    held(
        0,
        (process, state, takeover) -> {
          assertThat(takeover.kill()).isFalse();
          assertThat(process.isAlive()).isTrue();
        });
  }

  @Test
  void aLaterProcessOfTheSameNumberIsNotKilled() throws Exception {
    held(
        1,
        (process, state, takeover) -> {
          Path lease = state.resolve("lease");
          ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(lease));
          bytes.putLong(16, bytes.getLong(16) - 1);
          Files.write(lease, bytes.array());

          requireUnsure(process, takeover);
        });
  }

  @Test
  void aProcessThatHasNotTheLockIsNotKilled() throws Exception {
    held(
        1,
        (process, state, takeover) -> {
          Files.writeString(state.resolve("lock"), "1");

          requireUnsure(process, takeover);
        });
  }

  @Test
  void nobodyKillsHimself() throws IOException {
    Path state = folder.resolve("state");
    try (StateFolder open = StateFolder.open(state, ProcessHandle.current().pid())) {
      open.renew();
      assertThat(Lease.check(state)).isPresent();

      assertThatThrownBy(() -> new Takeover(state, () -> {}, told::add).kill())
          .hasMessageContaining("nothing is undone");
    }
  }

  private void requireUnsure(Process process, Takeover takeover) {
    assertThatThrownBy(takeover::kill)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("it is not sure that it is the holder");
    assertThat(process.isAlive()).isTrue();
    assertThat(told).isEmpty();
  }
}
