package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Joined;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Stages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Writes changes and reads them back, each within a deadline. A device that is still busy with an
 * earlier call is not called a second time: sessions are for one caller.
 */
record Runner(
    Devices devices,
    Consumer<List<Change>> written,
    EngineThreads threads,
    Duration deadline,
    Permits permits,
    Map<DeviceId, DeviceLock> locks,
    DeviceLock.Rank rank) {
  /** A batch gets as much time as so many single writes at most. */
  private static final int PATIENCE = 6;

  static Runner of(EngineDependencies dependencies, Permits permits) {
    return new Runner(
        dependencies.devices(),
        dependencies.written(),
        dependencies.time().threads(),
        dependencies.settings().deviceDeadline(),
        permits,
        new ConcurrentHashMap<>(),
        DeviceLock.Rank.COMMIT);
  }

  /** Returns a runner of the same devices with another rank among those that wait. */
  Runner as(DeviceLock.Rank other) {
    return new Runner(devices, written, threads, deadline, permits, locks, other);
  }

  Parallel parallel() {
    return new Parallel(threads.lanes());
  }

  Observed read(Target target) {
    return alone(target.device(), "reading " + target, session -> session.read(target));
  }

  Capabilities capabilities(Target target) {
    return alone(target.device(), "asking " + target, session -> session.capabilities(target));
  }

  /** What a device says of itself and of some targets on it. */
  Identities identities(Target asked, Collection<Target> targets) {
    return alone(
        asked.device(),
        "asking what " + asked + " is",
        session -> IdentityPermit.read(session, targets));
  }

  /** Changes in batches, as devices take them: with a timer of their own, or some of a kind. */
  List<Change> contract(List<Change> changes, Neighbourhood around) {
    Joined joined = JoinedWrites.of(devices, changes);
    return Stages.contract(changes, around, holding(changes), joined);
  }

  /** Why a device would not take some of the changes; nothing is sent. */
  List<Refusal> rehearse(DeviceId device, List<Change> changes) {
    return alone(device, "working out changes", session -> session.rehearse(changes));
  }

  /** Permissions that the account lacks, in the device's own words; empty if it lacks none. */
  List<String> missingPermissions(DeviceId device) {
    Duration within = longer(deadline, device);
    return alone(device, "asking what is allowed", within, Session::missingPermissions);
  }

  /** Marks of other agents on a device. */
  List<ForeignMark> foreign(DeviceId device) {
    return alone(device, "asking who else writes " + device, Session::foreign);
  }

  /**
   * Writes what goes in one, and reads it back.
   *
   * @throws DeviceException of kind LIED when the device took it and shows another value
   */
  void apply(List<Change> part) {
    write(part);
    part.forEach(this::requireShown);
  }

  void write(List<Change> part) {
    tell(
        part.getFirst().device(),
        "writing " + String.join("; ", part.stream().map(Change::text).toList()),
        session -> writing(session, part, () -> JoinedWrites.apply(session, part)));
  }

  /** Devices that take a batch as one transaction, under a timer of their own. */
  Set<DeviceId> holding(List<Change> changes) {
    Set<DeviceId> all = Change.devices(changes);
    all.removeIf(device -> !devices.session(device).holds());
    return all;
  }

  /**
   * Writes a batch under the device's own timer and reads it back, in the time of single writes.
   *
   * @throws DeviceException of kind LIED when the device took it and shows another value
   */
  void applyWithTimer(DeviceId device, List<Change> batch, Hold hold) {
    String what = "writing " + batch.size() + " changes under the device's own timer";
    Duration patience = longer(deadline.multipliedBy(Math.min(batch.size(), PATIENCE)), device);
    alone(
        device,
        what,
        patience,
        session -> {
          writing(session, batch, () -> session.applyWithTimer(batch, hold));
          return true;
        });
    requireHolds(batch);
  }

  void confirm(DeviceId device, Hold hold) {
    tell(device, "keeping " + hold.commit(), session -> session.confirm(hold));
  }

  void extend(DeviceId device, Hold hold) {
    tell(device, "starting the timer of " + hold.commit() + " anew", one -> one.extend(hold));
  }

  void revert(DeviceId device, Hold hold, List<Change> begun) {
    tell(
        device,
        "taking back " + hold.commit(),
        session -> writing(session, begun, () -> session.revert(hold, begun)));
  }

  void reopen(DeviceId device) {
    tell(device, "opening ports of " + device, permits.before(device, Session::reopen));
  }

  void cleanUp(DeviceId device) {
    tell(device, "tidying up " + device, permits.before(device, Session::cleanUp));
  }

  /** Takes names of this agent away as far as nothing in force needs them; returns the rest. */
  List<String> leave(DeviceId device) {
    return alone(
        device,
        "leaving " + device,
        longer(deadline, device),
        session -> {
          permits.before(device, Session::leave).accept(session);
          return session.ownNames();
        });
  }

  /** Names of this agent that a device carries. */
  List<String> ownNames(DeviceId device) {
    return alone(device, "asking for names on " + device, Session::ownNames);
  }

  /** Ends when the device's call does, even if its caller has given up. */
  private void writing(Session session, List<Change> changes, Runnable call) {
    permits.pass(session, changes);
    written.accept(changes);
    try {
      call.run();
    } finally {
      written.accept(changes);
    }
  }

  /** The longer of a deadline and the time that the device's way of writing may take. */
  private Duration longer(Duration patience, DeviceId device) {
    Duration own = devices.session(device).patience();
    return own.compareTo(patience) > 0 ? own : patience;
  }

  private void tell(DeviceId device, String what, Consumer<Session> work) {
    alone(
        device,
        what,
        longer(deadline, device),
        session -> {
          work.accept(session);
          return true;
        });
  }

  /**
   * @throws DeviceException of kind LIED when a device does not show what all of it comes to
   */
  void requireHolds(List<Change> changes) {
    parallel().each(byDevice(changes), this::requireShown);
  }

  /**
   * The value that a setting ends with.
   *
   * @param whole the value alone says what is wanted; else it goes with words, which are compared
   *     where each change is judged
   */
  private record Due(Setting value, boolean whole) {}

  private void requireShown(Map<Target, Map<Key, Due>> wanted) {
    wanted.forEach((target, values) -> {
      Observed now = read(target);
      values.forEach((key, due) ->
          complaint(now, key, due.value())
              .or(() -> due.whole() ? more(now, key, due.value()) : Optional.empty())
              .ifPresent(what -> {
                throw DeviceException.lied(what);
              }));
    });
  }

  /** The first device that shows something else; one that is silent is asked once. */
  Optional<String> contradiction(Plan plan) {
    List<Optional<String>> found = Collections.synchronizedList(new ArrayList<>());
    parallel().each(byDevice(plan.changes()), wanted -> found.add(contradiction(wanted)));
    return found.stream().flatMap(Optional::stream).sorted().findFirst();
  }

  private Optional<String> contradiction(Map<Target, Map<Key, Due>> wanted) {
    try {
      requireShown(wanted);
      return Optional.empty();
    } catch (DeviceException e) {
      return e.kind() == Kind.LIED ? Optional.of(e.getMessage()) : Optional.empty();
    }
  }

  /** Final values of the changes, grouped by device. */
  private static Collection<Map<Target, Map<Key, Due>>> byDevice(List<Change> changes) {
    Map<DeviceId, Map<Target, Map<Key, Due>>> parts = new TreeMap<>();
    Map<Key, String> words = new HashMap<>();
    changes.forEach(one -> words.put(one.key(), one.wordsAfter()));
    Plan.results(changes)
        .forEach((key, value) ->
            parts
                .computeIfAbsent(key.target().device(), _ -> new TreeMap<>())
                .computeIfAbsent(key.target(), _ -> new TreeMap<>())
                .put(key, new Due(value, words.getOrDefault(key, "").isEmpty())));
    return parts.values();
  }

  /**
   * @throws DeviceException of kind LIED when the device does not show what was written
   */
  private void requireShown(Change change) {
    Key key = change.key();
    complaint(read(key.target()), key, change.after(), change.wordsAfter())
        .ifPresent(what -> {
          throw DeviceException.lied(what);
        });
  }

  /**
   * How what a target shows differs from what it should; empty if it does not. What a device has
   * staged it shows, as it can do no more before its event.
   *
   * @param words the device's own, where those must be the same too; else empty
   */
  static Optional<String> complaint(Observed shown, Key key, Setting wanted, String words) {
    return complaint(shown, key, wanted)
        .or(() ->
            words.isEmpty()
                ? more(shown, key, wanted)
                : otherWords(key, shown.reading(key.kind()).words(), words));
  }

  private static Optional<String> complaint(Observed shown, Key key, Setting wanted) {
    return shown.reading(key.kind()).standing().filter(wanted::isMetBy).isPresent()
        ? Optional.empty()
        : Optional.of(differs(shown, key, wanted));
  }

  private static String differs(Observed shown, Key key, Setting wanted) {
    return "%s: the device said yes and shows %s, expected %s"
        .formatted(key, shown.reading(key.kind()).text(), wanted.text());
  }

  /** The value is there, and something beside it that makes the device act otherwise. */
  private static Optional<String> more(Observed shown, Key key, Setting wanted) {
    return shown.reading(key.kind()).isWhole()
        ? Optional.empty()
        : Optional.of(differs(shown, key, wanted));
  }

  private static Optional<String> otherWords(Key key, String is, String words) {
    return words.equals(is)
        ? Optional.empty()
        : Optional.of(key + ": the device shows '" + is + "', expected '" + words + "' as before");
  }

  /**
   * Runs several calls without those of others between them.
   *
   * @throws CommitException as the work does
   */
  <T> T alone(DeviceId device, String what, Function<Session, T> work) {
    return alone(device, what, deadline, work);
  }

  /** As {@link #alone}, with another patience. */
  <T> T alone(DeviceId device, String what, Duration patience, Function<Session, T> work) {
    DeviceLock lock =
        devices.lock(device).orElseGet(() -> locks.computeIfAbsent(device, _ -> new DeviceLock()));
    try {
      CapWait caps = new CapWait(() -> devices.heldBack(device));
      if (!caps.begin(lock, rank, patience)) {
        throw DeviceException.busy(
            device + " has not answered an earlier call yet; not begun: " + what);
      }
      CapWait own = new CapWait(() -> devices.heldBack(device));
      return own.answer(submit(lock, () -> work.apply(devices.session(device))), patience);
    } catch (TimeoutException e) {
      throw new DeviceException(
          Kind.TIMEOUT,
          device + " did not answer within " + patience.toMillis() + " ms: " + what,
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommitException refused) {
        throw refused;
      }
      throw e.getCause() instanceof DeviceException known
          ? known
          : new DeviceException(Kind.GARBLED, what + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DeviceException(Kind.TIMEOUT, "interrupted: " + what, e);
    } catch (RejectedExecutionException e) {
      throw new DeviceException(Kind.CLOSED_GATE, "the daemon stops; not begun: " + what, e);
    }
  }

  /** The turn ends when the call does, not when its caller gives up. */
  private <T> Future<T> submit(DeviceLock lock, Supplier<T> call) {
    try {
      return threads.calls().submit(() -> lock.lastCall(call));
    } catch (RejectedExecutionException e) {
      lock.end();
      throw e;
    }
  }
}
