package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.FakeDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A password that is changed on the device first and in its file later. */
class RotatedSecretTest {
  @TempDir private Path folder;
  private final List<String> tries = new CopyOnWriteArrayList<>();
  private volatile String right = "swordfish";
  private long later;
  private FakeDevice device;
  private SwitchConnections ways;
  private Path secret;

  @BeforeEach
  void start() throws Exception {
    device =
        FakeDevice.start(
            terminal -> terminal.command("leaf1# "),
            server ->
                server.setPasswordAuthenticator((_, password, _) -> {
                  tries.add(password);
                  return password.equals(right);
                }));
    secret = Files.writeString(folder.resolve("secret"), "swordfish\n");
    Path file =
        Files.writeString(
            folder.resolve("losslessd.yaml"),
            """
            switches:
              - name: leaf1
                address: 127.0.0.1
                os: nxos
                ssh: { user: ops, port: %d, password: "file:%s", hostKey: "%s" }
            """
                .formatted(device.port(), secret, device.fingerprint()));
    if (!(ConfigLoader.load(file, "node7", List.of()) instanceof ConfigLoader.Loaded loaded)) {
      throw new AssertionError(file);
    }
    Config config = loaded.config();
    TimeSource real = RealTime.get();
    TimeSource shifted = new TimeSource(real.clock(), () -> real.ticks() + later, real.sleeper());
    ways =
        new SwitchConnections(
            config.switches().getFirst(),
            config.jumps(),
            InputLimits.DEFAULT,
            new InputBudget(InputLimits.DEFAULT.total()),
            shifted,
            () -> 0,
            CallTimes.UNTOLD);
  }

  @AfterEach
  void stop() throws IOException {
    device.close();
  }

  private String refusal() {
    TransportException e =
        catchThrowableOfType(TransportException.class, () -> ways.connect(WriteGate.OPEN).close());
    assertThat(e.kind()).isEqualTo(TransportException.Kind.AUTH);
    assertThat(e.nothingSent()).isTrue();
    return e.getMessage();
  }

  @Test
  void theOldOneIsTriedOnceAndTheNewOneAtOnce() throws Exception {
    ways.connect(WriteGate.OPEN).close();
    right = "marlin";

    assertThat(refusal()).contains("after it was given the password of ops");
    for (int poll = 0; poll < 20; poll++) {
      assertThat(refusal()).contains("leaf1 is not logged in to for another");
    }
    assertThat(tries).containsExactly("swordfish", "swordfish");
    assertThat(ways.login().refusal().orElseThrow())
        .contains("after it was given the password of ops");

    Files.writeString(secret, "marlin\n");
    ways.connect(WriteGate.OPEN).close();

    assertThat(tries).containsExactly("swordfish", "swordfish", "marlin");
    assertThat(ways.login().refusal()).isEmpty();
  }

  @Test
  void anEmptyFileIsSaidSoAndTriesNothing() throws Exception {
    Files.writeString(secret, "");

    assertThat(refusal()).contains("cannot be read: it is empty");
    assertThat(refusal()).contains("cannot be read: it is empty");
    assertThat(tries).isEmpty();

    Files.writeString(secret, "swordfish\n");
    ways.connect(WriteGate.OPEN).close();
    assertThat(tries).containsExactly("swordfish");
  }

  @Test
  void anAccountThatIsUnlockedIsTriedAgainAfterThePause() throws Exception {
    right = "none";
    refusal();
    right = "swordfish";
    later = Duration.ofMinutes(4).toNanos();
    assertThat(refusal()).contains("not logged in to for another");

    later = Duration.ofMinutes(6).toNanos();
    ways.connect(WriteGate.OPEN).close();

    assertThat(tries).containsExactly("swordfish", "swordfish");
  }
}
