package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  /**
   * Writes one change and reads it back.
   *
   * @throws DeviceException of kind LIED when the device took it and shows another value
   */
  void apply(Change change) {
    within(
        change.target().device(),
        "writing " + change.text(),
        session -> {
          session.apply(change);
          return true;
        });
    requireHolds(change);
  }

  /**
   * @throws DeviceException when the target does not show the change's value
   */
  void requireHolds(Change change) {
    Observed now = read(change.target());
    Optional<Setting> value = now.inForce(change.kind());
    if (!value.equals(Optional.of(change.after()))) {
      throw new DeviceException(
          Kind.LIED,
          change.target()
              + " "
              + change.kind().word()
              + ": the device said yes and shows "
              + now.reading(change.kind()).text()
              + ", expected "
              + change.after().text());
    }
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
    List<Change> left = new ArrayList<>();
    List<String> why = new ArrayList<>();
    for (Change change : done.reversed()) {
      try {
        restore(change);
      } catch (DeviceException e) {
        left.add(change.inverse());
        why.add(e.getMessage());
      }
    }
    return new Undone(left, String.join("; ", why));
  }

  private void restore(Change change) {
    Observed now = read(change.target());
    if (!now.inForce(change.kind()).equals(Optional.of(change.before()))) {
      apply(change.inverse());
    }
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
