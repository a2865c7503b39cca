package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Wave;
import dev.losslessd.store.Ahead;
import dev.losslessd.store.IdempotencyKey;
import dev.losslessd.store.IdempotencyKeys;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Every change of every device goes through here: planned, journaled with its inverse, applied,
 * read back, and undone unless someone confirms it in time.
 */
public final class CommitEngine {
  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final ConfirmWindows confirmWindows;
  private final Planning planning;
  private final Rollouts rollouts;
  private final IdleQueue idleQueue;
  private final Applier applier;
  private final Pruning pruning;
  private final Saves saves;
  private final Maintenances maintenance;
  private final DeviceIdentities identities;
  private final Releases releases;
  private final Freezing freezing;

  public CommitEngine(EngineDependencies surroundings) {
    EngineDependencies dependencies = surroundings.alsoTelling(this::onCommit);
    this.dependencies = dependencies;
    this.commitLog = new CommitLog(dependencies);
    this.runner = Runner.of(dependencies, DeviceGate.of(dependencies, commitLog));
    this.pruning = commitLog.pruning();
    this.saves = new Saves(dependencies, runner, commitLog);
    this.planning = new Planning(dependencies, runner, commitLog);
    this.confirmWindows = new ConfirmWindows(dependencies, runner, commitLog);
    this.rollouts = new Rollouts(dependencies, runner, commitLog, confirmWindows);
    this.applier = new Applier(dependencies, runner, commitLog, confirmWindows, rollouts);
    this.idleQueue = new IdleQueue(dependencies, commitLog, this::takeStaged);
    this.identities = new DeviceIdentities(dependencies, runner, commitLog);
    this.maintenance = new Maintenances(dependencies, commitLog, confirmWindows.retries()::thawed);
    this.freezing = new Freezing(dependencies, commitLog);
    this.releases = new Releases(dependencies, commitLog, runner, planning);
  }

  private void onCommit(Commit commit) {
    releases.onCommit(commit);
  }

  /**
   * Stops all writing where the audit tells more than the journal has; to be called before {@link
   * #recover}. It stays so until a person lets it go on, whose thaw both then have.
   *
   * @param ahead what the audit tells and the journal does not have
   */
  public void doubt(Ahead ahead) {
    commitLog.skipTo(ahead.highest());
    confirmWindows.held().doubt(ahead.confirmed());
    freezing.doubt(ahead);
  }

  /** Commits whose undo waits until writing is allowed. */
  public Set<String> heldBack() {
    Set<String> all = new TreeSet<>(confirmWindows.held().ids());
    if (!dependencies.writePolicy().mayWrite()) {
      all.addAll(confirmWindows.retries().ids());
    }
    return all;
  }

  /** Takes up what a crash or stop left: undoes what was half done, waits on for open windows. */
  public void recover() {
    recovery().run();
  }

  /** As {@link #recover}, without waiting for devices: targets are claimed on return. */
  public void recoverMeanwhile() {
    recovery().begin();
    releases.resume();
  }

  /** Takes each step that is due of any open commit; to be called every second. */
  public void turn() {
    confirmWindows.turns().look();
  }

  private Recovery recovery() {
    return new Recovery(dependencies, runner.parallel(), commitLog, confirmWindows);
  }

  /** From now on, staged commits begin when their ports are idle; also those of an earlier run. */
  public void beginWhenIdle() {
    idleQueue.watch();
  }

  /** Plans a request without writing: changes, or refusals. Reads the devices. */
  public Plan preview(Request request) {
    return planning.plan(request, planning.wanted(request.goal()));
  }

  /** The waves that a plan would go in; none if it goes all at once. */
  public List<Wave> waves(Plan plan, Optional<Rollout> rollout) {
    return plan.changes().isEmpty() ? List.of() : rollouts.split(plan, rollout);
  }

  /**
   * Begins a commit, durable and applied from here on; follow it with {@link #commit}.
   *
   * @throws CommitException it was not taken, and nothing was written
   */
  public Commit submit(Request request) {
    try {
      return take(request);
    } catch (CommitException e) {
      dependencies.auditListener().refused(request, e);
      throw e;
    }
  }

  private Commit take(Request request) {
    dependencies.writePolicy().requireWritable();
    SortedMap<Key, Setting> wanted = planning.wanted(request.goal());
    Set<Target> targets = request.goal().targets(wanted);
    return take(commitLog.claim(targets, request.expected().versions()), request, wanted);
  }

  /** A staged commit whose ports are idle. */
  private void takeStaged(String id, Request request) {
    dependencies.writePolicy().requireWritable();
    SortedMap<Key, Setting> wanted = planning.wanted(request.goal());
    commitLog.claimAs(id, request.goal().targets(wanted), request.expected().versions());
    take(id, request, wanted);
  }

  private Commit take(String id, Request request, SortedMap<Key, Setting> wanted) {
    try {
      Plan plan = planning.plan(request, wanted);
      if (request.terms().whenIdle() && IdleQueue.onlyBusy(plan)) {
        return stage(id, request, wanted);
      }
      if (plan.refused()) {
        throw new CommitException(plan);
      }
      commitLog.claimMore(id, plan);
      planning.requireAllowed(plan);
      return applier.begin(id, request, plan);
    } catch (StoreException e) {
      commitLog.release(id);
      throw new CommitException(Kind.STORE, e.getMessage(), e);
    } catch (RuntimeException e) {
      commitLog.release(id);
      throw e;
    }
  }

