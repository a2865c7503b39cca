package dev.losslessd.commit;

import static dev.losslessd.commit.CommitException.asked;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Footprint;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Release;
import dev.losslessd.model.Release.How;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How this agent leaves devices: what was found there is put back by a commit like any other, or
 * stays as it is; then its names go, and nothing is wanted there any more. The journal holds it, so
 * that it outlives the daemon.
 */
public final class Releases {
  /** In place of names that no device told yet. */
  static final String NOT_ASKED = "names were not asked yet";

  private static final Logger LOG = LoggerFactory.getLogger(Releases.class);
  private static final String LEFT = "left as it is, as requested";
  private static final String GONE = "the device does not have this port any more";
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** When a device is asked for names again. */
  private final Map<DeviceId, Due> next = new ConcurrentHashMap<>();

  private final Set<DeviceId> asking = ConcurrentHashMap.newKeySet();

  private final EngineDependencies dependencies;
  private final CommitLog commitLog;
  private final Runner runner;
  private final Planning planning;

  Releases(EngineDependencies dependencies, CommitLog commitLog, Runner runner, Planning planning) {
    this.dependencies = dependencies;
    this.commitLog = commitLog;
    this.runner = runner;
    this.planning = planning;
  }

  /** Devices that were left. */
  public List<Release> all() {
    return commitLog.read(history -> history.footprints().releases());
  }

  /** Those of which the config's policy wants something still. */
  public List<Release> wanted() {
    return all().stream().filter(one -> isDeclared(one.device())).toList();
  }

  private boolean isDeclared(DeviceId device) {
    return commitLog.read(History::fileLayer).keySet().stream()
        .anyMatch(key -> key.target().device().equals(device));
  }

  private Map<Key, Footprint> footprints() {
    return commitLog.read(history -> history.footprints().all());
  }

  /** Devices that open commits leave, with the commit. */
  public SortedMap<DeviceId, String> begun() {
    return commitLog.read(History::leaving);
  }

  /** Number of settings of each device that are not as they were found; of open commits too. */
  public SortedMap<DeviceId, Integer> changed() {
    Set<Key> keys = new HashSet<>();
    footprints()
        .forEach((key, print) -> {
          if (print.isLeft()) {
            keys.add(key);
          }
        });
    for (Commit commit : commitLog.read(History::commits)) {
      commit.begun().forEach(change -> keys.add(change.key()));
    }
    Collection<DeviceId> left = commitLog.read(history -> history.footprints().left());
    SortedMap<DeviceId, Integer> all = new TreeMap<>();
    keys.stream()
        .map(key -> key.target().device())
        .filter(device -> !left.contains(device))
        .forEach(device -> all.merge(device, 1, Integer::sum));
    return all;
  }

  /** Ports that are there and keep what a commit set, while nothing is intended of them. */
  public SortedSet<PortId> kept() {
    Set<Target> wanted =
        commitLog.read(History::intent).effective().keySet().stream()
            .map(Key::target)
            .collect(Collectors.toSet());
    Collection<DeviceId> left = commitLog.read(history -> history.footprints().left());
    Predicate<Target> gone = planning.gone();
    TreeSet<PortId> kept = new TreeSet<>();
    footprints()
        .forEach((key, print) -> {
          if (print.isLeft()
              && key.target() instanceof Target.Port port
              && !wanted.contains(port)
              && !gone.test(port)
              && !left.contains(port.device())) {
            kept.add(port.id());
          }
        });
    return kept;
  }

  /**
   * A setting that is not put back.
   *
   * @param now as the device shows it; empty where the port does not exist any more
   * @param why it is left alone
   */
  public record Untouched(Key key, String now, String why) {
    /** Whether the caller named it. */
    public boolean named() {
      return why.equals(LEFT);
    }
  }

  /**
   * A request that puts back what was found.
   *
   * @param untouched settings that stay as they are
   */
  public record Restoring(Request request, List<Untouched> untouched) {}

  /**
   * Works out what puts back what was found on devices. Reads them, writes nothing. A port that was
   * broken out or pulled is left out.
   *
   * @param overwrite also values that somebody else set since
   * @param style who asks, why, and on what terms
   * @throws CommitException STATE if one is released already, or has a staged commit; DEVICE
   */
  public Restoring restoring(Set<DeviceId> devices, boolean overwrite, Request style) {
    devices.forEach(this::requireManaged);
    TreeMap<Key, Setting> values = new TreeMap<>();
    Map<Key, String> words = new HashMap<>();
    List<Untouched> untouched = new ArrayList<>();
    Map<Target, Observed> seen = new HashMap<>();
    Predicate<Target> gone = planning.gone();
    new TreeMap<>(footprints())
        .forEach((key, print) -> {
          if (!devices.contains(key.target().device()) || !print.isLeft()) {
            return;
          }
          if (gone.test(key.target())) {
            untouched.add(new Untouched(key, "", GONE));
            return;
          }
          Observed now = seen.computeIfAbsent(key.target(), planning::look);
          Optional<String> why = whyNot(key, print, now, overwrite);
          if (why.isPresent()) {
            untouched.add(new Untouched(key, now.reading(key.kind()).text(), why.get()));
          } else {
            values.put(key, print.found().orElseThrow());
            words.put(key, print.words());
          }
        });
    Set<Key> unset = new TreeSet<>(values.keySet());
    commitLog.read(History::intent).rest().keySet().stream()
        .filter(key -> devices.contains(key.target().device()))
        .forEach(unset::add);
    Request request = style.to(Request.Goal.back(values, words, unset, devices));
    return new Restoring(request, List.copyOf(untouched));
  }

