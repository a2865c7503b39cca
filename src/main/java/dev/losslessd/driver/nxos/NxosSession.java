package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Line;
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
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Unsaved;
import dev.losslessd.model.WatchdogRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** One Nexus. What it printed is used for two seconds: a box of 64 ports is read once, not 65. */
final class NxosSession implements SwitchSession {
  /** N9K carves headroom for at most this many no-drop classes. Unverified for each ASIC. */
  private static final int MAX_LOSSLESS = 3;

  /** A shut queue drops what goes out (Cisco's guide). Multipliers set the times. */
  private static final WatchdogRange WATCHDOG =
      new WatchdogRange(
          null,
          null,
          Set.of(PfcWatchdog.Action.DROP),
          false,
          "no source has the command lines of its multipliers: set them by hand");

  private final SwitchAccess access;
  private final Console console;
  private final NxosConsole writer;
  private final QueueReader queues;
  private final Origins origins;

  private final ShortLivedCache<NxosSnapshot> printed;

  NxosSession(SwitchAccess access) {
    this.access = access;
    this.console = new Console(access, NxosConsole.DIALECT);
    this.writer = new NxosConsole(access, console);
    this.queues = new QueueReader(console);
    PolicyNames names = new PolicyNames(access.agent());
    this.origins = new Origins(access.notes());
    this.printed =
        new ShortLivedCache<>(access.ticks(), () -> NxosSnapshot.read(console, names, origins));
  }

  @Override
  public List<Target> targets() {
    return access.targets(printed.now().ports());
  }

