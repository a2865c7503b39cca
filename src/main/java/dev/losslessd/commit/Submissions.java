package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.StoreException;
import java.util.Set;
import java.util.SortedMap;

/** Requests that become commits: claimed, planned, and begun or staged. */
record Submissions(
    EngineDependencies dependencies,
    CommitLog commitLog,
    CommitLoop loop,
    Planning planning,
    Applier applier,
    IdleQueue idleQueue) {
  Commit submit(Request request) {
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
    String id = commitLog.claim(targets, request.expected().versions());
    Commit begun = take(id, loop.live(id), request, wanted);
    loop.soon(id);
    return begun;
  }

  /** A staged commit whose ports are idle. */
  void begin(String id, Live live, Request request) {
    dependencies.writePolicy().requireWritable();
    SortedMap<Key, Setting> wanted = planning.wanted(request.goal());
    commitLog.claimAs(id, request.goal().targets(wanted), request.expected().versions());
    var _ = take(id, live, request, wanted);
  }

  private Commit take(String id, Live live, Request request, SortedMap<Key, Setting> wanted) {
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
      return applier.begin(id, live, request, plan);
    } catch (StoreException e) {
      commitLog.release(id);
      throw new CommitException(Kind.STORE, e.getMessage(), e);
    } catch (RuntimeException | Error e) {
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
}
