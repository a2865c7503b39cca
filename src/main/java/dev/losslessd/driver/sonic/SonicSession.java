package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
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
  private final SwitchAccess access;
  private final ExecConsole console;
  private final Writer writer;
  private final RowNames names;
  private final ShortLivedCache<SonicSnapshot> printed;
  private final Drafts drafts = new Drafts(this::known);

  /** Image of the switch, as last read. */
  private volatile Image image = Image.UNKNOWN;

  /** Also asked by who sweeps by SNMP meanwhile. */
  private volatile Map<String, String> aliases = Map.of();

  SonicSession(SwitchAccess access) {
    this.access = access;
    this.console = new ExecConsole(access, SonicLedger.LEDGER);
    this.names = new RowNames(access.agent());
    this.writer = new Writer(console, access, names);
    this.printed = new ShortLivedCache<>(access.ticks(), this::sonicSnapshot);
  }

  private SonicSnapshot sonicSnapshot() {
    SonicSnapshot told =
        new SonicSnapshot(
            ConfigJson.parse(ConfigJson.COMMAND, names.read(show(ConfigJson.COMMAND))));
    aliases = told.aliases();
    writer.shut().see(told);
    return told;
  }

  private Image known() {
    return image;
  }

  /** Returns the switch's image; behind another connection it may be another one. */
  private Image image() {
    image = Image.of(console.linesOnce(Image.COMMAND + SonicLedger.NO_INPUT));
    return image;
  }

  /** The agent tells of a port by its alias (sonic-snmpagent rfc2863.py). */
  private String whole(String name) {
    return aliases.getOrDefault(name, name);
  }

  /**
   * Returns the name by which lldpmgrd announces a port (sonic-swss, lldpd's port id of subtype
   * local).
   */
  private String alias(String port) {
    return aliases.entrySet().stream()
        .filter(one -> one.getValue().equals(port))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(port);
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
    Image _ = image();
    return access.targets(printed.now().ports());
  }

  @Override
  public Capabilities capabilities(Target target) {
    return switch (target) {
      case Target.Device box -> Abilities.ofBox(box);
      case Target.Port port -> Abilities.ofPort(port, printed.now().of(port.id().name()), image());
    };
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
    SonicSnapshot now = printed.now();
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
        readings.putAll(drafts.read(db, name));
        readings.put(
            SettingKind.DSCP_MAP,
            Failures.orUnread(() -> new Reading.Value(DscpMaps.read(db, name))));
        readings.put(
            SettingKind.LOSSLESS,
            Failures.orUnread(() -> new Reading.Value(PfcKnob.lossless(db, name))));
        readings.put(
            SettingKind.GLOBAL_PAUSE, new Reading.Value(GlobalPause.OFF, "", Abilities.NO_PAUSE));
      }
    }
    return new Observed(target, readings);
  }

  private static Reading map(ConfigDb db) {
    return new Reading.Value(
        DscpMaps.read(db, DscpMaps.main(db)), DscpMaps.words(db), DscpMaps.note(db));
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
  public Set<SettingKind> joined() {
    return Abilities.JOINED;
  }

  @Override
  public void apply(Change change) {
    applyTogether(List.of(change));
  }

  @Override
  public void applyTogether(List<Change> changes) {
    changes.forEach(change -> access.requireOurs(change.target()));
    Target target = changes.getFirst().target();
    SonicSnapshot now = printed.again();
    Observed is = read(target);
    if (changes.stream().allMatch(change -> change.isMet(is.reading(change.kind())))) {
      return;
    }
    SortedMap<String, ConfigDb> from = concerned(now, target);
    SortedMap<String, ConfigDb> to = drafts.of(from, changes);
    printed.changing(() -> writer.write(from, to, () -> sonicSnapshot().databases()));
  }

  /** The databases that say something of a target, by namespace. */
  private static SortedMap<String, ConfigDb> concerned(SonicSnapshot now, Target target) {
    return switch (target) {
      case Target.Device _ -> now.fronts();
      case Target.Port port -> {
        Map.Entry<String, ConfigDb> home = now.home(port.id().name());
        yield new TreeMap<>(Map.of(home.getKey(), home.getValue()));
      }
    };
  }

  /** Removes rows that a broken change of this agent has made, and nobody names. */
  @Override
  public void cleanUp() {
    SortedMap<String, ConfigDb> from = printed.again().databases();
    SortedMap<String, ConfigDb> to = Drafts.copies(from);
    to.values().forEach(OwnedRows::cleanUp);
    printed.changing(() -> writer.write(from, to, () -> sonicSnapshot().databases()));
  }

  @Override
  public void reopen() {
    printed.changing(() -> writer.shut().settle(() -> sonicSnapshot().databases()));
  }

  @Override
  public List<LeftShut> leftShut() {
    return writer.shut().told();
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
  public List<String> missingPermissions() {
    return console.oncePerConnection(() -> SonicPreflight.missingPermissions(console));
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    List<Sweep> sweeps = new ArrayList<>();
    for (Map.Entry<String, ConfigDb> one : printed.now().all()) {
      String command = CountersDb.command(one.getKey());
      CountersDb counters = CountersDb.parse(command, show(command));
      boolean marks = SonicSnapshot.isPolled(one.getValue(), "WRED_ECN_QUEUE");
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
    Sweeper sweeper = access.sweeper(port, SonicCounters.OF_A_PORT, this::whole);
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
          return LldpMib.read(access.device(), snmp, this::whole, SonicSnapshot::isPort);
        })
        .orElseGet(() -> {
          List<Neighbour> all = LldpTable.parse(access.device(), show(LldpTable.COMMAND));
          learnAliases();
          return all.stream().map(one -> one.called(alias(one.localPort().name()))).toList();
        });
  }

  @Override
  public void close() {
    console.close();
  }
}
