package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Stage;
import dev.losslessd.plan.Stages;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back changes, last first, whatever part of them was done; devices side by side where none
 * waits for another. Goes on after a failure: a device that is lost does not keep the others
 * changed.
 */
final class Undo {
  private static final Logger LOG = LoggerFactory.getLogger(Undo.class);

  private final Runner runner;
  private final List<Change> done;

  /** Devices that may hold something, until that was asked back. */
  private final Map<DeviceId, Hold> held;

  private final Map<Key, String> failed = new ConcurrentHashMap<>();

  private Undo(Runner runner, List<Change> done, Map<DeviceId, Hold> held) {
    this.runner = runner;
    this.done = done;
    this.held = new ConcurrentHashMap<>(held);
  }

  /** What an undo left. */
  record Undone(List<Change> left, String why) {
    boolean complete() {
      return left.isEmpty();
    }
  }

  /**
   * @param done those that were at least begun, in the order of application
   * @param held devices that may hold some of them under their own timer
   */
  static Undone of(
      List<Change> done, Map<DeviceId, Hold> held, Neighbourhood around, Runner runner) {
    return new Undo(runner, done, held).run(around);
  }

  private Undone run(Neighbourhood around) {
    Stages.of(done, around, Set.of()).reversed().forEach(stage -> abreast(stage, this::back));
    List<Change> back = done.reversed().stream().map(Change::inverse).toList();
    Map<DeviceId, Map<Key, Change>> ends = ends(back);
    // at the end, not after each step: a port of a switch follows what is taken back later
    runner
        .abreast()
        .run(
            ends.entrySet().stream()
                .<Runnable>map(end -> () -> finish(end.getKey(), end.getValue().values()))
                .toList());
    List<Change> left = back.stream().filter(change -> failed.containsKey(key(change))).toList();
    List<String> why =
        left.stream().map(Undo::key).distinct().map(failed::get).map(Objects::toString).toList();
    return new Undone(left, String.join("; ", why));
  }

  private void abreast(Stage stage, Consumer<Stage.Lane> work) {
    runner
        .abreast()
        .run(stage.lanes().stream().<Runnable>map(lane -> () -> work.accept(lane)).toList());
  }

  /** What the device takes back by itself, it does at once; what still differs is written. */
  private void back(Stage.Lane lane) {
    Hold hold = held.remove(lane.device());
    if (hold != null) {
      release(lane.device(), hold);
    }
    lane.changes().reversed().stream()
        .map(Change::inverse)
        .forEach(change -> attempt(change, this::restore));
  }

  private void release(DeviceId device, Hold hold) {
    try {
      runner.release(
          device,
          hold,
          done.stream().filter(change -> change.target().device().equals(device)).toList());
    } catch (DeviceException e) {
      LOG.warn("taken back step by step: {}", e.getMessage());
    }
  }

  private void finish(DeviceId device, Collection<Change> ends) {
    attempt(List.copyOf(ends).getLast(), _ -> runner.tidy(device));
    Map<Target, Observed> shown = new HashMap<>();
    ends.forEach(change ->
        attempt(
            change,
            one -> {
              Observed now = shown.get(one.target());
              if (now == null) {
                now = runner.read(one.target());
                shown.put(one.target(), now);
              }
              Runner.complaint(now, key(one), one.after(), one.wordsAfter())
                  .ifPresent(what -> {
                    throw new DeviceException(Kind.LIED, what);
                  });
            }));
  }

  private void attempt(Change change, Consumer<Change> step) {
    if (failed.containsKey(key(change))) {
      return;
    }
    try {
      step.accept(change);
    } catch (DeviceException e) {
      failed.put(key(change), e.getMessage());
    }
  }

  private void restore(Change change) {
    Observed now = runner.read(change.target());
    if (Runner.complaint(now, key(change), change.after(), change.wordsAfter()).isPresent()) {
      runner.write(change);
    }
  }

  private static Key key(Change change) {
    return new Key(change.target(), change.kind());
  }

  /** The step of each resource after which nothing more happens to it, by device. */
  private static Map<DeviceId, Map<Key, Change>> ends(List<Change> changes) {
    Map<DeviceId, Map<Key, Change>> ends = new LinkedHashMap<>();
    changes.forEach(change ->
        ends.computeIfAbsent(change.target().device(), _ -> new LinkedHashMap<>())
            .put(key(change), change));
    return ends;
  }
}