  private Commit stage(String id, Request request, SortedMap<Key, Setting> wanted) {
    Plan plan =
        planning.plan(request.accepting(request.terms().accepted().evenWhileBusy()), wanted);
    if (plan.refused()) {
      throw new CommitException(plan);
    }
    Commit staged = idleQueue.stage(id, request, plan);
    commitLog.release(id);
    return staged;
  }

  /** The commit begun with a client's key; empty if none, or after keys have expired. */
  public Optional<IdempotencyKeys.Known> begunWith(IdempotencyKey key) {
    return commitLog.begunWith(key);
  }

  /**
   * Ends the window with a yes, after a last read-back.
   *
   * @param actor who decides, for the journal
   */
  public Commit confirm(String id, String actor) {
    return confirmWindows.confirm(id, actor);
  }

  /**
   * Ends the window with a no: undone and read back when this returns, or {@code undoing} where a
   * device is silent. One that is being written ends between two steps; a staged one at once.
   */
  public Commit cancel(String id, String why, String actor) {
    Optional<Commit> staged = idleQueue.cancel(id, why, actor);
    if (staged.isPresent()) {
      return staged.get();
    }
    dependencies.writePolicy().requireWritable();
    return confirmWindows.cancel(id, why, actor);
  }

  /**
   * Tries an undo that is outstanding once more, now.
   *
   * @param whileBusy links with RDMA traffic may go down
   * @param overwrite values that somebody else set meanwhile may go
   * @throws CommitException STATE if its undo is not outstanding, FROZEN or MODE
   */
  public Commit retry(String id, boolean whileBusy, boolean overwrite, String actor) {
    dependencies.writePolicy().requireWritable();
    return confirmWindows.retries().retry(id, new Undos.Consent(whileBusy, overwrite), actor);
  }

  /**
   * Gives an undo up that is outstanding: what is left stays on the devices, and its targets are
   * free. Writes to no device, and so also works while writing is frozen.
   *
   * @throws CommitException STATE if its undo is not outstanding
   */
  public Commit abandon(String id, String actor, String reason) {
    return confirmWindows.retries().abandon(id, actor, reason);
  }

  /** Starts the window anew from now. */
  public Commit extend(String id, Duration window, String actor) {
    return confirmWindows.extend(id, window, actor);
  }

  public Guards guards() {
    return confirmWindows.guards();
  }

  /** Goes back to an earlier revision, as a new one. */
  public Commit rollback(long number, Request style) {
    return submit(backTo(number, style));
  }

  /** Creates the request of a rollback; revision 0 is the state before the first. */
  public Request backTo(long number, Request style) {
    return Request.rollback(number, commitLog.backTo(number), style);
  }

  /** Another file layer: a NIC came or went, or the policy was loaded anew. Writes nothing. */
  public void declare(SortedMap<Key, Setting> fileLayer) {
    commitLog.declare(fileLayer);
  }

  /**
   * Devices that could not be asked yet to keep a confirmed change and would revert it by their own
   * timers, with the reason.
   */
  public Map<DeviceId, String> unkept() {
    return confirmWindows.deviceTimers().unkept();
  }

  /** Stops all writing at once, also of undos. Survives a restart. */
  public void freeze(String actor) {
    freezing.freeze(actor, "");
  }

  /** Lets writing go on, and undoes what became due meanwhile. */
  public void thaw(String actor) {
    freezing.thaw(actor);
    confirmWindows.retryHeld();
  }

  public Saves saves() {
    return saves;
  }

  public Optional<Commit> commit(String id) {
    return commitLog.commit(id);
  }

  /** Commits whose undo does not hold yet; newest first. */
  public List<Commit> outstanding() {
    return commitLog.commits().stream()
        .filter(one -> one instanceof Commit.Undoing || one instanceof Commit.Stuck)
        .toList();
  }

  /**
   * Commits that are open or staged, and ended ones that later judgements need; newest first. All
   * commits are {@link #commits(int, int, Function)}.
   */
  public Collection<Commit> commits() {
    return commitLog.commits();
  }

  /**
   * A page of all commits that are kept, newest first.
   *
   * @param before only those with a lower number
   * @param part what is wanted of each; plans of a page together may be large
   */
  public <T> List<T> commits(int before, int limit, Function<Commit, T> part) {
    return commitLog.commits(before, limit, part);
  }

  /**
   * A page of the revisions that a rollback can lead to, newest first.
   *
   * @param before only those with a lower number
   */
  public <T> List<T> revisions(long before, int limit, Function<Revision, T> part) {
    return commitLog.revisions(before, limit, part);
  }

  /**
   * Keeps the history within its bounds, and the next start quick; to be called again and again.
   * Commits go on meanwhile.
   */
  public void prune(Retention keep) {
    pruning.run(keep, dependencies.time().now());
  }

  /** Differences between two revisions; revision 0 is before the first. */
  public RevisionDiff diff(long from, long to) {
    return commitLog.diff(from, to);
  }

  public long latest() {
    return commitLog.latest();
  }

  public Intent intent() {
    return commitLog.intent();
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
