package dev.losslessd.fabric.skeleton;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.StillPace;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A fabric with one switch of each system, and logins that run one command each. */
final class AllFakes implements AutoCloseable {
  private final Fabric fabric;
  private final Map<SwitchSystem, SshSession> sessions = new EnumMap<>(SwitchSystem.class);
  private final Map<SwitchSystem, String> names = new EnumMap<>(SwitchSystem.class);

  /**
   * @param systems with a fake, each once
   */
  AllFakes(Path folder, List<SwitchSystem> systems) throws IOException {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withSwitches(systems);
    this.fabric = Fabric.start(folder, options, new StillPace());
    options.switches().forEach(leaf -> names.put(leaf.system(), leaf.name().name()));
  }

  /** Configures lines as someone at the switch would. */
  void configure(SwitchSystem system, List<String> lines) throws IOException {
    String line = "foreign " + name(system) + " " + String.join(" ; ", lines);
    List<String> answer = FabricControl.send(fabric.controlSocket(), line);
    if (!answer.getFirst().startsWith("ok")) {
      throw new IOException(line + ": " + answer);
    }
  }

  /** Output of a command that the switch takes. */
  String run(SwitchSystem system, String command) throws IOException {
    SshSession session = sessions.get(system);
    if (session == null) {
      session = SshSession.open(target(system), WriteGate.OPEN, System::nanoTime);
      sessions.put(system, session);
    }
    ExecResult result = session.runExec(Command.read(command.split(" ")));
    if (result.status() != 0 || result.output().startsWith("% ")) {
      throw new IOException(command + ": " + result);
    }
    return result.output();
  }

  private String name(SwitchSystem system) {
    return Objects.requireNonNull(names.get(system));
  }

  private SshTarget target(SwitchSystem system) throws IOException {
    String name = name(system);
    return FabricLeaf.login(fabric.switchDir(new DeviceId(name)), name, "admin");
  }

  @Override
  public void close() throws IOException {
    sessions.values().forEach(SshSession::close);
    fabric.close();
  }
}
