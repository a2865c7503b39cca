package dev.losslessd.fabric;

import dev.losslessd.fabric.door.Door;
import dev.losslessd.fabric.door.LineDoor;
import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.host.FakeHost;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.FakeSwitch;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchControl;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.twin.Twin;
import dev.losslessd.fabric.twin.TwinOptions;
import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A running fabric of fake hosts, and if wanted fake switches, around one twin. An ordinary
 * losslessd finds in each host's folder what a kernel would give it. Everything runs on virtual
 * threads of this process.
 */
public final class Fabric implements AutoCloseable {
  /** Name of the control socket in the fabric's folder. */
  public static final String CONTROL_SOCKET = "fabric.ctl.sock";

  private static final Duration TICK = Duration.ofMillis(20);
  private static final int TICKS_PER_REFRESH = 10;

  /** Queue pairs of a job with one process on a NIC, to all its peers together. */
  private static final int PAIRS_OF_A_JOB = 8;

  /** Longest time, in microseconds, that a process catches up after it was stopped. */
  private static final long MOST_STEP_MICROS = 1_000_000;

  private final FabricFolder folder;
  private final Pace pace;
  private final FabricLock fabricLock;
  private final List<FakeHost> hosts = new ArrayList<>();
  private final List<FakeSwitch> switches = new ArrayList<>();
  private final List<Door> doors = new ArrayList<>();
  private final Twin twin;
  private final Thread heart;

  private Fabric(FabricFolder folder, FabricOptions options, Pace pace) throws IOException {
    this.folder = folder;
    this.pace = pace;
    this.fabricLock = new FabricLock(pace);
    this.twin = startHosts(options);
    startSwitches(options);
    doors.add(LineDoor.open(folder.path().resolve(CONTROL_SOCKET), new ControlVerbs(this)::answer));
    this.heart = Thread.ofVirtual().name("fabric heart").start(this::beat);
  }

  /**
   * Starts a fabric and opens its sockets in a folder.
   *
   * @param dir folder for this fabric alone; it is made 0700
   * @throws IOException if the folder is in use or not ours, or a socket cannot be made
   */
  public static Fabric start(Path dir, FabricOptions options, Pace pace) throws IOException {
    FabricFolder folder = FabricFolder.take(dir.toAbsolutePath());
    try {
      return new Fabric(folder, options, pace);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private Twin startHosts(FabricOptions options) throws IOException {
    List<TwinPort> ports = new ArrayList<>();
    try {
      for (DeviceId name : options.hosts()) {
        Path place = folder.path().resolve(name.name());
        FakeHost host =
            FakeHost.start(
                name,
                hosts.size(),
                options.nicsPerHost(),
                options.gbps(),
                options.make(),
                fabricLock,
                place);
        hosts.add(host);
        ports.addAll(host.ports());
      }
      connect(options.loadPercent());
      TwinOptions twinOptions = TwinOptions.usual().withLoad(options.loadPercent());
      return new Twin(ports, twinOptions, options.seed());
    } catch (IOException | RuntimeException e) {
      closeHosts();
      throw e;
    }
  }

  private void startSwitches(FabricOptions options) throws IOException {
    try {
      List<String> servers = options.servers();
      int leaves = options.switches().size() - servers.size();
      Cables cables = new Cables(leaves, servers, hosts, twin, pace);
      int made = 0;
      for (FabricOptions.Leaf leaf : options.switches()) {
        String name = leaf.name().name();
        int index = leaf.system().isServer() ? servers.indexOf(name) : made++;
        SimulatedSwitch simulated =
            SwitchMaker.make(leaf.system(), name, index, fabricLock, cables);
        switches.add(FakeSwitch.start(simulated, folder.path().resolve(name)));
        simulated.ports().forEach(port -> wire(simulated, port));
      }
    } catch (IOException | RuntimeException e) {
      closeSwitches();
      closeHosts();
      throw e;
    }
  }

  /** Lets a NIC hear the LLDP frames of the switch port at the other end of its cable. */
  private void wire(SimulatedSwitch simulated, SwitchPort port) {
    DeviceId system = new DeviceId(port.neighbour().host());
    for (FakeHost host : hosts) {
      if (host.name().equals(system)) {
        host.wire(new PortId(system, port.neighbour().port()), simulated.name(), port.name());
      }
    }
  }

  public Path dir() {
    return folder.path();
  }

  /** Folder of a host: {@code root/sys}, {@code netlink.sock} and so on. */
  public Path hostDir(DeviceId host) {
    return folder.path().resolve(host.name());
  }

  /** Folder of a switch: {@code ssh.port}, {@code known_hosts}, {@code snmp.port} and so on. */
  public Path switchDir(DeviceId leaf) {
    return folder.path().resolve(leaf.name());
  }

  /** Socket that {@code losslessd fabric ctl} connects to. */
  public Path controlSocket() {
    return folder.path().resolve(CONTROL_SOCKET);
  }

  /** Returns the operations on a switch that need more than a line of words. */
  public SwitchControl control(DeviceId leaf) {
    return switches.stream()
        .filter(one -> one.id().equals(leaf))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(leaf + ": expected a switch"))
        .control();
  }

  List<FakeSwitch> switches() {
    return switches;
  }

  List<FakeHost> hosts() {
    return hosts;
  }

  FabricLock fabricLock() {
    return fabricLock;
  }

  /** Sets the length of every cable, in metres. */
  void cable(long metres) {
    fabricLock.locked(() -> twin.cable((double) metres));
  }

  /** A host takes what comes in at a part of line rate for some time. */
  void slow(PortId port, int percent, long seconds) {
    fabricLock.locked(() -> {
      for (TwinPort one : twin.ports()) {
        if (one.id().equals(port)) {
          twin.slowDown(one, percent / 100.0, seconds * 1e6);
        }
      }
    });
  }

  void load(int percent) {
    fabricLock.locked(() -> twin.load(percent));
    connect(percent);
  }

  /** Connects queue pairs of every host while there is load. */
  private void connect(int percent) {
    hosts.forEach(host -> host.queuePairs(percent > 0 ? PAIRS_OF_A_JOB : 0));
  }

  private void beat() {
    long last = pace.nanos();
    try {
      Duration rest = TICK;
      for (int tick = 1; ; tick++) {
        pace.sleep(rest);
        long micros = Math.min(MOST_STEP_MICROS, (pace.nanos() - last) / 1000);
        last = pace.nanos();
        fabricLock.locked(() -> twin.step(micros));
        // on a slow machine who asks the fabric has the lock for as long
        rest =
            Duration.ofNanos(
                Math.clamp(pace.nanos() - last, TICK.toNanos(), MOST_STEP_MICROS * 1000));
        if (tick % TICKS_PER_REFRESH == 0) {
          hosts.forEach(FakeHost::beat);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops the fabric, and removes its sockets and files. */
  @Override
  public void close() throws IOException {
    heart.interrupt();
    try {
      heart.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Door door : doors) {
      door.close();
    }
    closeSwitches();
    closeHosts();
    folder.close();
  }

  private void closeSwitches() throws IOException {
    for (FakeSwitch each : switches) {
      each.close();
    }
  }

  private void closeHosts() throws IOException {
    for (FakeHost host : hosts) {
      host.close();
    }
  }
}