  @Override
  public Capabilities capabilities(Target target) {
    Map<SettingKind, Capability> knobs = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device device -> {
        knobs.put(SettingKind.LOSSLESS, Capability.writable(Risk.BUFFER_RECARVE));
        knobs.put(SettingKind.ETS, Capability.writable(Risk.BUFFER_RECARVE));
        knobs.put(SettingKind.ECN, Capability.writable(Risk.BUFFER_RECARVE));
        knobs.put(SettingKind.DSCP_MAP, Capability.writable(Risk.SHORT_STOP));
        knobs.put(SettingKind.PFC_WATCHDOG, Capability.writable().with(WATCHDOG));
      }
      case Target.Port port -> {
        for (SettingKind kind :
            List.of(
                SettingKind.PFC,
                SettingKind.GLOBAL_PAUSE,
                SettingKind.MTU,
                SettingKind.TRUST,
                SettingKind.PFC_WATCHDOG)) {
          knobs.put(kind, Capability.writable());
        }
        knobs.put(
            SettingKind.DSCP_MAP,
            Capability.readOnly("one map for the whole switch: set dscp of " + access.device()));
        printed
            .now()
            .queuingOf(port.id().name())
            .map(policy ->
                "it has queuing policy " + Sanitized.of(policy) + " of its own: detach that first")
            .map(Capability::readOnly)
            .ifPresent(no -> {
              knobs.put(SettingKind.ETS, no);
              knobs.put(SettingKind.ECN, no);
            });
      }
    }
    return new Capabilities(target, knobs, MAX_LOSSLESS);
  }

  @Override
  public List<ForeignMark> foreign() {
    List<ForeignMark> marks = new ArrayList<>(printed.now().foreign(access.device()));
    Optional<ForeignMark> newer = writer.checkpoints().newer(access.agent());
    newer.ifPresent(mark -> {
      writer.overtaken();
      marks.add(mark);
    });
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
    NxosSnapshot now = printed.now();
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device device -> {
        readings.put(SettingKind.LOSSLESS, reading(now::lossless));
        readings.put(SettingKind.ETS, reading(now::shares));
        readings.put(SettingKind.ECN, reading(now::marking));
        readings.put(SettingKind.DSCP_MAP, reading(now::dscpMap));
        readings.put(SettingKind.PFC_WATCHDOG, reading(now::watchdog));
      }
      case Target.Port port -> {
        String name = port.id().name();
        now.port(name);
        PortLines own = new PortLines(now, name);
        readings.put(SettingKind.PFC, worded(() -> now.pfc(name), own.modeWords()));
        readings.put(SettingKind.GLOBAL_PAUSE, reading(() -> now.pause(name)));
        readings.put(SettingKind.MTU, reading(() -> now.mtu(name)));
        readings.put(SettingKind.TRUST, worded(() -> now.trust(name), own.trustWords()));
        readings.put(SettingKind.DSCP_MAP, reading(() -> now.dscpMap(name)));
        readings.put(SettingKind.PFC_WATCHDOG, own.watchdog());
        now.queuingOf(name)
            .ifPresent(policy -> {
              readings.put(SettingKind.ETS, reading(() -> now.shares(policy)));
              readings.put(SettingKind.ECN, reading(() -> now.marking(policy)));
            });
      }
    }
    return new Observed(target, readings);
  }

  /**
   * Reads a value with the words of its present form: several forms mean one value, and the inverse
   * restores the one that was.
   */
  private static Reading worded(Supplier<Setting> knob, String words) {
    Reading reading = reading(knob);
    return reading instanceof Reading.Value value
        ? new Reading.Value(value.setting(), words)
        : reading;
  }

  private static Reading reading(Supplier<Setting> knob) {
    return Failures.orUnread(() -> new Reading.Value(knob.get()));
  }

  @Override
  public void apply(Change change) {
    access.requireOurs(change.target());
    NxosSnapshot now = printed.again();
    if (isSo(change, now)) {
      return;
    }
    PolicySwap policySwap = swap(change, now);
    policySwap.kind().ifPresent(kind -> origins.replacing(kind, now));
    if (!policySwap.lines().isEmpty()) {
      printed.changing(
          () -> writer.configure(change.text(), policySwap.lines(), policySwap.undo()));
      requireWhole(change, policySwap);
    }
  }

  /** A policy that lost a line is taken back at once: who undoes later could not read it. */
  private void requireWhole(Change change, PolicySwap policySwap) {
    if (!policySwap.shows().test(printed.now())) {
      printed.changing(
          () -> writer.configure("take back " + change.text(), policySwap.mend(), List.of()));
      throw new DeviceException(
          DeviceException.Kind.LIED,
          change.text() + ": the switch took every line and does not show them all; taken back");
    }
  }

  @Override
  public void cleanUp() {
    List<Line> lines = new OrphanPolicies(printed.again()).lines();
    if (!lines.isEmpty()) {
      printed.changing(() -> writer.configure("tidy up", lines, List.of()));
    }
  }

  private boolean isSo(Change change, NxosSnapshot now) {
    return switch (change.target()) {
      case Target.Device device ->
          switch (change.after()) {
            case Lossless wanted -> PolicySwap.is(now::lossless, wanted);
            case Ets wanted -> PolicySwap.is(now::shares, wanted);
            case Ecn wanted -> PolicySwap.is(now::marking, wanted);
            case DscpMap wanted -> PolicySwap.is(now::dscpMap, wanted);
            case PfcWatchdog wanted -> PolicySwap.is(now::watchdog, wanted);
            default -> false;
          };
      case Target.Port port -> change.isMet(read(port).reading(change.kind()));
    };
  }

  private PolicySwap swap(Change change, NxosSnapshot now) {
    return switch (change.target()) {
      case Target.Device device -> deviceSwap(change.after(), now);
      case Target.Port port -> portSwap(port.id().name(), change, now);
    };
  }

  private PolicySwap deviceSwap(Setting wanted, NxosSnapshot now) {
    return switch (wanted) {
      case Lossless lossless -> PolicySwap.lossless(now, lossless);
      case Ets ets -> PolicySwap.queues(now, ets, now.marking());
      case Ecn ecn -> PolicySwap.queues(now, now.shares(), ecn);
      case DscpMap map -> PolicySwap.dscpMap(now, map);
      case PfcWatchdog watchdog ->
          new PolicySwap(
              List.of(PortLines.watchdogLine(watchdog)),
              List.of(PortLines.watchdogLine(now.watchdog())));
      default -> throw noKnob(wanted, "the whole switch");
    };
  }

  private PolicySwap portSwap(String port, Change change, NxosSnapshot now) {
    PortLines lines = new PortLines(now, port);
    return switch (change.after()) {
      case Pfc pfc -> lines.pfc(pfc, change.wordsAfter());
      case GlobalPause pause -> lines.pause(pause, now.pause(port));
      case Mtu mtu -> lines.mtu(mtu);
      case Trust trust -> lines.trust(trust, change.wordsAfter());
      case PfcWatchdog watchdog -> lines.watchdog(watchdog);
      default -> throw noKnob(change.after(), port);
    };
  }

  private DeviceException noKnob(Setting wanted, String where) {
    return new DeviceException(
        DeviceException.Kind.UNSUPPORTED,
        access.device() + ": " + where + " has no knob " + wanted.kind().word());
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedTree.compare(
        RunningConfig.parseConfig(RunningConfig.SAVED, console.show(RunningConfig.SAVED)),
        printed.again().config(),
        NxosLedger.ownLines(ours));
  }

  @Override
  public void save() {
    writer.save();
  }

  @Override
  public List<String> missingPermissions() {
    return console.oncePerConnection(() -> NxosPreflight.missingPermissions(console));
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    return queues.read(access.device(), ports, atMillis, tickNanos);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return access.sweeper(port, NxosCounters.OF_A_PORT, Ports::whole);
  }

  @Override
  public List<Neighbour> neighbours() {
    return access.neighbours(Ports::whole, Ports::isPhysical).orElse(List.of());
  }

  @Override
  public void close() {
    console.close();
  }
}
