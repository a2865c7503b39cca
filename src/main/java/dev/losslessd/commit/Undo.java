package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Joined;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Stage;
import dev.losslessd.plan.Stages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to take back changes, last first, whatever part of them was done; devices side by
 * side where none waits for another. Goes on after a failure: a device that is lost does not keep
 * the others changed, and after its first time-out it is left for the next attempt.
 */
final class Undo {
  private static final Logger LOG = LoggerFactory.getLogger(Undo.class);

  /**
   * How careful an attempt is.
   *
   * @param looks whether a value that none of the changes can have left is somebody else's, and
   *     stays
   * @param patient a device that did not answer is asked for each step all the same
   * @param waits whether a step has to wait until its ports are idle
   * @param yields whether what the agent of another host holds by now stays
   * @param over whether nothing more shall be begun
   * @param boxes that it is for: others get nothing of it
   * @param joined what devices write in one
   * @param restarted whether a target has started again since the commit began
   */
  record Care(
      Predicate<Change> looks,
      boolean patient,
      Predicate<Change> waits,
      boolean yields,
      BooleanSupplier over,
      PlannedFor boxes,
      Joined joined,
      Predicate<Target> restarted) {}

  /**
   * Result of one attempt at an undo.
   *
   * @param left steps that do not hold, or of which that is not known, in order
   * @param failed why; also of devices of which only the timer goes on
   * @param holding devices that may still take something back by their own timer
   */
  record Undone(List<Change> left, List<Failed> failed, Set<DeviceId> holding) {
    /** Whether time may mend it: silence, a closed gate, a busy port. */
    boolean again() {
      return failed.stream().anyMatch(Failed::again);
    }

    boolean complete() {
      return failed.isEmpty();
    }

    String why() {
      return String.join("; ", failed.stream().map(Failed::why).distinct().toList());
    }
  }

  /**
   * Why something on a device could not be taken back.
   *
   * @param again whether time may mend it
   */
  record Failed(DeviceId device, String why, boolean again) {}

  private final Runner runner;
  private final List<Change> done;
  private final Care care;

  /** Devices that may hold something, until that was asked back. */
  private final Map<DeviceId, Hold> held;

  private final Map<Key, Failed> failed = new ConcurrentHashMap<>();

  private final Map<DeviceId, Failed> holding = new ConcurrentHashMap<>();

  private final Map<DeviceId, Failed> silent = new ConcurrentHashMap<>();
  private final Map<DeviceId, List<ForeignMark>> foreign = new ConcurrentHashMap<>();
  private final Neighbourhood around;

  /** Ports of steps in earlier stages that may hold later: what relies on them must wait. */
  private volatile Map<PortId, Failed> unprotected = Map.of();

  private Undo(
      Runner runner, List<Change> done, Map<DeviceId, Hold> held, Neighbourhood around, Care care) {
    this.runner = runner;
    this.around = around;
    this.done = done;
    this.held = new ConcurrentHashMap<>(held);
    this.care = care;
  }

  /**
   * @param done those that were at least begun, in the order of application
   * @param held devices that may hold some of them under their own timer
   */
  static Undone of(
      List<Change> done, Map<DeviceId, Hold> held, Neighbourhood around, Runner runner, Care care) {
    return new Undo(runner, done, held, around, care).run();
  }

  private Undone run() {
    backwards();
    if (forgetHeldUp()) {
      backwards();
    }
    Map.copyOf(held).forEach(this::release); // those of which nothing is left but the timer
    List<Change> back = Change.inverse(done);
    Map<DeviceId, Map<Key, Change>> ends = ends(back);
    runner.parallel().each(ends.entrySet(), end -> finish(end.getKey(), end.getValue().values()));
    List<Change> left = back.stream().filter(change -> failed.containsKey(change.key())).toList();
    List<Failed> why =
        Stream.concat(
                left.stream()
                    .map(Change::key)
                    .distinct()
                    .map(key -> Objects.requireNonNull(failed.get(key))),
                holding.values().stream())
            .toList();
    return new Undone(left, why, Set.copyOf(holding.keySet()));
  }

  private void backwards() {
    for (Stage stage : Stages.of(done, around, Set.of(), care.joined()).reversed()) {
      for (boolean first : new boolean[] {true, false}) {
        runner
            .parallel()
            .each(
                stage.lanes().stream().filter(one -> FarEnds.relyOn(one, around) == first).toList(),
                this::back);
        unprotected = unprotected();
      }
    }
  }

  private Map<PortId, Failed> unprotected() {
    Map<PortId, Failed> all = new HashMap<>();
    for (Change change : done) {
      Failed why = failed.get(change.key());
      if (why != null && why.again()) {
        change.touches().forEach(port -> all.put(port, why));
      }
    }
    return all;
  }

  /** The other end of a cable must have its old settings first, or neither end has. */
  private void requireFarEnd(Change change) {
    for (PortId port : change.touches()) {
      Failed why = around.peer(port).map(unprotected::get).orElse(null);
      if (why != null) {
        throw new DeviceException(
            Kind.CLOSED_GATE, change.text() + " waits for the other end of its link: " + why.why());
      }
    }
  }

  /**
   * On ice a schedule may be refused until the DSCP entries are gone, which were written before it
   * and go after it: such a step has a second try.
   */
  private boolean forgetHeldUp() {
    Set<Target> between =
        done.stream()
            .filter(change -> change.risks().contains(Risk.SCHEDULE_RESET))
            .map(Change::target)
            .collect(Collectors.toSet());
    return failed
        .entrySet()
        .removeIf(one -> between.contains(one.getKey().target()) && !one.getValue().again());
  }

