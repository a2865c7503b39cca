package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.FakeDevice;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A switch that is nothing but a CONFIG_DB behind real SSH, and an updater for its patches: what a
 * patch does there is not up to us.
 */
final class ConfigDbSwitch implements AutoCloseable {
  /**
   * A patch that was received, and its result.
   *
   * @param before the database
   */
  record Applied(ObjectNode before, ArrayNode patch, Updater.Verdict verdict) {}

  private final ConfigDbShell shell;
  private final FakeDevice door;
  private final SwitchSession session;

  /**
   * @param release as {@code show version} has it
   * @param history whether pfcwd of the release writes pfc_stat_history
   */
  ConfigDbSwitch(String release, boolean history, Updater updater) throws Exception {
    this.shell = new ConfigDbShell(release, history, updater);
    this.door = FakeDevice.start(_ -> {}, server -> server.setCommandFactory(shell::open));
    SshTarget target = door.target();
    AtomicLong tick = new AtomicLong();
    SwitchAccess access =
        new SwitchAccess(
            SonicLeaf.ID,
            () -> SshSession.open(target, WriteGate.OPEN, System::nanoTime),
            Optional.empty(),
            () -> tick.addAndGet(3_000_000_000L),
            "r12",
            DeviceNotes.none());
    this.session = new SonicDriver().open(access);
  }

  /** Session of the SONiC driver with this switch. */
  SwitchSession session() {
    return session;
  }

  /** Another database takes the place of the one that is there. */
  void put(ObjectNode db) {
    shell.put(db.deepCopy());
    shell.applied().clear();
  }

  boolean wasAskedForItsRelease() {
    return shell.wasAskedForItsRelease();
  }

  ObjectNode db() {
    return shell.db().deepCopy();
  }

  /** Returns the patches since the last call. */
  List<Applied> takePatches() {
    List<Applied> all = new ArrayList<>(shell.applied());
    shell.applied().clear();
    return all;
  }

  @Override
  public void close() throws IOException {
    session.close();
    door.close();
  }
}
