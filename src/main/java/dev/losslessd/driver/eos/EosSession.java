package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
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
import dev.losslessd.model.WatchdogRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One switch. What it printed is used for two seconds: a box of 64 ports is read once. */
final class EosSession implements SwitchSession {
  /** Unverified for each ASIC. */
  private static final int MAX_LOSSLESS = 8;

  private static final WatchdogRange OF_SWITCH =
      WatchdogRange.elsewhere("they are set for the whole switch");

  private static final Map<SettingKind, Capability> PORT_KNOBS =
      Map.of(
          SettingKind.PFC, Capability.writable(Risk.BUFFER_RECARVE),
          SettingKind.ETS, Capability.writable(Risk.BUFFER_RECARVE),
          SettingKind.ECN, Capability.writable(Risk.BUFFER_RECARVE),
          SettingKind.ECN_COUNT, Capability.writable(),
          SettingKind.GLOBAL_PAUSE, Capability.writable(),
          SettingKind.MTU, Capability.writable(),
          SettingKind.TRUST, Capability.writable(),
          SettingKind.PFC_WATCHDOG, Capability.writable().with(OF_SWITCH),
          SettingKind.LOSSLESS, Capability.readOnly("the priorities of pfc: set pfc of the port"));

  private final SwitchAccess access;
  private final Console console;
  private final EosConsole writer;
  private final QueueReader queues;
  private String queueWord = "tx-queue";
  private final ShortLivedCache<EosSnapshot> printed;

  EosSession(SwitchAccess access) {
    this.access = access;
    this.console = new Console(access, EosConsole.DIALECT);
    this.writer = new EosConsole(access, console);
    this.queues = new QueueReader(console);
    ProfileNames names = new ProfileNames(access.agent());
    this.printed = new ShortLivedCache<>(access.ticks(), () -> EosSnapshot.read(console, names));
  }

  @Override
  public List<Target> targets() {
    return access.targets(printed.now().ports());
  }

