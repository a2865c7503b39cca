package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Releases;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Plan;
import dev.losslessd.model.WaveSize;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Judgement;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Last step of a write of settings: a plan alone, nothing to do, or a commit that has begun. */
record Submission(
    CommitEngine commitEngine,
    Judgement judgement,
    DeviceReport devices,
    Supplier<List<WaveSize>> usualWaves,
    IdempotencyCache idempotencyCache,
    CommitWait waiting) {

  /** Options of a commit, or of the plan for one, with waves that take devices that are known. */
  CommitOptions options(JsonObjectReader body) {
    return known(CommitOptions.of(body, usualWaves.get()), body.errors());
  }

  CommitOptions planning(JsonObjectReader body) {
    return known(CommitOptions.planning(body, usualWaves.get()), body.errors());
  }

  CommitOptions options(Query query, FieldErrors errors) {
    return known(CommitOptions.of(query, usualWaves.get(), errors), errors);
  }

  private CommitOptions known(CommitOptions options, FieldErrors errors) {
    DeviceLabels.requireKnown(options.terms().rollout(), devices.waveLabels(), errors);
    return options;
  }

  /**
   * Begins a commit, once for an Idempotency-Key.
   *
   * @param what begins it, for the key
   */
  HttpReply begin(String what, HttpCall call, Supplier<Request> request) {
    return waiting.answer(
        call,
        idempotencyCache.once(what, call, key -> commitEngine.submit(request.get().keyed(key))));
  }

  /** The plan of going back, and what it leaves as it is. */
  Fields plan(Releases.Restoring back) {
    return plan(commitEngine.preview(back.request()), back.request())
        .with("untouched", back.untouched().stream().map(LeftSettings::json).toList());
  }

  private Fields plan(Plan plan, Request request) {
    return PlanJson.plan(plan, request.terms().rollout(), commitEngine);
  }

  /**
   * @param asItIs the resource, for a request that changes nothing: it makes no commit and no
   *     revision
   */
  HttpReply take(HttpCall call, Request request, boolean dryRun, Supplier<HttpReply> asItIs) {
    if (dryRun) {
      Plan plan = commitEngine.preview(request);
      return HttpReply.ok(
          plan(plan, request)
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
