package dev.losslessd.driver;

import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.StillPace;
import dev.losslessd.fabric.switchbase.SwitchControl;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.SnmpWriter;
import dev.losslessd.transport.snmp.TestAgent;
import dev.losslessd.transport.ssh.Credential;
import dev.losslessd.transport.ssh.HostKeyPolicy;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import dev.losslessd.transport.ssh.TestTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The fabric's first switch, whose time stands still until it is sent ahead, and sessions with it
 * over real SSH.
 */
public class FabricLeaf implements AutoCloseable {
  public static final DeviceId ID = new DeviceId("leaf1");

  private final Fabric fabric;
  private final Path folder;
  private final SwitchDriver driver;
  private final DeviceId id;
  private final Map<String, String> kept = new ConcurrentHashMap<>();

  /**
   * @param system of both leaves
   */
  public FabricLeaf(Path folder, SwitchSystem system, SwitchDriver driver) throws IOException {
    this(folder, system, driver, ID);
  }

  /**
   * @param id the first's, as the fabric calls it
   */
  protected FabricLeaf(Path folder, SwitchSystem system, SwitchDriver driver, DeviceId id)
      throws IOException {
    FabricOptions options =
        FabricOptions.usual(1).withLoad(0).withSwitches(List.of(system, system));
    this.fabric = Fabric.start(folder, options, new StillPace());
    this.driver = driver;
    this.id = id;
    this.folder = fabric.switchDir(id);
  }

  private FabricLeaf(FabricLeaf first, DeviceId id) {
    this.fabric = first.fabric;
    this.driver = first.driver;
    this.id = id;
    this.folder = fabric.switchDir(id);
  }

  /** Another switch of the same fabric, which goes away with it. */
  public FabricLeaf beside(DeviceId other) {
    return new FabricLeaf(this, other);
  }

  /**
   * Returns the way to the command line of a switch, as its folder tells.
   *
   * @param folder of the switch in its fabric
   */
  public static SshTarget login(Path folder, String name, String account) throws IOException {
    return TestTarget.of(
            name,
            "127.0.0.1",
            account,
            new HostKeyPolicy.KnownHosts(folder.resolve("known_hosts")),
            new Credential.Password("losslessd-demo"::toCharArray))
        .withPort(Integer.parseInt(Files.readString(folder.resolve("ssh.port")).strip()))
        .target();
  }

  public final DeviceId id() {
    return id;
  }

  public SwitchSession session(String account) throws IOException {
    return session(account, WriteGate.OPEN);
  }

  public SwitchSession session(String account, WriteGate gate) throws IOException {
    return session(account, gate, Optional.empty());
  }

  /**
   * Opens a session that reads the switch again only when its clock has moved on.
   *
   * @param nanos its clock
   */
  public final SwitchSession session(String account, LongSupplier nanos) throws IOException {
    SshTarget target = login(folder, id.name(), account);
    return new TableSession<>(
        driver.system(
            new SwitchAccess(
                id,
                () -> SshSession.open(target, WriteGate.OPEN, System::nanoTime),
                Optional.empty(),
                Optional.empty(),
                nanos,
                "r12",
                memory("r12"),
                () -> 0)));
  }

  /** Creates a reader of the switch's agent. */
  public SnmpClient snmp(SnmpSocket socket) throws IOException {
    SnmpTarget target = agent(new SnmpVersion.V2c("losslessd-demo"::toCharArray));
    return new TestAgent(target).client(socket);
  }

  /**
   * Creates a writer to the switch's agent, which waits a second for an answer.
   *
   * @param version how it is let in
   */
  public SnmpWriter writer(SnmpSocket socket, SnmpVersion version, WriteGate gate)
      throws IOException {
    return writer(socket, version, gate, _ -> {});
  }

  /**
   * Creates such a writer that tells how long its requests took.
   *
   * @param took receives nanoseconds
   */
  public SnmpWriter writer(
      SnmpSocket socket, SnmpVersion version, WriteGate gate, LongConsumer took)
      throws IOException {
    SnmpTarget target =
        new TestAgent(agent(version)).withPatience(Duration.ofSeconds(1), 2).target();
    return new SnmpWriter(socket, target, gate, System::nanoTime, _ -> {}, took);
  }

