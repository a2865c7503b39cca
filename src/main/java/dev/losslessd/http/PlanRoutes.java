package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Releases;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.model.UndoCause;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Some;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Judgement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Plans, commits, intent and revisions. */
record PlanRoutes(
    CommitEngine commitEngine, DeviceReport devices, Judgement judgement, Submission submission) {
  private static final String COMMITS = "/api/v1/commits";
  private static final String OPEN = "open";
  private static final String STATE = "state";
  private static final String REVISIONS = "/api/v1/revisions";
  private static final Pattern REVISION = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final Duration USUAL_WINDOW = Duration.ofMinutes(10);

  /** More ports than this are counted. */
  private static final int NAMED = 4;

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/plans", "What would be done, or why not", "PlanRequest", this::plan)
            .answers(200, "Plan", "The plan, or its refusals; nothing is written")
            .fails(404, 503),
        Route.post(COMMITS, "Begins a commit", "CommitRequest", this::submit)
            .fails(404, 409, 422, 503)
            .begins()
            .once(),
        Route.list(COMMITS, "Commits, newest first", "Commits", this::commits)
            .newest("only those before this commit: c-000017")
            .query(OPEN, "boolean", "all that are open or staged, and no others")
            .choice(STATE, "only those in this state", Worded.all(Commit.State.class)),
        Route.get(COMMITS + "/{id}", "One commit", "Commit", this::commit),
        Route.emergency(COMMITS + "/{id}:confirm", "Keeps it for good", this::confirm)
            .answers(200, "Commit", "As it is now: a device that has drifted is rolled back")
            .fails(409, 503),
        Route.emergency(COMMITS + "/{id}:cancel", "Takes it back", this::cancel)
            .query(CommitOptions.REASON, "string", "why, for the journal; at most 256 characters")
            .answers(200, "Commit", "As it is now")
            .fails(409),
        act("retry", "Tries its undo once more, now", "RetryRequest", this::retry),
        act(
            "abandon",
            "Gives its undo up: what is left stays as it is",
            "AbandonRequest",
            this::abandon),
        act("extend", "Restart its confirmation window", "ExtendRequest", this::extend),
        Route.list(REVISIONS, "Revisions of the intent, newest first", "Revisions", this::revisions)
            .newest("only those before this revision"),
        Route.list(
                REVISIONS + "/{number}:diff",
                "What differs between two revisions; 0 is before the first",
                "RevisionDiff",
                this::diff)
            .query("to", "string", "the other revision: the latest"),
        Route.list(REVISIONS + "/{number}", "One revision", "Revision", this::revision),
        Route.post(
                REVISIONS + "/{number}:rollback",
                "Back to a revision, as a new one; 0 is before the first",
                "RollbackRequest",
                this::rollback)
            .fails(409, 422, 503)
            .begins()
            .query("dryRun", "boolean", "only plan")
            .answers(
                200,
                "Commit|Plan",
                "With Prefer: wait, how the commit has ended; with dryRun the plan")
            .once());
  }

  private static Route act(String verb, String summary, String body, Route.Action handler) {
    return Route.post(COMMITS + "/{id}:" + verb, summary, body, handler)
        .answers(200, "Commit", "As it is now")
        .fails(409);
  }

  private HttpReply plan(HttpCall call) {
    JsonObjectReader body = call.fieldsIfAny();
    Optional<ChangeRequest> wish = ChangeRequest.read(body);
    CommitOptions options = submission.planning(body);
    body.done();
    Plan plan = commitEngine.preview(ChangeRequest.request(wish, options, call.caller()));
    return HttpReply.ok(
        PlanJson.plan(plan, options.terms().rollout(), commitEngine)
            .withAny("unjudged", judgement.unjudged(plan))
            .withAny("notes", wish.isEmpty() ? notes() : List.<String>of()));
  }

  /** What a plan cannot show that has no change: nothing is wanted, hidden or missing. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (commitEngine.intent().effective().isEmpty()) {
      notes.add("nothing is wanted of any device");
    }
    int hidden = commitEngine.intent().shadowing().size();
    if (hidden > 0) {
      notes.add(
          hidden
              + (hidden == 1 ? " override hides" : " overrides hide")
              + " what the file wants: 'losslessd diff' shows it");
    }
    kept(notes);
    PortCount ports = devices.rdmaPorts();
    if (ports.found() == 0 || ports.isShort()) {
      notes.add(ports.text());
    }
    return notes;
  }

  private void kept(List<String> notes) {
    List<PortId> kept = List.copyOf(commitEngine.releases().kept());
    if (!kept.isEmpty()) {
      notes.add(
          Some.of(kept, NAMED)
              + (kept.size() == 1 ? " keeps" : " keep")
              + " what losslessd set, and nothing is intended there now: set what it should have,"
              + " such as 'losslessd set "
              + kept.getFirst()
              + " pfc none'; 'losslessd release "
              + kept.getFirst().device()
              + " --restore' puts back the whole device");
    }
  }

  private HttpReply submit(HttpCall call) {
    JsonObjectReader body = call.fieldsIfAny();
    Optional<ChangeRequest> wish = ChangeRequest.read(body);
    Optional<String> digest = body.text("digest");
    CommitOptions options = submission.options(body);
    body.done();
    Request request = ChangeRequest.request(wish, options, call.caller()).expecting(digest);
    return submission.begin("commits", call, () -> request);
  }

  private HttpReply commits(HttpCall call) {
    boolean open = FieldErrors.checked(errors -> call.query().flag(OPEN, errors));
    Pages page = Pages.ofCommits(call.query());
    if (open) {
      List<Fields> all =
          commitEngine.commits().stream()
              .filter(Commit::unfinished)
              .map(PlanJson::summary)
              .toList();
      return HttpReply.ok(new Fields().with("items", all));
    }
    Optional<String> state = call.query().text(STATE);
    return page.answer(limit -> commits((int) page.before(), limit, state), "id");
  }

  /** Looks through the history until there are so many. */
  private List<Fields> commits(int before, int limit, Optional<String> state) {
    List<Fields> found = new ArrayList<>();
    int from = before;
    while (found.size() < limit) {
      List<Fields> some = commitEngine.commits(from, limit, PlanJson::summary);
      some.stream()
          .filter(one -> state.filter(is -> !is.equals(one.get(STATE))).isEmpty())
          .limit(limit - found.size())
          .forEach(found::add);
      if (some.isEmpty()) {
        return found;
      }
      from = Integer.parseInt(String.valueOf(some.getLast().get("id")).substring(2));
    }
    return found;
  }

  private HttpReply commit(HttpCall call) {
    String id = call.param("id");
    return commitEngine
        .commit(id)
        .map(commit -> HttpReply.ok(judged(commit)))
        .orElseThrow(() -> ProblemException.notFound("no commit '" + Json.cut(id, 60) + "'"));
  }

  /** A commit, and why its guard has no judgement while it awaits its confirm. */
  private Fields judged(Commit commit) {
    Fields json = PlanJson.commit(commit, judgement);
    return commit instanceof Commit.AwaitingConfirm
        ? json.withAny("undecided", commitEngine.guards().undecided(commit.id()))
            .withAny("idle", commitEngine.guards().idle(commit.id()))
        : json;
  }

  private HttpReply confirm(HttpCall call) {
    return decided(call, id -> commitEngine.confirm(id, call.actor()));
  }

  private HttpReply decided(HttpCall call, Function<String, Commit> decision) {
    String id = call.param("id");
    commitEngine.commit(id).ifPresent(commit -> call.caller().requireScope(devices(commit)));
    return HttpReply.ok(PlanJson.commit(decision.apply(id)));
  }

  /** Devices that a commit has changed, or of which it took an override away. */
  private static List<DeviceId> devices(Commit commit) {
    return commit.run().plan().targets().map(Target::device).distinct().toList();
  }

  private HttpReply cancel(HttpCall call) {
    String reason = FieldErrors.checked(errors -> CommitOptions.reason(call.query(), errors));
    String why = UndoCause.PERSON.reason(call.actor() + (reason.isEmpty() ? "" : ": " + reason));
    return decided(call, id -> commitEngine.cancel(id, why, call.actor()));
  }

  private HttpReply retry(HttpCall call) {
    JsonObjectReader body = call.fieldsIfAny();
    boolean whileBusy = body.flag("whileBusy").orElse(false);
    boolean overwrite = body.flag("overwrite").orElse(false);
    body.done();
    return decided(call, id -> commitEngine.retry(id, whileBusy, overwrite, call.actor()));
  }

  private HttpReply abandon(HttpCall call) {
    JsonObjectReader body = call.fieldsIfAny();
    String reason = CommitOptions.needReason(body, "why what is left may stay");
    body.done();
    return decided(call, id -> commitEngine.abandon(id, call.actor(), reason));
  }

  private HttpReply extend(HttpCall call) {
    JsonObjectReader body = call.fieldsIfAny();
    Duration window = CommitOptions.window(body).orElse(USUAL_WINDOW);
    body.done();
    return decided(call, id -> commitEngine.extend(id, window, call.actor()));
  }

  private HttpReply revisions(HttpCall call) {
    Pages page = Pages.ofRevisions(call.query());
    return page.answer(
        limit -> commitEngine.revisions(page.before(), limit, RevisionJson::summary), "number");
  }

  private HttpReply revision(HttpCall call) {
    long number = revision("number", call.param("number"));
    return commitEngine.revisions(number + 1, 1, Function.identity()).stream()
        .filter(one -> one.number() == number)
        .findFirst()
        .map(one -> HttpReply.ok(RevisionJson.revision(one)))
        .orElseThrow(() -> ProblemException.notFound("no revision " + number + " is kept"));
  }

  private HttpReply diff(HttpCall call) {
    long from = revision("number", call.param("number"));
    Optional<String> other = call.query().text("to");
    long to = other.isPresent() ? revision("to", other.get()) : commitEngine.latest();
    return HttpReply.ok(RevisionJson.diff(commitEngine.diff(from, to)));
  }

  private static long revision(String field, String number) {
    if (!REVISION.matcher(number).matches()) {
      throw ProblemException.badInput(
          field, "is '" + Json.cut(number, 60) + "', expected a revision: 0, 1, 2, ...");
    }
    return Long.parseLong(number);
  }

  private HttpReply rollback(HttpCall call) {
    long number = revision("number", call.param("number"));
    JsonObjectReader body = call.fieldsIfAny();
    Set<Key> leave = LeftSettings.of(body);
    Optional<String> digest = body.text("digest");
    CommitOptions options = submission.options(body);
    boolean dryRun = call.query().flag("dryRun", body.errors());
    body.done();
    Request request =
        ChangeRequest.request(Optional.empty(), options, call.caller()).expecting(digest);
    if (dryRun) {
      return HttpReply.ok(submission.plan(backTo(number, leave, request)));
    }
    return submission.begin(
        "rollback " + number, call, () -> backTo(number, leave, request).request());
  }

  private Releases.Restoring backTo(long number, Set<Key> leave, Request style) {
    return commitEngine.releases().leaving(commitEngine.backTo(number, style), leave);
  }
}
