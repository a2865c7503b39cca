package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.ScriptedSwitch;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.driver.nxos.NxosDriver;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.DevicePoll;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queue counters of a switch, of which one port's are not understood. */
class QueuesLeftOutTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId ODD = new PortId(LEAF, "Ethernet1/49");
  private static final PortId GOOD = new PortId(LEAF, "ii1/1/2");

  @Test
  void aPortThatIsLeftOutHasTheReasonAsItsHealthAndTheOthersAreCounted() throws Exception {
    String odd =
        Transcript.read(SwitchSystem.NXOS, "show-queuing-interface.txt")
            .replaceFirst("400\\|", "4x0|");
    Instant now = Instant.parse("2026-11-27T10:00:00Z");
    try (ScriptedSwitch leaf =
            new ScriptedSwitch("leaf1# ", "% Invalid command at '^' marker.")
                .answer("terminal length 0", "")
                .answer("terminal width 511", "")
                .answer("show queuing interface", odd);
        SwitchSession session = leaf.session(new NxosDriver())) {
      DevicePoll poll =
          new DevicePoll(
              LEAF,
              "queues",
              Duration.ofSeconds(60),
              () -> List.of(ODD, GOOD),
              session.queues(),
              new TimeSource(() -> now, () -> 0, _ -> {}),
              _ -> {});

      poll.run();

      List<Health> health = poll.health(now);
      assertThat(health).extracting(Health::up).containsExactly(false, true);
      assertThat(health.getFirst().reason()).contains("'4x0'");
    }
  }
}
