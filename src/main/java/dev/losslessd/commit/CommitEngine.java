package dev.losslessd.commit;

import dev.losslessd.driver.DeviceLock;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.plan.PlannedLink;
import dev.losslessd.plan.PlannedLinks;
import dev.losslessd.plan.Wave;
import dev.losslessd.store.Ahead;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.IdempotencyKey;
import dev.losslessd.store.IdempotencyKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every change of every device goes through here: planned, journaled with its inverse, applied,
 * read back, and undone unless someone confirms it in time.
 */
public final class CommitEngine {
  private static final Logger LOG = LoggerFactory.getLogger(CommitEngine.class);

  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final CommitLoop loop;
  private final Guards guards;
  private final DeviceTimers deviceTimers;
  private final Rollbacks rollbacks;
  private final Windows windows;
  private final Planning planning;
  private final Rollouts rollouts;
  private final IdleQueue idleQueue;
  private final Decisions decisions;
  private final Submissions submissions;
  private final Applier applier;
  private final Pruning pruning;
  private final Saves saves;
  private final Maintenances maintenance;
  private final DeviceIdentities identities;
  private final Releases releases;
  private final Freezing freezing;

  public CommitEngine(EngineDependencies dependencies) {
    this.dependencies = dependencies;
    this.commitLog = new CommitLog(dependencies);
    Permits permits = Permits.of(dependencies, commitLog);
    this.runner = Runner.of(dependencies, permits);
    this.pruning = commitLog.pruning(dependencies.time());
    Runner reader = runner.as(DeviceLock.Rank.READ);
    IdentityPermit identity = IdentityPermit.of(dependencies, commitLog);
    this.saves = new Saves(dependencies, reader, commitLog, identity);
    this.planning = new Planning(dependencies, runner, commitLog, permits);
    this.guards = new Guards(dependencies.guard());
    this.loop = new CommitLoop(dependencies, commitLog, guards, this::take);
    this.deviceTimers = DeviceTimers.of(dependencies, runner, commitLog);
    this.rollbacks =
        new Rollbacks(
            dependencies, runner.as(DeviceLock.Rank.UNDO), commitLog, deviceTimers, guards);
    this.windows = new Windows(dependencies, runner, commitLog, guards, deviceTimers, rollbacks);
    this.rollouts = new Rollouts(dependencies, runner);
    this.applier =
        new Applier(
            dependencies,
            runner,
            commitLog,
            guards,
            windows,
            rollbacks,
            deviceTimers,
            rollouts,
            permits);
    this.idleQueue = new IdleQueue(dependencies, commitLog, this::beginStaged);
    this.decisions = new Decisions(dependencies, commitLog, loop, windows, rollbacks, idleQueue);
    this.submissions = new Submissions(dependencies, commitLog, loop, planning, applier, idleQueue);
    this.identities = new DeviceIdentities(dependencies, reader, commitLog, identity.self());
    this.maintenance = Maintenances.of(dependencies, commitLog, loop::hurry);
    this.freezing = new Freezing(dependencies, commitLog);
    this.releases = new Releases(dependencies, commitLog, runner, planning);
  }

  private void beginStaged(String id, Live live, Request request) {
    submissions.begin(id, live, request);
  }

  /** Takes a step that is due, with the commit's lock. */
  private void take(String id, Live live, Step step) {
    switch (step) {
      case Step.Nothing _ -> {}
      case Step.Begin _ -> idleQueue.attempt(id, live);
      case Step.Write s -> applier.write(id, live, s.wave());
      case Step.SoakOn s -> applier.soakOn(id, live, s.why(), s.again());
      case Step.Open _ -> applier.open(id, live);
      case Step.Resume _ -> windows.resume(id, live);
      case Step.EndRepair s -> windows.endRepair(id, live, s.undecided());
      case Step.RollBack s -> rollbacks.begin(id, live, s.begun(), s.why(), AuditEvent.DAEMON);
      case Step.Attempt _ -> rollbacks.attempt(id, live, Rollbacks.Consent.NONE);
      case Step.Wait s -> rollbacks.waits(id, s.why());
      case Step.Keep _ -> deviceTimers.keep(commitLog.record(id).orElseThrow(), live);
    }
  }

