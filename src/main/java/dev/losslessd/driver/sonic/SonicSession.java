package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Fresh;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.transport.ssh.ExecResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** One switch with community SONiC. What it printed is used for two seconds. */
final class SonicSession implements SwitchSession {
  /** The stock buffer configuration has two. Unverified by ASIC. */
  private static final int MAX_LOSSLESS = 2;

  private static final Map<SettingKind, PortKnob> KNOBS = knobs();

  /** SAI_PORT_ATTR_GLOBAL_FLOW_CONTROL_MODE is off by default, and no table of SONiC sets it. */
  private static final String NO_PAUSE = "community SONiC has no setting for 802.3x pause";

  private static final Capability OF_CHASSIS =
      Capability.readOnly(
          "queues of a chassis' system ports are read and not written: set them by hand");

  private final SwitchAccess access;
  private final ExecConsole console;
  private final Writer writer;
  private final RowNames names;
  private final Fresh<Snapshot> printed;

  /** Also asked by who sweeps by SNMP meanwhile. */
  private volatile Map<String, String> aliases = Map.of();

  SonicSession(SwitchAccess access) {
    this.access = access;
    this.console = new ExecConsole(access, SonicLedger.LEDGER);
    this.names = new RowNames(access.agent());
    this.writer = new Writer(console, access, names);
    this.printed = new Fresh<>(access.ticks(), this::snapshot);
  }

  private static Map<SettingKind, PortKnob> knobs() {
    Map<SettingKind, PortKnob> all = new EnumMap<>(SettingKind.class);
    List.of(
            new PfcKnob(),
            new EtsKnob(),
            new EcnKnob(),
            new PlainKnobs.OfMtu(),
            new PlainKnobs.OfTrust(),
            new PlainKnobs.OfWatchdog())
        .forEach(knob -> all.put(knob.kind(), knob));
    return all;
  }

  private Snapshot snapshot() {
    Snapshot told =
        new Snapshot(ConfigJson.parse(ConfigJson.COMMAND, names.read(show(ConfigJson.COMMAND))));
    aliases = told.aliases();
    return told;
  }

  /** The agent tells of a port by its alias (sonic-snmpagent rfc2863.py). */
  private String whole(String name) {
    return aliases.getOrDefault(name, name);
  }

  private String show(String command) {
    ExecResult result = console.ask(command + SonicLedger.NO_INPUT);
    if (result.status() != 0) {
      throw console.refused(command, ExecConsole.said(result));
    }
    return result.output();
  }

  @Override
  public List<Target> targets() {
    return access.targets(printed.now().ports());
  }

