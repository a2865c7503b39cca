package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.FakeDevice;
import dev.losslessd.transport.ssh.SshSession;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A Nexus that listens, and what the agent keeps of it. */
final class Connected implements AutoCloseable {
  static final DeviceId LEAF = new DeviceId("leaf1");

  final FakeNexus nexus;
  final AtomicReference<String> kept = new AtomicReference<>("");
  private final FakeDevice device;

  Connected(String... lines) throws Exception {
    nexus = new FakeNexus(lines);
    device = FakeDevice.start(nexus::talk);
  }

  /** A daemon's session with it: a second one is that of the daemon after a restart. */
  SwitchSession session() throws Exception {
    var target = device.target();
    DeviceNotes notes =
        new DeviceNotes(
            InstantSource.fixed(Instant.EPOCH),
            () -> Optional.of(kept.get()).filter(text -> !text.isEmpty()),
            kept::set);
    return new NxosDriver()
        .open(
            new SwitchAccess(
                LEAF,
                () -> SshSession.open(target, WriteGate.OPEN, System::nanoTime),
                Optional.empty(),
                System::nanoTime,
                "r12",
                notes));
  }

  @Override
  public void close() throws IOException {
    device.close();
  }
}
