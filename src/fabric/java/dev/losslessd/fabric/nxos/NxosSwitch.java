package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The state of one Nexus 9000: what it runs, what it keeps, who is logged in, and what was ordered
 * to go wrong. What has to be done with the fabric's lock held says so.
 */
public final class NxosSwitch extends SimulatedSwitch {
  static final String VERSION = "10.3(4a)";
  static final String MODEL = "C9332D-GX2B";

  /** Kinds of lies by name, with the first words of the commands that each swallows. */
  private static final Map<String, List<String>> LIES =
      Map.ofEntries(
          Map.entry("pfc", List.of("priority-flow-control mode", "pause pfc-cos")),
          Map.entry("watchdog", List.of("priority-flow-control watch-dog-interval")),
          Map.entry("pause", List.of("flowcontrol")),
          Map.entry("ecn", List.of("random-detect")),
          Map.entry("ets", List.of("bandwidth", "priority level")),
          Map.entry("dscp", List.of("match", "set qos-group")),
          Map.entry("mtu", List.of("mtu")),
          Map.entry("policy", List.of("service-policy")),
          Map.entry("checkpoint", List.of("checkpoint")),
          Map.entry("save", List.of("copy")),
          Map.entry("rollback", List.of("rollback")));

  /** Texts of NX-OS at a login, and Cisco's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner(Banner.BEFORE_LOGIN, Banner.HEAD, SystemBanner.MORE, 9);

  private static final int FIRST_INDEX = 0x1A00_0000;
  private static final int INDEX_STEP = 0x1000;

  private final Map<String, Checkpoint> checkpoints = new TreeMap<>();
  private Block running;
  private Block startup;
  private Instant changed = now();

  private NxosSwitch(
      String name, int index, FabricLock fabricLock, Pace pace, List<SwitchPort> ports) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    this.running = factory(name, ports);
    this.startup = running.copy();
  }

  /** With the ports that hang on this one; NX-OS counts them from 0x1A000000 in steps of 0x1000. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports =
        cables.ports(index, n -> "Ethernet1/" + n, n -> FIRST_INDEX + (n - 1) * INDEX_STEP);
    return new NxosSwitch(name, index, fabricLock, cables.pace(), ports);
  }

  @Override
  public MibTree mibs() {
    return NxosMibs.of(this);
  }

  @Override
  public void reset() {
    running = factory(name(), ports());
    startup = running.copy();
    checkpoints.clear();
    changed();
  }

  /** Comes up with what was saved; checkpoints are kept on its flash. */
  @Override
  public void reboot() {
    running = startup.copy();
    changed();
  }

  private static Block factory(String name, List<SwitchPort> ports) {
    Block root = Block.root();
    root.set(Keys.HOSTNAME, "hostname " + name);
    root.set("02 feature lldp", "feature lldp");
    for (SwitchPort port : ports) {
      Block block = root.open(Keys.port(port.number()), "interface " + port.name());
      block.set(Keys.DESCRIPTION, "description " + port.neighbour().host());
      block.set(Keys.SHUTDOWN, "no shutdown");
    }
    return root;
  }

  Instant lastChange() {
    return changed;
  }

  void changed() {
    changed = now();
  }

  Block running() {
    return running;
  }

  void running(Block config) {
    running = config;
  }

  Block startup() {
    return startup;
  }

  void save() {
    startup = running.copy();
  }

  Map<String, Checkpoint> checkpoints() {
    return checkpoints;
  }

  Checkpoint checkpoint(String by) {
    return new Checkpoint(by, now(), running.copy());
  }

  // unverified: the wording differs between releases, that it is an error does not
  void requireUnlocked() throws CliError {
    if (faults().locked()) {
      throw new CliError(
          "% Failed to acquire configuration lock: held by another session (pts/9, admin)");
    }
  }

  Block portConfig(SwitchPort port) {
    return Objects.requireNonNull(running.block(Keys.port(port.number())));
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up() && !"shutdown".equals(portConfig(port).line(Keys.SHUTDOWN));
  }

  @Override
  protected CliSession open(Account account, int line) {
    return new CliSession(this, account, line);
  }

  @Override
  public List<String> state() {
    return running.text();
  }

  @Override
  public List<String> foreign(String lines) {
    CliSession other = new CliSession(this, Account.ALL.getFirst(), -1);
    other.unhinder();
    other.run("configure terminal");
    return other.run(lines);
  }
}