  @Override
  public Capabilities capabilities(Target target) {
    Map<SettingKind, Capability> all = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {
        all.put(SettingKind.DSCP_MAP, Capability.writable(Risk.SHORT_STOP));
        all.put(
            SettingKind.PFC_WATCHDOG,
            Capability.readOnly(
                "each port has its own; 'pfcwd counter_poll' and 'big_red_switch' by hand"));
      }
      case Target.Port port -> {
        if (PortRows.ofChassis(printed.now().of(port.id().name()))) {
          all.put(SettingKind.ETS, OF_CHASSIS);
          all.put(SettingKind.ECN, OF_CHASSIS);
        }
        all.put(SettingKind.PFC, Capability.writable(Risk.BUFFER_RECARVE));
        KNOBS.keySet().forEach(kind -> all.putIfAbsent(kind, Capability.writable()));
        all.put(
            SettingKind.DSCP_MAP,
            Capability.readOnly("one map for the whole switch: set dscp of " + access.device()));
        all.put(
            SettingKind.LOSSLESS,
            Capability.readOnly("the priorities of pfc that have a buffer: set pfc of the port"));
        all.put(SettingKind.GLOBAL_PAUSE, Capability.readOnly(NO_PAUSE));
      }
    }
    return new Capabilities(target, all, MAX_LOSSLESS);
  }

  @Override
  public List<ForeignMark> foreign() {
    List<ForeignMark> marks = new ArrayList<>(names.foreign(access.device(), printed.now()));
    writer.other().ifPresent(marks::add);
    return marks;
  }

  @Override
  public Duration patience() {
    return SonicLedger.PATIENCE;
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device
        ? console.serials(Eeprom.COMMAND, Eeprom::serials)
        : Identity.NONE;
  }

  @Override
  public Observed read(Target target) {
    access.requireOurs(target);
    Snapshot now = printed.now();
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {
        readings.put(
            SettingKind.DSCP_MAP,
            Failures.orUnread(() -> now.alike("the DSCP map", SonicSession::map)));
        readings.put(
            SettingKind.PFC_WATCHDOG,
            Failures.orUnread(() -> now.alike("the PFC watchdog", SonicSession::watchdog)));
      }
      case Target.Port port -> {
        String name = port.id().name();
        ConfigDb db = now.of(name);
        KNOBS.forEach(
            (kind, knob) -> readings.put(kind, Failures.orUnread(() -> value(knob, db, name))));
        readings.put(
            SettingKind.DSCP_MAP,
            Failures.orUnread(() -> new Reading.Value(DscpMaps.read(db, name))));
        readings.put(
            SettingKind.LOSSLESS,
            Failures.orUnread(() -> new Reading.Value(PfcKnob.lossless(db, name))));
        readings.put(SettingKind.GLOBAL_PAUSE, new Reading.Value(GlobalPause.OFF, "", NO_PAUSE));
      }
    }
    return new Observed(target, readings);
  }

  private static Reading map(ConfigDb db) {
    return new Reading.Value(
        DscpMaps.read(db, DscpMaps.main(db)), DscpMaps.words(db), DscpMaps.note(db));
  }

  private static Reading value(PortKnob knob, ConfigDb db, String port) {
    PortKnob.Told told = knob.read(db, port);
    return new Reading.Value(told.setting(), Words.of(db, knob.owned(port)), told.note());
  }

  /** Each port has its own, unless the polling that drives them is off. */
  private static Reading watchdog(ConfigDb db) {
    boolean off =
        db.get(Tables.FLEX_COUNTER, "PFCWD", "FLEX_COUNTER_STATUS")
            .filter("disable"::equals)
            .isPresent();
    return new Reading.Value(new PfcWatchdog(!off), "", off ? "FLEX_COUNTER_TABLE|PFCWD" : "");
  }

  @Override
  public void apply(Change change) {
    access.requireOurs(change.target());
    Snapshot now = printed.again();
    Reading is = read(change.target()).reading(change.kind());
    if (change.isMet(is)) {
      return;
    }
    SortedMap<String, ConfigDb> from = concerned(now, change.target());
    SortedMap<String, ConfigDb> to = copies(from);
    to.values()
        .forEach(draft -> {
          switch (change.target()) {
            case Target.Device _ -> device(draft, change);
            case Target.Port port -> port(draft, port.id().name(), change);
          }
          Ours.tidy(draft);
        });
    printed.changing(() -> writer.write(from, to, () -> snapshot().databases()));
  }

  /** The databases that say something of a target, by namespace. */
  private static SortedMap<String, ConfigDb> concerned(Snapshot now, Target target) {
    return switch (target) {
      case Target.Device _ -> now.fronts();
      case Target.Port port -> {
        Map.Entry<String, ConfigDb> home = now.home(port.id().name());
        yield new TreeMap<>(Map.of(home.getKey(), home.getValue()));
      }
    };
  }

  private static SortedMap<String, ConfigDb> copies(SortedMap<String, ConfigDb> databases) {
    SortedMap<String, ConfigDb> copies = new TreeMap<>();
    databases.forEach((name, db) -> copies.put(name, db.copy()));
    return copies;
  }

  private static void device(ConfigDb draft, Change change) {
    if (!(change.after() instanceof DscpMap map)) {
      throw noKnob(change);
    }
    DscpMaps.write(draft, map, change.wordsAfter());
  }

  private static void port(ConfigDb draft, String port, Change change) {
    PortKnob knob = KNOBS.get(change.kind());
    if (knob == null) {
      throw noKnob(change);
    }
    if (change.wordsAfter().isEmpty()) {
      knob.write(draft, port, change.after());
      return;
    }
    Words.restore(draft, knob.owned(port), change.wordsAfter());
    Ours.tidy(draft);
    Setting then = knob.read(draft, port).setting();
    if (!then.equals(change.after())) {
      throw PortKnob.unsupported(
          change.text() + ": the words '" + change.wordsAfter() + "' would be " + then.text());
    }
  }

  private static DeviceException noKnob(Change change) {
    return PortKnob.unsupported(change.target() + " has no knob " + change.kind().word());
  }

  /** Rows of ours that a broken change has made, and nobody names. */
  @Override
  public void tidy() {
    SortedMap<String, ConfigDb> from = printed.again().databases();
    SortedMap<String, ConfigDb> to = copies(from);
    to.values().forEach(Ours::tidy);
    printed.changing(() -> writer.write(from, to, () -> snapshot().databases()));
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedConfig.compare(this::show, ours);
  }

  @Override
  public void save() {
    writer.save();
  }

  @Override
  public List<String> forbidden() {
    return console.oncePerConnection(() -> Preflight.forbidden(console));
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    List<Sweep> sweeps = new ArrayList<>();
    for (Map.Entry<String, ConfigDb> one : printed.now().all()) {
      String command = CountersDb.command(one.getKey());
      CountersDb counters = CountersDb.parse(command, show(command));
      boolean marks = Snapshot.isPolled(one.getValue(), "WRED_ECN_QUEUE");
      for (PortId port : ports) {
        if (one.getValue().has(new Row(Tables.PORT, port.name()))) {
          counters
              .port(port.name())
              .ifPresent(cells -> {
                Set<QueueCell> off = marks ? Set.of() : counters.unmarked(port.name(), cells);
                sweeps.add(QueueCell.sweep(port, cells, off, atMillis, tickNanos));
              });
        }
      }
    }
    return List.copyOf(sweeps);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    Sweeper sweeper = access.sweeper(port, Counters.OF_A_PORT, this::whole);
    learnAliases();
    return sweeper;
  }

  private void learnAliases() {
    try {
      printed.now();
    } catch (DeviceException e) {
      // SNMP goes on without SSH; the names are those that were read last
    }
  }

  @Override
  public List<Neighbour> neighbours() {
    return access
        .snmp()
        .map(snmp -> {
          learnAliases();
          return LldpMib.read(access.device(), snmp, this::whole, Snapshot::isPort);
        })
        .orElseGet(() -> LldpTable.parse(access.device(), show(LldpTable.COMMAND)));
  }

  @Override
  public void close() {
    console.close();
  }
}