  /**
   * Stops all writing where the journal has lost its end; to be called before {@link #recover}. It
   * stays so until a person lets it go on.
   *
   * @param ahead what the journal's head knows and its files have not
   */
  public void doubt(Ahead ahead) {
    commitLog.skipTo(ahead.highest());
    loop.doubt(ahead);
    freezing.doubt(ahead);
  }

  /** Commits whose rollback waits until writing is allowed. */
  public Set<String> heldBack() {
    return loop.heldBack();
  }

  /**
   * Takes up what a crash or stop left: rolls back what was half done, lets open windows go on. All
   * of it was tried once when this returns.
   */
  public void recover() {
    runner.parallel().each(loop.takeUp(), loop::advance);
  }

  /** As {@link #recover}, without waiting for devices: targets are claimed on return. */
  public void recoverMeanwhile() {
    loop.takeUp().forEach(loop::soon);
    releases.look();
  }

  /** Time until the next deadline of an unconfirmed commit, at most as long as given. */
  public Duration untilDeadline(Duration most) {
    return loop.untilDeadline(most);
  }

  /** Takes each step that is due; call it each second and at a deadline. Waits for no device. */
  public void turn() {
    try {
      idleQueue.look(loop::live);
    } catch (RuntimeException e) {
      LOG.error("staged commits could not be looked at, and are looked at again", e);
    }
    loop.turn();
    releases.look();
  }

  /**
   * Plans a request without writing: changes, or refusals. Reads the devices, and where writing is
   * allowed asks them what the account may do, as a commit does.
   */
  public Plan preview(Request request) {
    Plan plan = planning.plan(request, planning.wanted(request.goal()));
    boolean asked = dependencies.writePolicy().mayWrite() && !plan.refused();
    return asked ? planning.permitted(plan) : plan;
  }

  /** The waves that a plan would go in; none if it goes all at once. */
  public List<Wave> waves(Plan plan, Optional<Rollout> rollout) {
    return plan.changes().isEmpty() ? List.of() : rollouts.split(plan, rollout);
  }

  /** How the links that a plan changes stand after it, also where it is refused. */
  public List<PlannedLink> links(Plan plan) {
    List<Change> steps = plan.changes().isEmpty() ? plan.withheld() : plan.changes();
    return PlannedLinks.of(steps, dependencies.surroundings().around());
  }

  private Commit decided(Supplier<Commit> decision) {
    return dependencies.time().threads().decide(decision);
  }

  /**
   * Begins a commit, durable and applied from here on; follow it with {@link #commit}.
   *
   * @throws CommitException it was not taken, and nothing was written
   */
  public Commit submit(Request request) {
    return dependencies.time().threads().ask(() -> submissions.submit(request));
  }

  /** The commit begun with a client's key; empty if none, or after keys have expired. */
  public Optional<IdempotencyKeys.Known> begunWith(IdempotencyKey key) {
    return commitLog.read(history -> history.keys().find(key));
  }

  /**
   * Ends the window with a yes, after a last read-back.
   *
   * @param actor who decides, for the journal
   */
  public Commit confirm(String id, String actor) {
    return decided(() -> {
      Commit now = decisions.confirm(id, actor);
      releases.look();
      return now;
    });
  }

  /**
   * Ends the window with a no: rolled back and read back when this returns, or {@code undoing}
   * where a device is silent. One that is being written ends between two steps; a staged one at
   * once.
   */
  public Commit cancel(String id, String why, String actor) {
    return decided(() -> decisions.cancel(id, why, actor));
  }

  /**
   * Tries a rollback that is outstanding once more, now.
   *
   * @param whileBusy links with RDMA traffic may go down
   * @param overwrite values that somebody else set since may go
   * @throws CommitException STATE if its rollback is not outstanding, FROZEN or MODE
   */
  public Commit retry(String id, boolean whileBusy, boolean overwrite, String actor) {
    return decided(() -> decisions.retry(id, new Rollbacks.Consent(whileBusy, overwrite), actor));
  }