  private SnmpTarget agent(SnmpVersion version) throws IOException {
    String port = Files.readString(folder.resolve("snmp.port")).strip();
    return TestAgent.of(id.name(), InetAddress.getLoopbackAddress(), version)
        .withPort(Integer.parseInt(port))
        .withPdusPerSecond(10_000)
        .target();
  }

  /** Every read of it is a new one. */
  public SwitchSession session(String account, WriteGate gate, Optional<SnmpClient> snmp)
      throws IOException {
    return session(account, gate, snmp, Optional.empty(), memory("r12"));
  }

  /** Opens a session that can set objects by SNMP too. */
  public SwitchSession session(
      String account, WriteGate gate, Optional<SnmpClient> snmp, Optional<SnmpWriter> writer)
      throws IOException {
    return session(account, gate, snmp, writer, memory("r12"));
  }

  /** A session of the agent of another host. */
  public final SwitchSession sessionOf(String host) throws IOException {
    return sessionOf(host, () -> 0);
  }

  /**
   * Opens a session of the agent of another host, with a revision in force.
   *
   * @param revision in force there
   */
  public final SwitchSession sessionOf(String host, LongSupplier revision) throws IOException {
    return open(
        "admin", WriteGate.OPEN, Optional.empty(), Optional.empty(), memory(host), host, revision);
  }

  /** Notes that the agent of a host keeps of this switch while the fabric lives. */
  protected DeviceNotes memory(String host) {
    return new DeviceNotes(
        InstantSource.fixed(Instant.EPOCH),
        () -> Optional.ofNullable(kept.get(host)),
        text -> kept.put(host, text));
  }

  /** One that remembers what an earlier one kept. */
  protected final SwitchSession session(
      String account, WriteGate gate, Optional<SnmpClient> snmp, DeviceNotes notes)
      throws IOException {
    return session(account, gate, snmp, Optional.empty(), notes);
  }

  private SwitchSession session(
      String account,
      WriteGate gate,
      Optional<SnmpClient> snmp,
      Optional<SnmpWriter> writer,
      DeviceNotes notes)
      throws IOException {
    return open(account, gate, snmp, writer, notes, "r12", () -> 0);
  }

  private SwitchSession open(
      String account,
      WriteGate gate,
      Optional<SnmpClient> snmp,
      Optional<SnmpWriter> writer,
      DeviceNotes notes,
      String mark,
      LongSupplier revision)
      throws IOException {
    SshTarget target = login(folder, id.name(), account);
    AtomicLong tick = new AtomicLong();
    return new TableSession<>(
        driver.system(
            new SwitchAccess(
                id,
                () -> SshSession.open(target, gate, System::nanoTime),
                snmp,
                writer,
                () -> tick.addAndGet(3_000_000_000L),
                mark,
                notes,
                revision)));
  }

  /** Sends a control line to the fabric, as its operator would. */
  public List<String> tell(String line) throws IOException {
    List<String> answer = FabricControl.send(fabric.controlSocket(), line);
    if (!answer.getFirst().startsWith("ok")) {
      throw new IOException(line + ": " + answer);
    }
    return answer.subList(1, answer.size());
  }

  /** Returns the operations on this switch that need more than a line of words. */
  public final SwitchControl control() {
    return fabric.control(id);
  }

  /** Drops the notes that agents keep of this switch. */
  public final void forget() {
    kept.clear();
  }

  public List<String> state() throws IOException {
    return tell("state " + id);
  }

  /** Lines that sessions sent, without their user and prompt. */
  public List<String> sent() throws IOException {
    return tell("log " + id).stream()
        .map(line -> line.replaceFirst("^[^#>$]*[#>$] ?", ""))
        .toList();
  }

  @Override
  public void close() throws IOException {
    fabric.close();
  }
}
