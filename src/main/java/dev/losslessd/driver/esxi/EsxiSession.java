package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** One host with ESXi. What it printed is used for two seconds. */
final class EsxiSession implements SwitchSession {
  static final String UPTIME = "esxcli system stats uptime get";

  private static final SnmpColumns COLUMNS = new SnmpColumns().ifMib();

  private final SwitchAccess access;
  private final ExecConsole console;
  private final Boots boots;
  private final Inventory inventory;
  private final ShortLivedCache<EsxiSnapshot> printed;

  EsxiSession(SwitchAccess access) {
    this.access = access;
    this.boots = new Boots(access.notes());
    this.inventory = new Inventory(access.device());
    this.console = new ExecConsole(access, EsxiLedger.LEDGER);
    this.printed = new ShortLivedCache<>(access.ticks(), this::esxiSnapshot);
  }

  private EsxiSnapshot esxiSnapshot() {
    Map<String, Vmnic> nics = Vmnic.parse(show(Vmnic.COMMAND));
    Map<String, Pause> pauses = Pause.parse(show(Pause.COMMAND));
    Map<Module, Options> options = new EnumMap<>(Module.class);
    Map<Module, String> silent = new EnumMap<>(Module.class);
    for (Module module : Module.values()) {
      ExecResult answer = console.ask(module.command());
      if (answer.status() == 0) {
        options.put(module, module.parse(answer.output()));
      } else {
        silent.put(module, ExecConsole.said(answer));
      }
    }
    Map<String, EsxiSnapshot.Dcb> dcb = new TreeMap<>();
    nics.values().stream()
        .filter(Vmnic::isNmlx5)
        .forEach(nic -> dcb.put(nic.name(), dcb(nic.name())));
    EsxiSnapshot now = new EsxiSnapshot(nics, pauses, options, silent, dcb, uptime());
    boots.see(now.up(), options);
    return now;
  }

  private OptionalLong uptime() {
    ExecResult answer = console.ask(UPTIME);
    return answer.status() == 0 ? EsxiCounters.uptime(answer.output()) : OptionalLong.empty();
  }

  private EsxiSnapshot.Dcb dcb(String nic) {
    ExecResult answer = console.ask(DcbStatus.command(nic));
    return answer.status() == 0
        ? DcbStatus.parse(nic, answer.output())
        : new EsxiSnapshot.Dcb.Untold(ExecConsole.said(answer));
  }

  private String show(String command) {
    ExecResult answer = console.ask(command);
    if (answer.status() != 0) {
      throw console.refused(command, ExecConsole.said(answer));
    }
    return answer.output();
  }

  @Override
  public List<Target> targets() {
    return access.targets(printed.now().nics().keySet());
  }

  @Override
  public List<Nic> nics() {
    return inventory.of(printed.now(), nic -> show(DriverInfo.command(nic)));
  }

