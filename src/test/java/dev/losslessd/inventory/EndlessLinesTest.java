package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Session;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.HostileSwitch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A line without end, through the session that all share and the driver of each system. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EndlessLinesTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  /** As much as one command may have, and what is on its way in buffers. */
  private static final long MOST_SENT = 12 << 20;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void areGarbageAndWhoSendsThemIsLeftAlone(SwitchSystem system) throws Exception {
    try (HostileSwitch hostile = HostileSwitch.start(0, HostileSwitch.Mode.ENDLESS_LINE);
        Session session = session(system, hostile)) {
      Target target =
          switch (system) {
            case ONYX -> Target.port(new PortId(LEAF, "Eth1/1"));
            case OS10 -> Target.port(new PortId(LEAF, "ethernet1/1/1"));
            default -> new Target.Device(LEAF);
          };
      assertThat(answer(session, target)).contains("(input.");
      assertThat(hostile.sent()).isLessThan(MOST_SENT);
      int asked = hostile.commands();
      assertThat(answer(session, target)).containsAnyOf("not asked for another", "(input.");
      assertThat(hostile.commands()).isEqualTo(asked);
    }
  }

  /** Why it cannot be read: of all, or of each of its settings. */
  private static String answer(Session session, Target target) {
    try {
      return session.read(target).toString();
    } catch (DeviceException e) {
      assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED);
      return String.valueOf(e.getMessage());
    }
  }

  private Session session(SwitchSystem system, HostileSwitch hostile) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "swordfish\n");
    Path file =
        Files.writeString(
            folder.resolve("losslessd.yaml"),
            """
            switches:
              - name: leaf1
                address: 127.0.0.1
                os: %s
                ssh: { user: ops, port: %d, password: "file:%s", hostKey: "%s" }
            """
                .formatted(system.word(), hostile.port(), secret, hostile.fingerprint()));
    Config config = ((ConfigLoader.Loaded) ConfigLoader.load(file, "node7", List.of())).config();
    return new SwitchRegistry(
            new DeviceId("node7"),
            config.switches(),
            config.jumps(),
            WriteGate.OPEN,
            InputLimits.DEFAULT,
            (_, _) -> DeviceNotes.none(),
            RealTime.get(),
            CallTimes.UNTOLD)
        .session(LEAF);
  }
}
