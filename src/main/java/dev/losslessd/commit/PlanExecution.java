package dev.losslessd.commit;

import dev.losslessd.driver.Hold;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.plan.Joined;
import dev.losslessd.plan.Stage;
import dev.losslessd.plan.Stages;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Writes changes and reads them back, devices side by side where none waits for another. A device
 * that holds gets what is its own in one stage as one batch. After a failure nothing more is begun.
 */
final class PlanExecution {
  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final String id;
  private final List<Change> changes;
  private final Set<Change> begun =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private volatile boolean broken;
  private volatile String stopped = "";
  private volatile String actor = AuditEvent.DAEMON;

  /**
   * @param changes in the order of the plan
   */
  PlanExecution(
      EngineDependencies dependencies,
      Runner runner,
      CommitLog commitLog,
      String id,
      List<Change> changes) {
    this.dependencies = dependencies;
    this.runner = runner;
    this.commitLog = commitLog;
    this.id = id;
    this.changes = List.copyOf(changes);
  }

  /** Changes that are on a device, or may be; in the order of the plan. */
  List<Change> begun() {
    return changes.stream().filter(begun::contains).toList();
  }

  /**
   * Nothing more is begun, and what was is to be taken back.
   *
   * @param why not empty
   * @param by who decided it
   */
  void stop(String why, String by) {
    actor = by;
    stopped = why;
  }

  /** Who stopped it; the daemon if nobody did. */
  String actor() {
    return actor;
  }

  /**
   * @throws CommitException it was stopped
   */
  void requireGoing() {
    if (!stopped.isEmpty()) {
      throw new CommitException(CommitException.Kind.STATE, stopped);
    }
  }

  /**
   * @param within how long a device that holds waits for the confirm
   * @throws CommitException it was stopped between two steps
   * @throws dev.losslessd.driver.DeviceException the first that failed
   * @throws dev.losslessd.store.StoreException a batch could not be journaled, and was not begun
   */
  void run(Duration within) {
    Set<DeviceId> holding = runner.holding(changes);
    Joined joined = JoinedWrites.of(dependencies.devices(), changes);
    for (Stage stage : Stages.of(changes, dependencies.surroundings().around(), holding, joined)) {
      journal(stage, within);
      runner.parallel().each(stage.lanes(), lane -> write(lane, within, joined));
    }
  }

  private void journal(Stage stage, Duration within) {
    List<DeviceId> devices =
        stage.lanes().stream().filter(Stage.Lane::held).map(Stage.Lane::device).toList();
    if (!devices.isEmpty()) {
      Instant now = dependencies.time().now();
      commitLog.append(new Entry.Held(id, devices, dependencies.time().in(within), false, now));
    }
  }

  private void write(Stage.Lane lane, Duration within, Joined joined) {
    try {
      requireGoing();
      if (lane.held() && !broken) {
        begun.addAll(lane.changes());
        runner.applyWithTimer(lane.device(), lane.changes(), new Hold(id, within));
      } else {
        joined.parts(lane.changes()).forEach(part -> step(part, joined));
      }
    } catch (RuntimeException e) {
      broken = true;
      throw e;
    }
  }

  private void step(List<Change> part, Joined joined) {
    requireGoing();
    if (!broken) {
      JoinedWrites.requireDeclared(runner, joined, part);
      begun.addAll(part);
      runner.apply(part);
    }
  }
}
