package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.RealTime;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.FakeDevice;
import dev.losslessd.transport.ssh.SshSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the config to a login, over a jump host. */
class SwitchConnectionsTest {
  @TempDir private Path folder;

  private static void talk(FakeDevice.Terminal terminal) throws IOException {
    while (true) {
      terminal.command("leaf1# ");
      terminal.say("good\r\n");
    }
  }

  private SwitchConnections ways(FakeDevice device, FakeDevice jump, String jumpKey)
      throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "swordfish\n");
    Path file =
        Files.writeString(
            folder.resolve("losslessd.yaml"),
            """
            jumps:
              - name: bastion1
                address: 127.0.0.1
                ssh: { user: hop, port: %d, password: "file:%s", hostKey: "%s" }
            switches:
              - name: leaf1
                address: 127.0.0.1
                os: nxos
                via: { jump: bastion1 }
                ssh: { user: ops, port: %d, password: "file:%2$s", hostKey: "%s" }
            """
                .formatted(jump.port(), secret, jumpKey, device.port(), device.fingerprint()));
    if (!(ConfigLoader.load(file, "node7", List.of()) instanceof ConfigLoader.Loaded loaded)) {
      throw new AssertionError(file);
    }
    Config config = loaded.config();
    return new SwitchConnections(
        config.switches().getFirst(),
        config.jumps(),
        InputLimits.DEFAULT,
        new InputBudget(InputLimits.DEFAULT.total()),
        RealTime.get(),
        () -> 0,
        CallTimes.UNTOLD);
  }

  @Test
  void aSwitchBehindAJumpHostIsReachedOverIt() throws Exception {
    AtomicInteger hops = new AtomicInteger();
    try (FakeDevice device = FakeDevice.start(SwitchConnectionsTest::talk);
        FakeDevice jump =
            FakeDevice.start(
                SwitchConnectionsTest::talk,
                server -> {
                  server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
                  server.setPasswordAuthenticator((user, _, _) -> {
                    hops.incrementAndGet();
                    return user.equals("hop");
                  });
                })) {
      SwitchConnections ways = ways(device, jump, jump.fingerprint());
      try (SshSession session = ways.connect(WriteGate.OPEN)) {
        assertThat(session.run(Command.read("show clock"))).isEqualTo("good");
      }
      assertThat(hops).hasValue(1);

      SwitchConnections wrong = ways(device, jump, device.fingerprint());
      assertThatThrownBy(() -> wrong.connect(WriteGate.OPEN).close())
          .isInstanceOfSatisfying(
              TransportException.class,
              e -> assertThat(e.kind()).isEqualTo(TransportException.Kind.HOST_KEY));
      assertThat(hops).hasValue(1);
    }
  }
}