  /** Lets the device revert what it can at once, then writes what still differs. */
  private void back(Stage.Lane lane) {
    Hold hold = held.get(lane.device());
    if (hold != null) {
      release(lane.device(), hold);
    }
    List<Change> back = Change.inverse(lane.changes());
    care.joined().parts(back).forEach(this::restore);
  }

  /** Restores what is still to be done in one write, or not at all. */
  private void restore(List<Change> part) {
    List<Change> open = new ArrayList<>();
    part.forEach(change ->
        attempt(
            change,
            one -> {
              if (isOpen(one, part)) {
                open.add(one);
              }
            }));
    if (!open.isEmpty()) {
      attempt(open, () -> runner.write(open));
    }
  }

  private void release(DeviceId device, Hold hold) {
    held.remove(device);
    Failed lost = silent.get(device);
    if (lost != null) {
      holding.put(device, lost);
      return;
    }
    try {
      care.boxes().require(runner, new Target.Device(device));
      runner.revert(
          device, hold, done.stream().filter(change -> change.device().equals(device)).toList());
    } catch (DeviceException e) {
      LOG.warn("taken back step by step: {}", e.getMessage());
      holding.put(device, failure(device, e)); // whether it is silent, the next step tells
    }
  }

  /** Opens a port that an interrupted write may have left shut, whatever the settings are. */
  private void reopen(DeviceId device, Change last) {
    if (silent.containsKey(device)) {
      return;
    }
    try {
      runner.reopen(device);
    } catch (DeviceException e) {
      LOG.warn("not known whether all ports are open: {}", e.getMessage());
      Failed why = failure(device, e);
      failed.putIfAbsent(last.key(), why);
      leave(device, e, why);
    }
  }

  private void finish(DeviceId device, Collection<Change> ends) {
    reopen(device, List.copyOf(ends).getLast());
    attempt(List.copyOf(ends).getLast(), _ -> runner.cleanUp(device));
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
              Runner.complaint(now, one.key(), one.after(), one.wordsAfter())
                  .ifPresent(what -> {
                    throw new DeviceException(Kind.LIED, what);
                  });
            }));
  }

  private void attempt(Change change, Consumer<Change> step) {
    DeviceId device = change.device();
    if (failed.containsKey(change.key())) {
      return;
    }
    Failed lost = silent.get(device);
    if (lost != null) {
      failed.put(change.key(), lost);
      return;
    }
    attempt(List.of(change), () -> step.accept(change));
  }

  private void attempt(List<Change> part, Runnable step) {
    DeviceId device = part.getFirst().device();
    try {
      step.run();
    } catch (DeviceException e) {
      Failed why = failure(device, e);
      part.forEach(change -> failed.put(change.key(), why));
      leave(device, e, why);
    } catch (RuntimeException e) {
      // a fault of our own on one device must not keep the others changed
      LOG.error("not taken back: {}", part.getFirst().text(), e);
      part.forEach(
          change -> failed.put(change.key(), new Failed(device, change.text() + ": " + e, true)));
    }
  }

  private void leave(DeviceId device, DeviceException e, Failed why) {
    if (e.kind() == Kind.TIMEOUT && !care.patient()) {
      silent.putIfAbsent(device, why);
    }
  }

  private static Failed failure(DeviceId device, DeviceException e) {
    boolean again =
        switch (e.kind()) {
          case TIMEOUT, GONE, GARBLED, CLOSED_GATE -> true;
          case REFUSED, UNSUPPORTED, LIED -> false;
        };
    return new Failed(device, e.getMessage(), again);
  }

  /** Whether it is still to be written; throws where it may not be. */
  private boolean isOpen(Change change, List<Change> part) {
    if (care.over().getAsBoolean()) {
      throw new DeviceException(Kind.CLOSED_GATE, "given up: " + change.text());
    }
    care.boxes().require(runner, change.target());
    Observed now = runner.read(change.target());
    Change end = end(change);
    boolean looks = care.looks().test(change);
    if (looks && end.isMet(now.reading(end.kind()))) {
      return false;
    }
    if (Runner.complaint(now, change.key(), change.after(), change.wordsAfter()).isEmpty()) {
      return false;
    }
    if (looks
        && !OwnValues.has(now, change.key(), done)
        && !care.restarted().test(change.target())) {
      throw new DeviceException(
          Kind.REFUSED,
          "%s shows %s, which is neither %s nor %s; somebody else set it, and it stays"
              .formatted(
                  change.key(),
                  now.reading(change.kind()).text(),
                  change.before().text(),
                  end.after().text()));
    }
    if (care.yields()) {
      SecondWriter.requireNone(change, this::foreign);
    }
    requireFarEnd(change);
    if (part.stream().anyMatch(care.waits())) {
      throw new DeviceException(
          Kind.CLOSED_GATE, change.text() + " waits until " + change.touches() + " are idle");
    }
    return true;
  }

  private List<ForeignMark> foreign(DeviceId device) {
    List<ForeignMark> known = foreign.get(device);
    if (known == null) {
      known = runner.foreign(device);
      foreign.put(device, known);
    }
    return known;
  }

  private Change end(Change of) {
    return done.stream()
        .filter(change -> change.key().equals(of.key()))
        .findFirst()
        .orElseThrow()
        .inverse();
  }

  /** The step of each resource after which nothing more happens to it, by device. */
  private static Map<DeviceId, Map<Key, Change>> ends(List<Change> changes) {
    Map<DeviceId, Map<Key, Change>> ends = new LinkedHashMap<>();
    changes.forEach(change ->
        ends.computeIfAbsent(change.device(), _ -> new LinkedHashMap<>())
            .put(change.key(), change));
    return ends;
  }
}
