package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.TableSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.driver.Wishes;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.StillPace;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ets;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TestAgent;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import dev.losslessd.transport.ssh.TestTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A switch of the fabric with Cumulus Linux, and sessions with it over real SSH. The first leaf
 * runs 5.15, the second 5.9; their clock moves only when a test advances it.
 */
final class Leaf implements AutoCloseable {
  /** Settings that a site may have made by hand, in words that both releases know. */
  static final String SITE = Transcript.site(SwitchSystem.NVUE);

  private final DeviceId id;
  private final Fabric fabric;
  private final Path folder;
  private final SnmpSocket snmp = new SnmpSocket(_ -> {});
  private final List<SwitchSession> sessions = new ArrayList<>();

  private Leaf(String name, Path folder) throws IOException {
    this.id = new DeviceId(name);
    this.fabric =
        Fabric.start(
            folder,
            FabricOptions.usual(1)
                .withLoad(0)
                .withSwitches(List.of(SwitchSystem.NVUE, SwitchSystem.NVUE)),
            new StillPace());
    this.folder = fabric.switchDir(id);
  }

  static Leaf newest(Path folder) throws IOException {
    return new Leaf("leaf1", folder);
  }

  static Leaf older(Path folder) throws IOException {
    return new Leaf("leaf2", folder);
  }

  /** One of each release, in folders of their own. */
  static List<Leaf> leaves(Path folder) throws IOException {
    Files.createDirectories(folder);
    return List.of(
        newest(Files.createTempDirectory(folder, "new")),
        older(Files.createTempDirectory(folder, "old")));
  }

  /** As a policy with a RoCE class and a strict CNP class comes to here. */
  static Ets shares() {
    return Wishes.shares(List.of(0, 0, 0, 3, 0, 0, 6, 0), 6);
  }

  Target box() {
    return new Target.Device(id);
  }

  Target port(int number) {
    return Target.port(new PortId(id, "swp" + number));
  }

  SwitchSession session() throws IOException {
    return session("admin", WriteGate.OPEN);
  }

  /** Every read of it is a new one. */
  SwitchSession session(String account, WriteGate gate) throws IOException {
    return session(account, gate, Duration.ofSeconds(30));
  }

  SwitchSession session(String account, WriteGate gate, Duration within) throws IOException {
    return session(account, gate, within, "r12");
  }

  /** Opens a session of another daemon with this mark. */
  SwitchSession sessionOf(String mark) throws IOException {
    return session("admin", WriteGate.OPEN, Duration.ofSeconds(30), mark);
  }

  private SwitchSession session(String account, WriteGate gate, Duration within, String mark)
      throws IOException {
    SshTarget target =
        new TestTarget(FabricLeaf.login(folder, id.name(), account))
            .withDeadlines(Duration.ofSeconds(20), within)
            .target();
    AtomicLong tick = new AtomicLong();
    SwitchSession session =
        new TableSession<>(
            new NvueDriver()
                .system(
                    new SwitchAccess(
                        id,
                        () -> SshSession.open(target, gate, System::nanoTime),
                        Optional.of(snmp()),
                        Optional.empty(),
                        () -> tick.addAndGet(3_000_000_000L),
                        mark,
                        DeviceNotes.none(),
                        () -> 0)));
    sessions.add(session);
    return session;
  }

  private SnmpClient snmp() throws IOException {
    SnmpTarget target =
        TestAgent.of(
                id.name(),
                InetAddress.getLoopbackAddress(),
                new SnmpVersion.V2c("losslessd-demo"::toCharArray))
            .withPort(Integer.parseInt(Files.readString(folder.resolve("snmp.port")).strip()))
            .withPdusPerSecond(10_000)
            .target();
    return new TestAgent(target).client(snmp);
  }

  /** A line for the fabric's operator: a verb, and what comes behind the switch's name. */
  List<String> tell(String verb, String rest) throws IOException {
    String line = (verb + " " + id + " " + rest).strip();
    List<String> answer = FabricControl.send(fabric.controlSocket(), line);
    if (!answer.getFirst().startsWith("ok")) {
      throw new IOException(line + ": " + answer);
    }
    return answer.subList(1, answer.size());
  }

  /** Returns the applied configuration as lines of text. */
  List<String> state() throws IOException {
    return tell("state", "");
  }

  /** Lines that sessions sent, without their user and prompt. */
  List<String> sent() throws IOException {
    return tell("log", "").stream().map(line -> line.replaceFirst("^[^$]*\\$ ", "")).toList();
  }

  static Setting value(SwitchSession session, Target target, Setting like) {
    Reading reading = session.read(target).reading(like.kind());
    return reading.inForce().orElseThrow(() -> new AssertionError(target + " " + reading));
  }

  /** Returns the change from the present value. */
  static Change change(SwitchSession session, Target target, Setting wanted) {
    Reading is = session.read(target).reading(wanted.kind());
    Setting before = value(session, target, wanted);
    return new Change(target, before, wanted.over(before), is.words(), "", List.of(), Set.of());
  }

  @Override
  public void close() throws IOException {
    sessions.forEach(SwitchSession::close);
    snmp.close();
    fabric.close();
  }
}
