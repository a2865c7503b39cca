package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.Shell;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.util.List;
import java.util.Map;

/** The state of one Dell switch: what it runs, and what it keeps. */
public final class Os10Switch extends SimulatedSwitch {
  static final String VERSION = "10.5.4.7";

  /** Texts of OS10 at a login, and Dell's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner("Debian GNU/Linux 10\r\n", SystemBanner.SIMULATION, "--More--", 674);

  /** Kinds of lies by name, with the first words of the commands that each swallows. */
  private static final Map<String, List<String>> LIES =
      Map.of(
          "pfc", List.of("priority-flow-control"),
          "save", List.of("write memory", "copy running-configuration startup-configuration"));

  /** Numbers of the first port for IF-MIB and for LLDP-MIB, less one step. */
  private static final int BEFORE_INDEX = 12;

  private Os10Config running;
  private Os10Config startup;

  /** Since the last start: iSCSI optimisation turns pause on without a line. */
  private boolean pauses;

  private Os10Switch(
      String name, int index, FabricLock fabricLock, Pace pace, List<SwitchPort> ports) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    this.running = Os10Config.factory(name, ports);
    this.startup = running.copy();
  }

  /** With the ports that hang on this one: ethernet1/1/1 is number 13 for its agent. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports = cables.ports(index, n -> "ethernet1/1/" + n, n -> BEFORE_INDEX + n);
    return new Os10Switch(name, index, fabricLock, cables.pace(), ports);
  }

  @Override
  public MibTree mibs() {
    return Os10Mibs.of(this);
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up() && !running.isShut(port);
  }

  @Override
  public void reset() {
    running = Os10Config.factory(name(), ports());
    startup = running.copy();
    pauses = false;
  }

  /** Comes up with what was saved; and with pause, but for {@code no iscsi enable}. */
  @Override
  public void reboot() {
    running = startup.copy();
    pauses = !running.root().lines().containsKey("02 iscsi");
  }

  @Override
  public List<String> state() {
    return running.text();
  }

  @Override
  public List<String> foreign(String lines) {
    Os10Shell other = new Os10Shell(this, Account.ALL.getFirst(), -1);
    return typed(other, List.of("configure terminal"), lines);
  }

  @Override
  protected Shell open(Account account, int line) {
    return new Os10Shell(this, account, line);
  }

  Os10Config running() {
    return running;
  }

  boolean pauses() {
    return pauses;
  }

  void save() {
    startup = running.copy();
  }
}
