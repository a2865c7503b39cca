package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Plan;
import dev.losslessd.watch.Judgement;
import java.util.Optional;
import java.util.function.Supplier;

/** Last step of a write of settings: a plan alone, nothing to do, or a commit that has begun. */
final class Submission {
  private final CommitEngine commitEngine;
  private final Judgement judgement;
  private final CommitWait wait;

  Submission(CommitEngine commitEngine, Judgement judgement, CommitWait wait) {
    this.commitEngine = commitEngine;
    this.judgement = judgement;
    this.wait = wait;
  }

  /**
   * @param asItIs the resource, for a request that changes nothing: it makes no commit and no
   *     revision
   */
  HttpReply take(HttpCall call, Request request, boolean dryRun, Supplier<HttpReply> asItIs) {
    if (dryRun) {
      Plan plan = commitEngine.preview(request);
      return HttpReply.ok(PlanJson.unjudged(PlanJson.plan(plan), judgement.unjudged(plan)));
    }
    if (holds(request)) {
      return asItIs.get();
    }
    Commit commit = commitEngine.submit(request);
    return wait.answer(call, SettingRoutes.accepted(commit, 202), commit.id());
  }

  /** Whether all of it is wanted already, and the devices, which are read for it, have it. */
  private boolean holds(Request request) {
    Intent intent = commitEngine.intent();
    Request.Goal goal = request.goal();
    boolean wanted =
        goal.unset().isEmpty()
            && goal.delta().entrySet().stream()
                .allMatch(one -> intent.wanted(one.getKey()).equals(Optional.of(one.getValue())));
    if (!wanted) {
      return false;
    }
    Plan plan = commitEngine.preview(request);
    return plan.changes().isEmpty() && !plan.refused();
  }
}
