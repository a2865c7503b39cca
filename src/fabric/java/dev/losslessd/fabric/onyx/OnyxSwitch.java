package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.Shell;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of one switch with Onyx: what it runs, and what it keeps. */
public final class OnyxSwitch extends SimulatedSwitch {
  /** Texts of Onyx at a login, and Mellanox's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner("Mellanox Switch\r\n", SystemBanner.SIMULATION, "lines 1-23 ", 33_049);

  /** The agent shows what was set, and the switch does nothing. */
  private static final String AGENT = "agent";

  /** Kinds of lies by name, with the first words of the commands that each swallows. */
  private static final Map<String, List<String>> LIES =
      Map.of(
          "pfc",
          List.of("dcb priority-flow-control", "snmp set"),
          AGENT,
          List.of(),
          "save",
          List.of("configuration write", "write memory"));

  private final Release release;
  private Settings running;
  private List<String> startup;

  /** PFC state that the agent shows where it differs from what runs; null where it does not. */
  private @Nullable Boolean told;

  private OnyxSwitch(
      String name,
      int index,
      FabricLock fabricLock,
      Pace pace,
      List<SwitchPort> ports,
      Release release) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    this.release = release;
    this.running = new Settings(ports);
    this.startup = running.lines();
  }

  /** Leaves of odd number run Onyx, the others an MLNX-OS of before. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports = cables.ports(index, n -> "Eth1/" + n, n -> n);
    Release release = index % 2 == 0 ? Release.NEW : Release.OLD;
    return new OnyxSwitch(name, index, fabricLock, cables.pace(), ports, release);
  }

  @Override
  public MibTree mibs() {
    return OnyxMibs.of(this);
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up() && !running.port(port).shut();
  }

  @Override
  public void reset() {
    told = null;
    running = new Settings(ports());
    startup = running.lines();
  }

  /** Comes up with what was saved. */
  @Override
  public void reboot() {
    Settings fresh = new Settings(ports());
    fresh.ports().values().forEach(port -> port.description(""));
    for (String line : startup) {
      try {
        Lines.take(fresh, release, line);
      } catch (CliError e) {
        throw new IllegalStateException("own line '" + line + "'", e);
      }
    }
    running = fresh;
  }

  @Override
  public List<String> state() {
    return running.lines();
  }

  @Override
  public List<String> foreign(String lines) {
    OnyxShell other = new OnyxShell(this, Account.ALL.getFirst(), -1);
    return typed(other, List.of("enable", "configure terminal"), lines);
  }

  @Override
  protected Shell open(Account account, int line) {
    return new OnyxShell(this, account, line);
  }

  /** PFC of the whole switch, as its agent tells. */
  boolean toldPfc() {
    Boolean other = told;
    return other == null ? running.pfc() : other;
  }

  /** As set by SNMP. */
  void setPfc(boolean on) {
    if (faults().takeLieAbout(AGENT)) {
      told = on;
    } else {
      told = null;
      running.pfc(on);
    }
  }

  Release release() {
    return release;
  }

  Settings running() {
    return running;
  }

  void save() {
    startup = running.lines();
  }
}
