package dev.losslessd.commit;

import dev.losslessd.commit.OwnFaults.Place;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A switch in memory that holds what is written until it is kept, and takes it back by a timer of
 * its own, whoever lives or dies meanwhile. Else as obedient as its {@link FakeNic}.
 */
final class FakeLeaf implements Session {
  final DeviceId id;
  final FakeNic box;
  final List<String> calls = new CopyOnWriteArrayList<>();

  /** True time: its timer is its own, and no host sets it. */
  InstantSource clock;

  boolean prolongs = true;
  boolean silent;

  /** Time that the switch says a write may take. */
  Duration patience = Duration.ZERO;

  /** Whether it has a timer of its own; NX-OS has none. */
  boolean holds = true;

  /** Whether it gives back what it holds when it is asked to. */
  boolean releases = true;

  /** Marks that the agents of other hosts have left on this switch. */
  final List<ForeignMark> marks = new CopyOnWriteArrayList<>();

  /** Agents of other hosts with marks on this switch. */
  final List<OtherAgent> agents = new CopyOnWriteArrayList<>();

  /** What carries a name of this agent; those in force stay when it leaves. */
  final List<String> ownNames = new CopyOnWriteArrayList<>();

  /** Number of requests while it was silent. */
  int unanswered;

  /** Commits that it took back by its own timer. */
  final List<String> lapsed = new CopyOnWriteArrayList<>();

  /** Runs before it takes a batch. */
  Runnable given = () -> {};

  /** Lines of others that run and are not saved. */
  final List<String> foreign = new CopyOnWriteArrayList<>();

  /** Whether it saves when it says so. */
  boolean saves = true;

  private int boots = 1;

  /** Runs while it saves its configuration. */
  Runnable saving = () -> {};

  /** Configuration that it comes up with after a reboot. */
  private Map<Target, Map<SettingKind, Setting>> startup;

  /** Hears which commit it is told to keep for good. */
  Consumer<String> keeping = _ -> {};

  /** Runs before it is asked to keep a commit. */
  Runnable asked = () -> {};

  /** Held by one commit at a time, as on any switch: its change and its timer belong together. */
  private final Object configuration = new Object();

  /** Commits of others in the midst of ours; they come after it. */
  private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();

  private @Nullable Held held;

  /** Configuration that its timer goes back to, and when. */
  private record Held(String commit, Map<Target, Map<SettingKind, Setting>> before, Instant end) {}

  FakeLeaf(String name, InstantSource clock, String... ports) {
    this.id = new DeviceId(name);
    this.clock = clock;
    this.box =
        new FakeNic(
            new WritePolicy(Mode.ENFORCE, false),
            List.of(ports).stream().map(port -> new PortId(id, port)).toArray(PortId[]::new));
    box.values.put(
        new Target.Device(id), new EnumMap<>(Map.of(SettingKind.DSCP_MAP, DscpMap.EMPTY)));
    startup = copy(box.values);
  }

  /** Settings now; the timer may have run out meanwhile. */
  Map<Target, Map<SettingKind, Setting>> values() {
    expire();
    return box.values;
  }

  /** Commit whose changes it holds; empty for none. */
  Optional<String> heldFor() {
    expire();
    return Optional.ofNullable(held).map(Held::commit);
  }

  /** Somebody else's commit, which makes for good what it holds. */
  void commit(Runnable change) {
    if (Thread.holdsLock(configuration)) {
      later.add(change);
      return;
    }
    synchronized (configuration) {
      expire();
      held = null;
      change.run();
    }
  }

  private void expire() {
    synchronized (configuration) {
      Held now = held;
      if (now != null && !clock.instant().isBefore(now.end())) {
        lapsed.add(now.commit());
        back(now);
      }
    }
  }

  /** What it holds of that commit, and not of another. */
  private @Nullable Held holdsFor(Hold hold) {
    Held now = held;
    return now != null && now.commit().equals(hold.commit()) ? now : null;
  }

  private void back(Held to) {
    box.values.putAll(copy(to.before()));
    held = null;
  }

  private void answer() {
    expire();
    if (silent) {
      unanswered++;
      throw new DeviceException(DeviceException.Kind.TIMEOUT, id + " does not answer");
    }
    box.faults.at(Place.SESSION);
  }

  /** It has done what it was asked for. */
  private void done() {
    box.faults.at(Place.ANSWER);
  }