  /**
   * Gives a rollback up that is outstanding: what is left stays on the devices, and its targets are
   * free. Writes to no device, and so also works while writing is frozen.
   *
   * @throws CommitException STATE if its rollback is not outstanding
   */
  public Commit abandon(String id, String actor, String reason) {
    return decided(() -> decisions.abandon(id, actor, reason));
  }

  /** Starts the window again from now. */
  public Commit extend(String id, Duration window, String actor) {
    return decided(() -> decisions.extend(id, window, actor));
  }

  public Guards guards() {
    return guards;
  }

  /**
   * Creates the request that goes back to an earlier revision, as a new one; revision 0 is the
   * state before the first.
   */
  public Request backTo(long number, Request style) {
    return Request.rollback(number, commitLog.pages().backTo(number), style);
  }

  /** Another file layer: a NIC came or went, or the policy was loaded anew. Writes nothing. */
  public void declare(SortedMap<Key, Setting> fileLayer) {
    commitLog.declare(fileLayer);
  }

  /** Devices whose own timer still runs under a confirmed change, with the reason. */
  public Map<DeviceId, String> unkept() {
    Map<DeviceId, String> all = new TreeMap<>();
    commitLog
        .read(History::records)
        .forEach(record -> all.putAll(deviceTimers.unkept(record, loop.live(record.id()))));
    return all;
  }

  /** Stops all writing at once, also of undos. Survives a restart. */
  public void freeze(String actor) {
    freezing.freeze(actor, "");
  }

  /** Lets writing go on, and undoes what became due meanwhile. */
  public void thaw(String actor) {
    freezing.thaw(actor);
    loop.endDoubt();
    loop.hurry();
  }

  public Saves saves() {
    return saves;
  }

  public Optional<Commit> commit(String id) {
    return commitLog.commit(id);
  }

  /** Commits whose undo does not hold yet; newest first. */
  public List<Commit> outstanding() {
    return commitLog.read(History::commits).stream()
        .filter(one -> one instanceof Commit.Undoing || one instanceof Commit.Stuck)
        .toList();
  }

  /**
   * Commits that are open or staged, and ended ones that later judgements need; newest first. All
   * commits are {@link #commits(int, int, Function)}.
   */
  public Collection<Commit> commits() {
    return commitLog.read(History::commits);
  }

  /**
   * A page of all commits that are kept, newest first.
   *
   * @param before only those with a lower number
   * @param part what is wanted of each; plans of a page together may be large
   */
  public <T> List<T> commits(int before, int limit, Function<Commit, T> part) {
    return commitLog.pages().commits(before, limit, part);
  }

  /**
   * A page of the revisions that a rollback can lead to, newest first.
   *
   * @param before only those with a lower number
   */
  public <T> List<T> revisions(long before, int limit, Function<Revision, T> part) {
    return commitLog.pages().revisions(before, limit, part);
  }

  /**
   * Keeps the history within its bounds, and the next start quick; to be called again and again.
   * Commits go on meanwhile.
   */
  public void prune(Retention keep) {
    pruning.run(keep);
  }

  /** Differences between two revisions; revision 0 is before the first. */
  public RevisionDiff diff(long from, long to) {
    return commitLog.pages().diff(from, to);
  }

  public long latest() {
    return commitLog.read(History::latest);
  }

  public Intent intent() {
    return commitLog.read(History::intent);
  }

  /** What is wanted, and what the open commits make of it; from memory. */
  public Pending pending() {
    return commitLog.read(Pending::of);
  }

  /** The revision in which this resource last changed; 0 for never. */
  public long version(Key key) {
    return commitLog.version(key);
  }

  /** Devices and ports that people work on. */
  public Maintenances maintenance() {
    return maintenance;
  }

  /** Which boxes the names of devices stand for. */
  public DeviceIdentities identities() {
    return identities;
  }

  /** Devices that this agent leaves, or has left. */
  public Releases releases() {
    return releases;
  }

  public WritePolicy writePolicy() {
    return dependencies.writePolicy();
  }

  public Collection<Target> targets() {
    return dependencies.devices().targets();
  }

  /** Reads a target now, from the device. */
  public Observed observe(Target target) {
    return planning.look(target);
  }

  /** Settings that can be made on a target, read from the device now. */
  public Capabilities capabilities(Target target) {
    return planning.lookAtCapabilities(target);
  }
}