  @Override
  public Capabilities capabilities(Target target) {
    Map<SettingKind, Capability> knobs = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {
        knobs.put(SettingKind.DSCP_MAP, Capability.writable(Risk.SHORT_STOP, Risk.ENTRIES_STAY));
        knobs.put(SettingKind.PFC_WATCHDOG, Capability.writable().with(WatchdogTimes.RANGE));
      }
      case Target.Port port -> {
        knobs.putAll(PORT_KNOBS);
        foreign(port.id().name()).forEach((kind, line) -> knobs.put(kind, untouchable(line)));
        knobs.put(
            SettingKind.DSCP_MAP,
            Capability.readOnly("one map for the whole switch: set dscp of " + access.device()));
      }
    }
    return new Capabilities(target, knobs, MAX_LOSSLESS);
  }

  /** Knobs that have a line which could not be brought back, each with one. */
  private Map<SettingKind, String> foreign(String port) {
    Map<SettingKind, String> lines = new EnumMap<>(SettingKind.class);
    printed
        .now()
        .port(port)
        .own()
        .values()
        .forEach(configLine ->
            configLine
                .knob()
                .filter(_ -> !configLine.isMulticast() && !Draft.isKnown(configLine))
                .ifPresent(kind -> lines.put(kind, configLine.word())));
    return lines;
  }

  private static Capability untouchable(String line) {
    return Capability.readOnly(
        "'"
            + Sanitized.of(line)
            + "' stands there, which no source lets us bring back: set it by hand");
  }

  @Override
  public List<ForeignMark> foreign() {
    List<ForeignMark> marks = new ArrayList<>(printed.now().foreign(access.device()));
    writer.configSessions().other(access.agent()).ifPresent(marks::add);
    return marks;
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device
        ? console.serials(Inventory.COMMAND, Inventory::serials)
        : Identity.NONE;
  }

  @Override
  public Observed read(Target target) {
    access.requireOurs(target);
    EosSnapshot now = printed.now();
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {
        readings.put(
            SettingKind.DSCP_MAP,
            Failures.orUnsupported(
                () -> new Reading.Value(now.dscpMap(), DscpLines.words(now.config().tree()))));
        readings.put(
            SettingKind.PFC_WATCHDOG, Failures.orUnsupported(() -> watchdog(now.config().tree())));
      }
      case Target.Port port -> {
        String name = port.id().name();
        now.config().port(name);
        PORT_KNOBS
            .keySet()
            .forEach(
                kind -> readings.put(kind, Failures.orUnsupported(() -> value(now, name, kind))));
        readings.put(
            SettingKind.DSCP_MAP,
            Failures.orUnsupported(() -> value(now, name, SettingKind.DSCP_MAP)));
      }
    }
    return new Observed(target, readings);
  }

  private static Reading watchdog(ConfigTree config) {
    PfcWatchdog watchdog = Globals.watchdog(config);
    return value(watchdog, Globals.watchdogWords(config), ExtraLines.of(watchdog, config));
  }

  /**
   * Reads a value with the lines themselves, so that the inverse brings back these and no others.
   */
  private static Reading value(EosSnapshot now, String name, SettingKind kind) {
    Setting value = now.value(name, kind);
    if (kind == SettingKind.DSCP_MAP || kind == SettingKind.LOSSLESS) {
      return new Reading.Value(value, "");
    }
    List<ConfigLine> lines = now.port(name).lines(kind);
    if (kind == SettingKind.PFC_WATCHDOG) {
      String note = ExtraLines.note(WatchdogTimes.ofPort(now.port(name).own().values()));
      return new Reading.Value(value, ConfigLine.words(lines), note);
    }
    return value(value, ConfigLine.words(lines), ExtraLines.of(value, lines));
  }

  private static Reading value(Setting value, String words, List<String> beside) {
    return new Reading.Value(value, words, ExtraLines.note(beside), beside.isEmpty());
  }

  @Override
  public void apply(Change change) {
    write(List.of(change), writer(change));
  }

  /** Carries out the lines of a session. */
  private interface Sender {
    void send(EosConsole.Script script);
  }

  private Sender writer(Change change) {
    return script -> writer.commit(change.text(), script);
  }

  @Override
  public boolean holds() {
    return true;
  }

  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    write(changes, script -> writer.applyWithTimer(hold, script));
  }

  @Override
  public void confirm(Hold hold) {
    printed.changing(() -> writer.confirm(hold));
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    printed.changing(() -> writer.revert(hold));
  }

  @Override
  public void extend(Hold hold) {
    if (!writer.holds(hold)) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          access.device() + ": nothing of commit " + hold.commit() + " is held any more");
    }
    throw new DeviceException(
        DeviceException.Kind.UNSUPPORTED,
        access.device()
            + ": no source tells how a commit timer of EOS is set anew: keep or release what is"
            + " held before it runs out");
  }

  private void write(List<Change> changes, Sender sender) {
    changes.forEach(change -> access.requireOurs(change.target()));
    EosSnapshot now = printed.again();
    List<Change> open =
        changes.stream()
            .filter(change -> !change.isMet(read(change.target()).reading(change.kind())))
            .toList();
    printed.changing(() -> {
      try {
        send(open, now, sender);
      } catch (DeviceException e) {
        if (!queueWord.equals("tx-queue") || !EosConsole.isAboutQueues(e.getMessage())) {
          throw e;
        }
        queueWord = "uc-tx-queue"; // chips with split queues know no other
        send(open, now, sender);
      }
    });
  }

  private void send(List<Change> changes, EosSnapshot now, Sender sender) {
    Draft draft = new Draft(now, queueWord);
    changes.forEach(draft::take);
    EosConsole.Script script = draft.script();
    if (!script.lines().isEmpty()) {
      sender.send(script);
    }
  }

  @Override
  public void cleanUp() {
    writer.dropLeftovers(writer.configSessions());
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedTree.compare(
        RunningConfig.parse(RunningConfig.SAVED, console.show(RunningConfig.SAVED)).tree(),
        printed.again().config().tree(),
        EosLedger.ownLines(ours));
  }

  @Override
  public void save() {
    writer.save();
  }

  @Override
  public List<String> missingPermissions() {
    return console.oncePerConnection(() -> EosPreflight.missingPermissions(console, writer));
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    return queues.read(ports, atMillis, tickNanos);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return access.sweeper(port, EosCounters.OF_A_PORT, UnaryOperator.identity());
  }

  @Override
  public List<Neighbour> neighbours() {
    return access
        .neighbours(UnaryOperator.identity(), RunningConfig::isPort)
        .orElseGet(() -> LldpJson.parse(access.device(), console.show(LldpJson.COMMAND)));
  }

  @Override
  public void close() {
    console.close();
  }
}
