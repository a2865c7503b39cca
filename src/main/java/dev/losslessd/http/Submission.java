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
record Submission(CommitEngine commitEngine, Judgement judgement, CommitWait waiting) {

  /**
   * @param asItIs the resource, for a request that changes nothing: it makes no commit and no
   *     revision
   */
  HttpReply take(HttpCall call, Request request, boolean dryRun, Supplier<HttpReply> asItIs) {
    if (dryRun) {
      Plan plan = commitEngine.preview(request);
      return HttpReply.ok(
          PlanJson.plan(plan, request.terms().rollout(), commitEngine)
              .with("holds", wanted(request) && changesNothing(plan))
              .withAny("unjudged", judgement.unjudged(plan)));
    }
    if (wanted(request) && changesNothing(commitEngine.preview(request))) {
      return asItIs.get();
    }
    Commit commit = commitEngine.submit(request);
    return waiting.answer(call, SettingRoutes.accepted(commit, 202));
  }

  /** Whether all of it is wanted already. */
  private boolean wanted(Request request) {
    Intent intent = commitEngine.intent();
    Request.Goal goal = request.goal();
    return goal.unset().isEmpty()
        && goal.delta().entrySet().stream()
            .allMatch(one -> intent.wanted(one.getKey()).equals(Optional.of(one.getValue())));
  }

  /** Whether the devices, which were read for it, have all of it. */
  private static boolean changesNothing(Plan plan) {
    return plan.changes().isEmpty() && !plan.refused();
  }
}
