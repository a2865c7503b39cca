package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class RunnerTest {
  private static final Target PORT = Target.port(PortId.parse("leaf1:Ethernet1"));
  private static final Key KEY = new Key(PORT, SettingKind.GLOBAL_PAUSE);
  private static final GlobalPause SENDS = new GlobalPause(false, true);

  private static Observed shown(boolean whole) {
    Reading reading = new Reading.Value(SENDS, "send desired", "but the peer decides", whole);
    return new Observed(PORT, Map.of(SettingKind.GLOBAL_PAUSE, reading));
  }

  /** A switch whose writes take their time, as a caller that gives up early would see. */
  private static String write(Duration deadline, Duration patience) {
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> Instant.EPOCH, "Ethernet1");
    leaf.patience = patience;
    Runnable slow =
        () -> {
          long until = System.nanoTime() + 3 * deadline.toNanos();
          while (System.nanoTime() < until) {
            Thread.onSpinWait();
          }
        };
    leaf.box.touched = slow;
    leaf.given = slow;
    Change change = new Change(PORT, new GlobalPause(false, false), SENDS, List.of(), Set.of());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Permits open = new Permits(List.of());
      Runner runner =
          new Runner(
              one(leaf),
              _ -> {},
              EngineThreads.of(threads),
              deadline,
              open,
              new ConcurrentHashMap<>(),
              DeviceLock.Rank.COMMIT);
      runner.write(List.of(change));
      return "written";
    } catch (DeviceException e) {
      return e.getMessage();
    }
  }

  private static Devices one(FakeLeaf leaf) {
    return new Devices() {
      @Override
      public List<Target> targets() {
        return leaf.targets();
      }

      @Override
      public Session session(DeviceId device) {
        return leaf;
      }
    };
  }

  @Test
  void aDeviceThatMayTakeLongerThanTheDeadlineIsGivenItsTime() {
    assertThat(write(Duration.ofMillis(50), Duration.ofSeconds(120))).isEqualTo("written");
    assertThat(write(Duration.ofMillis(50), Duration.ZERO))
        .startsWith("leaf1 did not answer within 50 ms: writing leaf1:Ethernet1 global-pause");
  }

  @Test
  void aValueThatStandsWithMoreIsNotWhatWasWritten() {
    assertThat(Runner.complaint(shown(false), KEY, SENDS, ""))
        .contains(
            "leaf1:Ethernet1 global-pause: the device said yes and shows tx (but the peer"
                + " decides), expected tx");
    assertThat(Runner.complaint(shown(true), KEY, SENDS, "")).isEmpty();
  }

  @Test
  void wordsThatAreBackAreWhatWasThereBefore() {
    assertThat(Runner.complaint(shown(false), KEY, SENDS, "send desired")).isEmpty();
    assertThat(Runner.complaint(shown(true), KEY, SENDS, "send on"))
        .contains(KEY + ": the device shows 'send desired', expected 'send on' as before");
  }
}