  @Override
  public Capabilities capabilities(Target target) {
    access.requireOurs(target);
    Map<SettingKind, Capability> all = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {
        for (ModuleKnob knob : ModuleKnob.values()) {
          all.put(
              knob.kind(),
              printed.now().nmlx5().isEmpty()
                  ? Capability.none(Readings.NONE)
                  : Capability.writable(Risk.NEEDS_REBOOT));
        }
      }
      case Target.Port port -> ofPort(printed.now().nic(port.id().name()), all);
    }
    return new Capabilities(target, all, Priority.COUNT);
  }

  private void ofPort(Vmnic nic, Map<SettingKind, Capability> all) {
    all.put(
        SettingKind.MTU,
        Capability.readOnly("the vSwitch decides, for all its uplinks: set it there, by hand"));
    if (!nic.isNmlx5()) {
      Capability elsewhere = Capability.none(Readings.elsewhere(nic));
      List.of(SettingKind.PFC, SettingKind.TRUST, SettingKind.GLOBAL_PAUSE)
          .forEach(kind -> all.put(kind, elsewhere));
      return;
    }
    for (ModuleKnob knob : List.of(ModuleKnob.PFC, ModuleKnob.TRUST)) {
      all.put(
          knob.kind(),
          Capability.readOnly(
              "one parameter of "
                  + knob.module().word()
                  + " for all its ports: set "
                  + knob.kind().word()
                  + " of "
                  + access.device()));
    }
    Pause pause = printed.now().pauses().get(nic.name());
    all.put(
        SettingKind.GLOBAL_PAUSE,
        pause != null && pause.supported()
            ? Capability.writable()
            : Capability.readOnly("the host says that its pause parameters are not supported"));
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device
        ? console.serials(Platform.COMMAND, Platform::serials)
        : Identity.NONE;
  }

  @Override
  public Observed read(Target target) {
    access.requireOurs(target);
    return new Observed(target, new Readings(printed.now(), boots).of(target));
  }

  @Override
  public void apply(Change change) {
    access.requireOurs(change.target());
    EsxiSnapshot now = printed.again();
    switch (change.target()) {
      case Target.Device _ -> module(now, change);
      case Target.Port port -> pause(now.nic(port.id().name()), now, change);
    }
  }

  /** The whole string is sent again with our parameters changed, and all others as they are. */
  private void module(EsxiSnapshot now, Change change) {
    ModuleKnob knob = ModuleKnob.of(change.kind()).orElseThrow(() -> noKnob(change));
    if (now.nmlx5().isEmpty()) {
      throw DeviceException.unsupported(change.text() + ": " + Readings.NONE);
    }
    Options is = now.of(knob.module());
    Options next =
        change.wordsAfter().isEmpty()
            ? knob.write(is, change.after())
            : knob.restore(is, change.wordsAfter());
    Setting then = knob.read(next);
    if (!then.equals(change.after())) {
      throw DeviceException.unsupported(
          change.text() + ": '" + Sanitized.of(change.wordsAfter()) + "' would be " + then.text());
    }
    if (!next.equals(is)) {
      printed.changing(() -> console.act(EsxiLedger.setOptions(knob.module(), next.text())));
    }
    boots.wrote(knob.module());
  }

  private void pause(Vmnic nic, EsxiSnapshot now, Change change) {
    if (!(change.after() instanceof GlobalPause wanted)) {
      throw noKnob(change);
    }
    if (!nic.isNmlx5()) {
      throw DeviceException.unsupported(change.text() + ": " + Readings.elsewhere(nic));
    }
    Pause is = now.pauses().get(nic.name());
    if (is == null || !is.setting().equals(wanted)) {
      printed.changing(
          () -> console.act(EsxiLedger.setPause(nic.name(), wanted.receive(), wanted.send())));
    }
  }

  private static DeviceException noKnob(Change change) {
    return DeviceException.unsupported(
        change.target() + " has no knob " + change.kind().word() + " to set");
  }

  /** Does nothing: both kinds of settings are kept by the host as they are set. */
  @Override
  public void save() {}

  /** Does not try whether the account may write: every line that writes changes something. */
  @Override
  public List<String> missingPermissions() {
    return console.oncePerConnection(() -> {
      List<String> all = new ArrayList<>();
      for (String command : List.of(Vmnic.COMMAND, Pause.COMMAND, Module.NMLX5_CORE.command())) {
        ExecResult answer = console.ask(command);
        if (answer.status() != 0) {
          all.add(
              command + ": account " + console.user() + " may not: " + ExecConsole.said(answer));
        }
      }
      return List.copyOf(all);
    });
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    EsxiSnapshot now = printed.now();
    List<Sweep> sweeps = new ArrayList<>();
    for (PortId port : ports) {
      Vmnic nic = now.nics().get(port.name());
      if (nic != null) {
        Map<String, Long> numbers =
            EsxiCounters.parse(nic.name(), show(EsxiCounters.command(nic.name())));
        sweeps.add(EsxiCounters.sweep(port, numbers, now.sentPfc(nic.name()), atMillis, tickNanos));
      }
    }
    return List.copyOf(sweeps);
  }

  /** IF-MIB, whose ifName is the vmnic (LibreNMS walk of a 7.0 host). */
  @Override
  public Sweeper sweeper(PortId port) {
    return access.sweeper(port, COLUMNS, UnaryOperator.identity());
  }

  /** None: what a host hears by LLDP it keeps to its distributed switch. */
  @Override
  public List<Neighbour> neighbours() {
    return List.of();
  }

  @Override
  public void close() {
    console.close();
  }
}