  /**
   * Takes settings out of a way back: the rest is put back without them. Reads the devices, writes
   * nothing.
   *
   * @param back of a rollback or a release
   * @throws CommitException UNKNOWN if the way back does not lead over one of them; DEVICE
   */
  public Restoring leaving(Request back, Set<Key> keys) {
    List<Untouched> untouched = new ArrayList<>();
    Predicate<Target> gone = planning.gone();
    for (Key key : new TreeSet<>(keys)) {
      Setting to = back.goal().delta().get(key);
      if (to == null) {
        throw new CommitException(
            Kind.UNKNOWN, key + " is not put back: there is nothing to leave");
      }
      if (gone.test(key.target())) {
        untouched.add(new Untouched(key, "", LEFT));
        continue;
      }
      Reading now = planning.look(key.target()).reading(key.kind());
      untouched.add(new Untouched(key, now.text(), LEFT));
    }
    return new Restoring(back.to(back.goal().without(keys::contains)), untouched);
  }

  private static Optional<String> whyNot(
      Key key, Footprint print, Observed now, boolean overwrite) {
    if (print.found().isEmpty()) {
      return Optional.of("what was found there is known no more: its history was dropped");
    }
    Optional<Setting> value = now.reading(key.kind()).standing();
    boolean ours =
        key.kind() == SettingKind.HEADROOM // which follows what other settings become
            || value
                .map(is ->
                    print.last().isMetBy(is)
                        || print.found().get().isMetBy(is)
                        || print.or().stream().anyMatch(one -> one.isMetBy(is)))
                .orElse(true);
    return ours || overwrite
        ? Optional.empty()
        : Optional.of("somebody else set it since; it was " + print.last().text());
  }

  private void requireManaged(DeviceId device) {
    for (Release one : all()) {
      if (one.device().equals(device)) {
        throw new CommitException(Kind.STATE, one.text());
      }
    }
    for (Commit one : commitLog.read(History::commits)) {
      boolean there = one.changes().stream().anyMatch(to -> to.target().device().equals(device));
      if (one instanceof Commit.Staged && there) {
        throw new CommitException(
            Kind.STATE, "commit " + one.id() + " is staged for " + device + "; cancel it first");
      }
    }
  }

  /** Names of this agent that a device carries now. */
  public List<String> names(DeviceId device) {
    return asked(() -> runner.ownNames(device));
  }

  /**
   * Leaves a device as it is: what carries a name of this agent's goes, as far as nothing in force
   * needs it. Said again of a device that was left, it looks once more. Durable when this returns.
   *
   * @throws CommitException IN_PROGRESS while a commit or an undo there is open; STATE while one is
   *     staged; DEVICE if the device does not answer, and then it is not left
   */
  public Release keep(DeviceId device, String actor, String reason) {
    dependencies.writePolicy().requireWritable();
    Optional<Release> before =
        all().stream().filter(one -> one.device().equals(device)).findFirst();
    if (before.isEmpty()) {
      requireManaged(device);
    }
    String id = commitLog.claim(Set.of(new Target.Device(device)), Map.of());
    try {
      List<String> left = asked(() -> runner.leave(device));
      Release release =
          before
              .map(one -> one.naming(left))
              .orElseGet(() ->
                  new Release(device, How.KEPT, left, actor, reason, dependencies.time().now()));
      return record(release, actor);
    } finally {
      commitLog.release(id);
    }
  }

  private Release record(Release release, String actor) {
    commitLog.journal(new Entry.Released(release, actor, dependencies.time().now()));
    LOG.info("{} ({})", release.text(), actor);
    dependencies.auditListener().released(release, true, actor, dependencies.time().now());
    return release;
  }

  /**
   * Takes a device back: what the config and REST want there counts again. Writes nothing to it.
   *
   * @throws CommitException UNKNOWN if it was not left; STORE
   */
  public void giveBack(DeviceId device, String actor) {
    Release known =
        all().stream()
            .filter(one -> one.device().equals(device))
            .findFirst()
            .orElseThrow(() -> new CommitException(Kind.UNKNOWN, device + " is not released"));
    commitLog.journal(new Entry.Returned(device, actor, dependencies.time().now()));
    dependencies.auditListener().released(known, false, actor, dependencies.time().now());
  }

  /**
   * Asks devices that were left for names of this agent that could not be taken away yet; to be
   * called again and again. A device whose commit is not kept yet has its turn later.
   */
  void look() {
    for (Release one : all()) {
      Due due = next.get(one.device());
      boolean waits = due != null && !dependencies.time().isOver(due);
      if (isUnasked(one) && !waits && asking.add(one.device())) {
        dependencies
            .time()
            .threads()
            .step(() -> askForNames(one), () -> asking.remove(one.device()));
      }
    }
  }

  private static boolean isUnasked(Release one) {
    return one.names().stream().anyMatch(name -> name.startsWith(NOT_ASKED));
  }

  private void askForNames(Release one) {
    try {
      takeNames(one);
    } catch (RuntimeException | AssertionError e) {
      LOG.error("{}: its names could not be taken away yet", one.text(), e);
    }
  }

  private void takeNames(Release one) {
    next.put(one.device(), dependencies.time().in(AGAIN));
    boolean holds =
        commitLog.read(History::records).stream()
            .anyMatch(record -> record.timers().containsKey(one.device()));
    if (holds) {
      return;
    }
    List<String> left = left(one.device());
    if (!left.equals(one.names())) {
      record(one.naming(left), AuditEvent.DAEMON);
    }
  }

  private List<String> left(DeviceId device) {
    try {
      return runner.leave(device);
    } catch (DeviceException e) {
      LOG.warn("names of this agent stay on {}: {}", device, e.getMessage());
      return List.of(NOT_ASKED + ": " + e.getMessage());
    }
  }
}
