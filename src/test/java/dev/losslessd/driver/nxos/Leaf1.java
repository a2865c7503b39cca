package dev.losslessd.driver.nxos;

import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.door.Pace;
import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.Credential;
import dev.losslessd.transport.ssh.HostKeyPolicy;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** The fabric's first switch, whose time stands still, and sessions with it over real SSH. */
final class Leaf1 implements AutoCloseable {
  static final DeviceId ID = new DeviceId("leaf1");

  private final Fabric fabric;
  private final Path folder;

  Leaf1(Path folder) throws IOException {
    this.fabric =
        Fabric.start(folder, FabricOptions.usual(1).withLoad(0).withSwitches(), new Still());
    this.folder = fabric.switchDir(ID);
  }

  private static final class Still implements Pace {
    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  SwitchSession session(String account) throws IOException {
    return session(account, WriteGate.OPEN);
  }

  /** Every read of it is a new one. */
  SwitchSession session(String account, WriteGate gate) throws IOException {
    SshTarget target =
        SshTarget.of(
                "leaf1",
                "127.0.0.1",
                account,
                new HostKeyPolicy.KnownHosts(folder.resolve("known_hosts")),
                new Credential.Password("losslessd-demo"::toCharArray))
            .withPort(Integer.parseInt(Files.readString(folder.resolve("ssh.port")).strip()));
    AtomicLong tick = new AtomicLong();
    return new NxosDriver()
        .open(
            new SwitchAccess(
                ID,
                () -> SshSession.open(target, gate, System::nanoTime),
                Optional.empty(),
                () -> tick.addAndGet(3_000_000_000L),
                "r12"));
  }

  /** A line for the fabric's operator. */
  List<String> tell(String line) throws IOException {
    List<String> answer = FabricControl.send(fabric.controlSocket(), line);
    if (!answer.getFirst().startsWith("ok")) {
      throw new IOException(line + ": " + answer);
    }
    return answer.subList(1, answer.size());
  }

  List<String> state() throws IOException {
    return tell("state leaf1");
  }

  /** What sessions sent, without who and where. */
  List<String> sent() throws IOException {
    return tell("log leaf1").stream().map(line -> line.replaceFirst("^[^#]*# ", "")).toList();
  }

  @Override
  public void close() throws IOException {
    fabric.close();
  }
}
