package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes changes and reads them back, each within a deadline. A device that is still busy with an
 * earlier call is not called a second time: sessions are for one caller.
 */
final class Runner {
  private final Devices devices;
  private final ExecutorService threads;
  private final Duration deadline;
  private final Map<DeviceId, Semaphore> turns = new ConcurrentHashMap<>();

  Runner(Devices devices, ExecutorService threads, Duration deadline) {
    this.devices = devices;
    this.threads = threads;
    this.deadline = deadline;
  }

  Observed read(Target target) {
    return within(target.device(), "reading " + target, session -> session.read(target));
  }

  Capabilities capabilities(Target target) {
    return within(target.device(), "asking " + target, session -> session.capabilities(target));
  }

  /** What this account may not do there, in the device's own words; empty is good. */
  List<String> forbidden(DeviceId device) {
    return within(device, "asking what is allowed on " + device, Session::forbidden);
  }

  /**
   * Writes one change and reads it back.
   *
   * @throws DeviceException of kind LIED when the device took it and shows another value
   */
  void apply(Change change) {
    write(change);
    requireShown(change);
  }

  private void write(Change change) {
    within(
        change.target().device(),
        "writing " + change.text(),
        session -> {
          session.apply(change);
          return true;
        });
  }

  /**
   * @throws DeviceException of kind LIED when a device does not show what the whole plan comes to
   */
  void requireHolds(Plan plan) {
    plan.results().forEach((key, wanted) -> require(key, wanted, ""));
  }

  /** The first device that shows something else; one that is silent is asked once. */
  Optional<String> contradiction(Plan plan) {
    Set<DeviceId> silent = new HashSet<>();
    for (Map.Entry<Key, Setting> wanted : plan.results().entrySet()) {
      Key key = wanted.getKey();
      if (!silent.contains(key.target().device())) {
        try {
          Optional<String> what = complaint(key, wanted.getValue(), "");
          if (what.isPresent()) {
            return what;
          }
        } catch (DeviceException e) {
          silent.add(key.target().device());
        }
      }
    }
    return Optional.empty();
  }

  /** What an undo left. */
  record Undone(List<Change> left, String why) {
    boolean complete() {
      return left.isEmpty();
    }
  }

  /**
   * Takes back the changes, last first, whatever part of them was done. Goes on after a failure: a
   * device that is lost does not keep the others changed.
   *
   * @param done those that were at least begun, in the order of application
   */
  Undone undo(List<Change> done) {
    List<Change> back = done.reversed().stream().map(Change::inverse).toList();
    Map<Key, String> failed = new LinkedHashMap<>();
    back.forEach(change -> attempt(change, failed, this::restore));
    perDevice(back).forEach(change -> attempt(change, failed, this::tidy));
    // at the end, not after each step: a port of a switch follows what is taken back later
    last(back).forEach(change -> attempt(change, failed, this::requireShown));
    List<Change> left = back.stream().filter(change -> failed.containsKey(key(change))).toList();
    return new Undone(left, String.join("; ", failed.values()));
  }

  private static void attempt(Change change, Map<Key, String> failed, Consumer<Change> step) {
    if (failed.containsKey(key(change))) {
      return;
    }
    try {
      step.accept(change);
    } catch (DeviceException e) {
      failed.put(key(change), e.getMessage());
    }
  }

  private static Key key(Change change) {
    return new Key(change.target(), change.kind());
  }

  /** The step of each resource after which nothing more happens to it. */
  private static Collection<Change> last(List<Change> changes) {
    Map<Key, Change> last = new LinkedHashMap<>();
    changes.forEach(change -> last.put(key(change), change));
    return last.values();
  }

  /** The last step of each device. */
  private static Collection<Change> perDevice(List<Change> changes) {
    Map<DeviceId, Change> last = new LinkedHashMap<>();
    changes.forEach(change -> last.put(change.target().device(), change));
    return last.values();
  }

  private void tidy(Change change) {
    DeviceId device = change.target().device();
    within(
        device,
        "tidying up " + device,
        session -> {
          session.tidy();
          return true;
        });
  }

  private void restore(Change change) {
    if (complaint(key(change), change.after(), change.wordsAfter()).isPresent()) {
      write(change);
    }
  }

  /**
   * @throws DeviceException of kind LIED when the device does not show what was written
   */
  private void requireShown(Change change) {
    require(key(change), change.after(), change.wordsAfter());
  }

  private void require(Key key, Setting wanted, String words) {
    complaint(key, wanted, words)
        .ifPresent(what -> {
          throw new DeviceException(Kind.LIED, what);
        });
  }

  private Optional<String> complaint(Key key, Setting wanted, String words) {
    Reading now = read(key.target()).reading(key.kind());
    if (!now.inForce().equals(Optional.of(wanted))) {
      return Optional.of(
          key + ": the device said yes and shows " + now.text() + ", expected " + wanted.text());
    }
    return words.isEmpty() || words.equals(now.words())
        ? Optional.empty()
        : Optional.of(
            key + ": the device shows '" + now.words() + "', expected '" + words + "' as before");
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(Session session);
  }

  private <T> T within(DeviceId device, String what, Work<T> work) {
    Semaphore turn = turns.computeIfAbsent(device, id -> new Semaphore(1));
    try {
      if (!turn.tryAcquire(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new DeviceException(
            Kind.TIMEOUT, device + " has not answered an earlier call yet; not begun: " + what);
      }
      return threads
          .submit(() -> inTurn(turn, () -> work.on(devices.session(device))))
          .get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new DeviceException(
          Kind.TIMEOUT,
          device + " did not answer within " + deadline.toMillis() + " ms: " + what,
          e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof DeviceException known
          ? known
          : new DeviceException(Kind.GARBLED, what + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DeviceException(Kind.TIMEOUT, "interrupted: " + what, e);
    }
  }

  /** The turn ends when the call does, not when its caller gives up. */
  private static <T> T inTurn(Semaphore turn, Supplier<T> call) {
    try {
      return call.get();
    } finally {
      turn.release();
    }
  }
}