  private static Map<Target, Map<SettingKind, Setting>> copy(
      Map<Target, Map<SettingKind, Setting>> values) {
    Map<Target, Map<SettingKind, Setting>> copy = new TreeMap<>();
    values.forEach((target, settings) -> copy.put(target, new EnumMap<>(settings)));
    return copy;
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public boolean holds() {
    return holds;
  }

  /** A second batch of a commit goes back with the first, when its own time is over. */
  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    answer();
    calls.add("hold " + changes.size() + " for " + hold.within().toSeconds() + " s");
    given.run();
    try {
      synchronized (configuration) {
        change(changes, hold);
      }
    } finally {
      Optional.ofNullable(later.poll()).ifPresent(this::commit);
    }
    done();
  }

  private void change(List<Change> changes, Hold hold) {
    Held first = held;
    if (first != null && !first.commit().equals(hold.commit())) {
      throw new DeviceException(
          DeviceException.Kind.REFUSED, id + ": the commit timer of " + first.commit() + " runs");
    }
    Map<Target, Map<SettingKind, Setting>> before = copy(box.values);
    try {
      changes.forEach(box::apply);
    } catch (DeviceException e) {
      box.values.putAll(before);
      throw e;
    }
    held =
        new Held(
            hold.commit(),
            first == null ? before : first.before(),
            clock.instant().plus(hold.within()));
  }

  @Override
  public void confirm(Hold hold) {
    answer();
    box.pass();
    asked.run();
    calls.add("keep");
    keeping.accept(hold.commit());
    synchronized (configuration) {
      if (holdsFor(hold) != null) {
        held = null;
      }
    }
    done();
  }

  @Override
  public void extend(Hold hold) {
    answer();
    box.pass();
    calls.add("prolong for " + hold.within().toSeconds() + " s");
    synchronized (configuration) {
      Held now = holdsFor(hold);
      if (now == null || !prolongs) {
        throw new DeviceException(
            DeviceException.Kind.UNSUPPORTED, id + " has a timer that runs only once");
      }
      held = new Held(now.commit(), now.before(), clock.instant().plus(hold.within()));
    }
    done();
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    answer();
    box.pass();
    calls.add("release");
    if (!releases) {
      throw new DeviceException(DeviceException.Kind.TIMEOUT, id + " does not say that it let go");
    }
    synchronized (configuration) {
      Held now = holdsFor(hold);
      if (now != null) {
        back(now);
      }
    }
    done();
  }

  @Override
  public List<Target> targets() {
    return box.targets();
  }

  @Override
  public Capabilities capabilities(Target target) {
    return box.capabilities(target);
  }

  @Override
  public List<ForeignMark> foreign() {
    answer();
    return List.copyOf(marks);
  }

  @Override
  public List<OtherAgent> agents() {
    answer();
    return List.copyOf(agents);
  }

  @Override
  public void settled() {
    answer();
    calls.add("settled");
  }

  @Override
  public Identity identity(Target target) {
    answer();
    return box.identity(target);
  }

  @Override
  public Observed read(Target target) {
    answer();
    return box.read(target);
  }

  @Override
  public void apply(Change change) {
    answer();
    calls.add("apply");
    box.apply(change);
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    answer();
    List<String> lines =
        box.values.keySet().stream()
            .filter(target -> !Objects.equals(box.values.get(target), startup.get(target)))
            .map(target -> (ours.contains(target) ? "" : "not ours: ") + target)
            .toList();
    List<String> others = new ArrayList<>(foreign);
    lines.stream().filter(line -> line.startsWith("not")).forEach(others::add);
    return new Unsaved(lines.stream().filter(line -> !line.startsWith("not")).toList(), others);
  }

  @Override
  public void leave() {
    answer();
    box.pass();
    calls.add("leave");
    ownNames.removeIf(name -> !name.endsWith("in force"));
    done();
  }

  @Override
  public List<String> ownNames() {
    answer();
    return List.copyOf(ownNames);
  }

  @Override
  public void save() {
    answer();
    calls.add("save");
    saving.run();
    if (saves) {
      saveByHand();
    }
  }

  /** It goes down and comes up with what was saved. */
  void reboot() {
    synchronized (configuration) {
      box.values.putAll(copy(startup));
      held = null;
      boots++;
    }
  }

  @Override
  public Optional<Incarnation> incarnation(Target target) {
    answer();
    return Optional.of(new Incarnation(Incarnation.Kind.BOOT_ID, Integer.toString(boots)));
  }

  /** Somebody does, whatever the daemon is about. */
  void saveByHand() {
    startup = copy(box.values);
    foreign.clear();
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return box.sweeper(port);
  }

  @Override
  public void close() {}
}
