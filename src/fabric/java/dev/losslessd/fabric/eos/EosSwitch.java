package dev.losslessd.fabric.eos;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of one Arista switch: what it runs, what it keeps, and its configuration sessions. */
public final class EosSwitch extends SimulatedSwitch {
  static final String VERSION = "4.33.1F";
  static final String MODEL = "DCS-7060DX5-64S";

  /** Texts of EOS at a login, and Arista's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner("", SystemBanner.SIMULATION, "--More--", 30_065);

  private static final int MOST_PENDING = 5;

  /** Kinds of lies by name, with the first words of the commands that each swallows. */
  private static final Map<String, List<String>> LIES =
      Map.ofEntries(
          Map.entry(
              "pfc",
              List.of(
                  "priority-flow-control on",
                  "priority-flow-control priority",
                  "priority-flow-control$")),
          Map.entry("watchdog", List.of("priority-flow-control pause watchdog")),
          Map.entry("pause", List.of("flowcontrol")),
          Map.entry("ecn", List.of("random-detect ecn")),
          Map.entry("ets", List.of("bandwidth", "priority")),
          Map.entry("dscp", List.of("qos map dscp")),
          Map.entry("trust", List.of("qos trust")),
          Map.entry("mtu", List.of("mtu")),
          Map.entry("policy", List.of("service-profile", "qos profile")),
          Map.entry("commit", List.of("commit")),
          Map.entry("save", List.of("write")));

  /**
   * A commit that waits to be confirmed.
   *
   * @param before what comes back if it is not
   * @param dueMicros by the switch's clock
   */
  record Timer(String session, EosConfig before, long dueMicros) {}

  private final Map<String, ConfSession> confs = new LinkedHashMap<>();
  private EosConfig running;
  private EosConfig startup;
  private @Nullable Timer timer;

  private EosSwitch(
      String name, int index, FabricLock fabricLock, Pace pace, List<SwitchPort> ports) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    this.running = EosConfig.factory(name, ports);
    this.startup = running.copy();
  }

  /** With the ports that hang on this one: Ethernet1 is number 1 for its agent. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports = cables.ports(index, n -> "Ethernet" + n, n -> n);
    return new EosSwitch(name, index, fabricLock, cables.pace(), ports);
  }

  @Override
  public MibTree mibs() {
    return EosMibs.of(this);
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up() && !running.port(port).lines().containsKey("11 shutdown");
  }

  @Override
  public void reset() {
    running = EosConfig.factory(name(), ports());
    startup = running.copy();
    confs.clear();
    timer = null;
  }

  /** Comes up with what was saved; open sessions are gone. */
  @Override
  public void reboot() {
    running = startup.copy();
    confs.clear();
    timer = null;
  }

  @Override
  public List<String> state() {
    return running.text();
  }

  @Override
  public List<String> foreign(String lines) {
    boolean configures = lines.strip().startsWith("configure");
    List<String> before = configures ? List.of("enable") : List.of("enable", "configure");
    return typed(new EosShell(this, Account.ALL.getFirst(), -1), before, lines);
  }

  @Override
  protected Shell open(Account account, int line) {
    return new EosShell(this, account, line);
  }

  /** Takes back a commit that was not confirmed in time. */
  @Override
  protected void settle() {
    Timer waiting = timer;
    if (waiting != null && micros() >= waiting.dueMicros()) {
      running = waiting.before();
      timer = null;
    }
  }

  EosConfig running() {
    return running;
  }

  void save() {
    startup = running.copy();
  }

  EosConfig startup() {
    return startup;
  }

  Map<String, ConfSession> confs() {
    return confs;
  }

  Optional<Timer> timer() {
    return Optional.ofNullable(timer);
  }

  /** Returns the session of this name, which is created if need be. */
  ConfSession conf(String name, String user) throws CliError {
    if (timer != null && timer.session().equals(name)) {
      throw new CliError("Cannot enter session " + name + " in state pendingCommitTimer");
    }
    ConfSession there = confs.get(name);
    if (there != null && there.committed) {
      throw new CliError("Cannot enter session " + name + " in state committed");
    }
    if (there == null) {
      if (confs.values().stream().filter(one -> !one.committed).count() == MOST_PENDING) {
        throw new CliError(
            "Maximum number of pending sessions has been reached. Please commit or"
                + " abort previous sessions before creating a new one.");
      }
      there = new ConfSession(running.copy(), user);
      confs.put(name, there);
    }
    return there;
  }

  // unverified: what a switch does with a second commit while a timer runs; this one refuses it
  void commit(String name, Optional<Long> micros) throws CliError {
    if (timer != null && timer.session().equals(name)) {
      timer = null;
      return;
    }
    ConfSession conf = confs.get(name);
    if (conf == null || conf.committed) {
      throw new CliError("Cannot commit session " + name + ": no such pending session");
    }
    if (timer != null) {
      throw new CliError(
          "Cannot commit session " + name + ": commit timer of " + timer.session() + " is running");
    }
    EosConfig before = running;
    running = conf.eosConfig.copy();
    forgetCommitted();
    conf.committed = true;
    timer = micros.map(time -> new Timer(name, before, micros() + time)).orElse(null);
  }

  /** Removes sessions that are committed; EOS remembers the latest one only. */
  private void forgetCommitted() {
    confs.values().removeIf(one -> one.committed);
  }

  void abort(String name) throws CliError {
    if (timer != null && timer.session().equals(name)) {
      running = timer.before();
      timer = null;
      return;
    }
    if (confs.remove(name) == null) {
      throw new CliError("Cannot abort session " + name + ": no such session");
    }
  }
}
