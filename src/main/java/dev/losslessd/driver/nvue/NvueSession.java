package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.model.WatchdogRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One switch with NVUE. Its output is used for two seconds. */
final class NvueSession implements SwitchSession {
  private final SwitchAccess access;
  private final NvCli nvCli;
  private final Revisioning revisions;
  private final Profiles profiles;
  private final NvueCounters nvueCounters;

  private final ShortLivedCache<NvueSnapshot> printed;
  private @Nullable Release release;

  NvueSession(SwitchAccess access) {
    this.access = access;
    this.nvCli = new NvCli(access);
    this.profiles = new Profiles(access.agent());
    this.revisions = new Revisioning(nvCli, access, profiles);
    this.nvueCounters = new NvueCounters(nvCli, this::release);
    this.printed = new ShortLivedCache<>(access.ticks(), () -> new NvueSnapshot(nvCli, profiles));
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
        knobs.put(SettingKind.ETS, Capability.writable());
        knobs.put(SettingKind.ECN, Capability.writable());
        knobs.put(SettingKind.DSCP_MAP, Capability.writable());
        knobs.put(
            SettingKind.PFC_WATCHDOG,
            (release().hasWatchdogTimes()
                    ? Capability.writable()
                    : Capability.readOnly(
                        "each port of " + device + " has its own, and there is no other"))
                .with(WatchdogTimes.range(release())));
      }
      case Target.Port port -> {
        knobs.put(SettingKind.PFC, Capability.writable(Risk.BUFFER_RECARVE));
        knobs.put(SettingKind.GLOBAL_PAUSE, Capability.writable(Risk.BUFFER_RECARVE));
        knobs.put(SettingKind.MTU, Capability.writable());
        knobs.put(SettingKind.TRUST, Capability.writable());
        knobs.put(
            SettingKind.PFC_WATCHDOG,
            Capability.writable()
                .with(WatchdogRange.elsewhere("they are set for the whole switch")));
        knobs.put(
            SettingKind.DSCP_MAP,
            Capability.readOnly("one map for the whole switch: set dscp of " + access.device()));
      }
    }
    return new Capabilities(target, knobs, release().losslessPriorities());
  }

  @Override
  public Duration patience() {
    return Revisioning.APPLY;
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device ? nvCli.serials() : Identity.NONE;
  }

  @Override
  public Observed read(Target target) {
    access.requireOurs(target);
    NvueSnapshot now = printed.now();
    now.config();
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device device -> {
        readings.put(SettingKind.LOSSLESS, lossless(target, now));
        put(readings, target, SettingKind.ETS, () -> Scheduling.ets(now));
        readings.put(SettingKind.ECN, marking(target, now));
        put(readings, target, SettingKind.DSCP_MAP, () -> Mapping.dscpMap(now));
        put(
            readings,
            target,
            SettingKind.PFC_WATCHDOG,
            () -> WatchdogTimes.read(now.config(), release()));
      }
      case Target.Port port -> {
        String name = port.id().name();
        now.requirePort(name);
        put(readings, target, SettingKind.PFC, () -> PfcProfiles.pfc(now, name));
        put(readings, target, SettingKind.GLOBAL_PAUSE, () -> PortKnobs.pause(now, name));
        put(readings, target, SettingKind.MTU, () -> PortKnobs.mtu(now, name));
        put(readings, target, SettingKind.TRUST, () -> Mapping.trust(now, name));
        put(readings, target, SettingKind.DSCP_MAP, () -> Mapping.dscpMap(now, name));
        put(readings, target, SettingKind.PFC_WATCHDOG, () -> PortKnobs.watchdog(now, name));
      }
    }
    return new Observed(target, readings);
  }

  private void put(
      Map<SettingKind, Reading> readings, Target target, SettingKind kind, Supplier<Setting> knob) {
    readings.put(kind, Failures.orUnread(() -> new Reading.Value(knob.get(), words(target, kind))));
  }

  private Reading lossless(Target target, NvueSnapshot now) {
    return Failures.orUnread(() -> {
      Lossless set = PfcProfiles.lossless(now);
      return new Reading.Value(
          set, words(target, SettingKind.LOSSLESS), PfcProfiles.note(now, set));
    });
  }

  private Reading marking(Target target, NvueSnapshot now) {
    return Failures.orUnread(() -> {
      Marking.Told told = Marking.ecn(now);
      return new Reading.Value(told.ecn(), words(target, SettingKind.ECN), told.note());
    });
  }

  /** Returns words for what is set, which the inverse brings back. */
  private String words(Target target, SettingKind kind) {
    return Draft.words(printed.now().config(), target, kind);
  }

  @Override
  public void apply(Change change) {
    Draft draft = draft(List.of(change));
    List<Line> lines = draft.lines();
    if (!lines.isEmpty()) {
      printed.changing(() -> revisions.apply(lines, draft.tree()));
    }
  }

  @Override
  public boolean holds() {
    return true;
  }

  /**
   * One revision under one timer. While an earlier one of this commit is held, that one is kept
   * first: what a second apply does to a running timer is nowhere written.
   */
  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    if (revisions.holds(hold)) {
      printed.changing(() -> revisions.confirm(hold));
    }
    Draft draft = draft(changes);
    List<Line> lines = draft.lines();
    if (!lines.isEmpty()) {
      printed.changing(() -> {
        revisions.requireFree();
        revisions.applyWithTimer(lines, draft.tree(), hold);
      });
    }
  }

  @Override
  public void confirm(Hold hold) {
    printed.changing(() -> revisions.confirm(hold));
  }

  @Override
  public void extend(Hold hold) {
    throw new DeviceException(
        DeviceException.Kind.UNSUPPORTED,
        access.device()
            + ": a running 'nv config apply --confirm' cannot be given more time on this switch:"
            + " confirm, or let it run out");
  }

  @Override
  public List<ForeignMark> foreign() {
    List<ForeignMark> marks =
        new ArrayList<>(profiles.foreign(access.device(), printed.now().config()));
    revisions.other().ifPresent(marks::add);
    return marks;
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    printed.changing(() -> {
      try {
        revisions.dropBroken(hold, () -> remains(begun));
      } finally {
        revisions.revert(hold);
      }
    });
  }

  private Cleanup remains(List<Change> begun) {
    NvueSnapshot now = printed.again();
    Draft forth = new Draft(now, release());
    Cleanup cleanup = new Cleanup(now.config());
    Set<Key> met = new HashSet<>();
    for (Change change : begun) {
      if (isNews(change, met)) {
        cleanup.add(forth, change);
      }
    }
    // an undo writes one by one
    begun.forEach(change -> cleanup.add(new Draft(now, release()), change.inverse()));
    return cleanup;
  }

  @Override
  public void cleanUp() {
    printed.changing(revisions::dropDraft);
  }

  /**
   * Builds the draft of changes. A change that holds already needs no line; only the first change
   * of a knob can be judged by what runs.
   */
  private Draft draft(List<Change> changes) {
    changes.forEach(change -> access.requireOurs(change.target()));
    Draft draft = new Draft(printed.again(), release());
    Set<Key> begun = new HashSet<>();
    for (Change change : changes) {
      if (isNews(change, begun)) {
        draft.add(change);
      }
    }
    return draft;
  }

  /**
   * @param begun knobs that were met before
   */
  private boolean isNews(Change change, Set<Key> begun) {
    boolean first = begun.add(new Key(change.target(), change.kind()));
    return !first || !change.isMet(read(change.target()).reading(change.kind()));
  }

  /** Asked once: an upgrade ends the connection, and a wrong spelling is tried the other way. */
  private Release release() {
    Release known = release;
    if (known == null) {
      known = Release.parse(nvCli.show(Release.COMMAND));
      release = known;
    }
    return known;
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    Node applied = printed.again().config();
    Node saved = Tree.parse(SavedRevision.COMMAND, nvCli.show(SavedRevision.COMMAND));
    return SavedRevision.compare(profiles.inward(saved), applied, ours);
  }

  @Override
  public void save() {
    revisions.save();
  }

  @Override
  public List<String> missingPermissions() {
    return nvCli.oncePerConnection(() -> NvuePreflight.missingPermissions(nvCli));
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    return nvueCounters.read(ports, atMillis, tickNanos);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return access.sweeper(port, Columns.OF_A_PORT, UnaryOperator.identity());
  }

  @Override
  public List<Neighbour> neighbours() {
    return access.neighbours(UnaryOperator.identity(), Ports::isPhysical).orElse(List.of());
  }

  @Override
  public void close() {
    nvCli.close();
  }
}
