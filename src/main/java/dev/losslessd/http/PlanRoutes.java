package dev.losslessd.http;

import dev.losslessd.commit.Request;
import dev.losslessd.commit.Transactions;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;

/** Plans, commits, intent and revisions. */
final class PlanRoutes {
  private static final String COMMITS = "/api/v1/commits";
  private static final String OPEN = "open";
  private static final String REVISIONS = "/api/v1/revisions";
  private static final Pattern REVISION = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final Duration USUAL_WINDOW = Duration.ofMinutes(10);

  private final Transactions transactions;
  private final Repeats repeats;

  PlanRoutes(HttpSources sources) {
    this.transactions = sources.transactions();
    this.repeats = new Repeats(transactions);
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/plans", "What would be done, or why not", "PlanRequest", this::plan)
            .answers(200, "Plan", "The plan, or its refusals; nothing is written"),
        idempotent(
            Route.post(COMMITS, "Begins a commit", "CommitRequest", this::submit)
                .answers(202, "Commit", "It has begun; Location is where to follow it")),
        Pages.of(
                Route.list(COMMITS, "Commits, newest first", "Commits", this::commits),
                "only those before this commit: c-000017")
            .query(OPEN, "boolean", "all that are open or staged, and no others"),
        Route.get(COMMITS + "/{id}", "One commit", "Commit", this::commit),
        Route.post(COMMITS + "/{id}:confirm", "Keeps it for good", "Nothing", this::confirm)
            .answers(200, "Commit", "As it is now: a device that has drifted is rolled back"),
        Route.post(COMMITS + "/{id}:cancel", "Takes it back", "CancelRequest", this::cancel)
            .answers(200, "Commit", "As it is now"),
        Route.post(
                COMMITS + "/{id}:retry",
                "Tries its undo once more, now",
                "RetryRequest",
                this::retry)
            .answers(200, "Commit", "As it is now"),
        Route.post(
                COMMITS + "/{id}:abandon",
                "Gives its undo up: what is left stays as it is",
                "AbandonRequest",
                this::abandon)
            .answers(200, "Commit", "As it is now"),
        Route.post(
                COMMITS + "/{id}:extend",
                "Starts its confirm window anew",
                "ExtendRequest",
                this::extend)
            .answers(200, "Commit", "As it is now"),
        Route.list("/api/v1/intent", "What is wanted", "Intent", this::intent),
        Pages.of(
            Route.list(
                REVISIONS, "Revisions of the intent, newest first", "Revisions", this::revisions),
            "only those before this revision"),
        Route.list(
                REVISIONS + "/{number}:diff",
                "What differs between two revisions; 0 is before the first",
                "RevisionDiff",
                this::diff)
            .query("to", "string", "the other revision: the latest"),
        Route.list(REVISIONS + "/{number}", "One revision", "Revision", this::revision),
        idempotent(
            Route.post(
                    REVISIONS + "/{number}:rollback",
                    "Back to a revision, as a new one; 0 is before the first",
                    "RollbackRequest",
                    this::rollback)
                .answers(202, "Commit", "It has begun; Location is where to follow it")));
  }

  private static Route idempotent(Route route) {
    return route.header(
        "Idempotency-Key",
        false,
        "the same key and body begin nothing twice, also after a restart");
  }

  private Answer plan(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    Optional<Wish> wish = Wish.read(body, errors);
    Style style = Style.planning(body, errors);
    body.end();
    errors.throwIfAny();
    Plan plan = transactions.preview(Wish.request(wish, style, call.actor()));
    return Answer.ok(PlanJson.plan(plan, transactions.waves(plan, style.rollout())));
  }

  private Answer submit(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    Optional<Wish> wish = Wish.read(body, errors);
    Optional<String> digest = body.text("digest");
    Style style = Style.of(body, errors);
    body.end();
    errors.throwIfAny();
    Request request = Wish.request(wish, style, call.actor()).expecting(digest);
    return repeats.once("commits", call, key -> transactions.submit(request.keyed(key)));
  }

  private Answer commits(Call call) {
    FieldErrors errors = new FieldErrors();
    boolean open = call.query().flag(OPEN, errors);
    errors.throwIfAny();
    Pages page = Pages.ofCommits(call.query());
    if (open) {
      ArrayNode items = Json.array();
      transactions.commits().stream()
          .filter(one -> one.open() || one instanceof Commit.Staged)
          .forEach(one -> items.add(PlanJson.summary(one)));
      return Answer.items(items);
    }
    return page.answer(
        limit -> transactions.commits((int) page.before(), limit, PlanJson::summary), "id");
  }

  private Answer commit(Call call) {
    String id = call.param("id");
    return transactions
        .commit(id)
        .map(commit -> Answer.ok(PlanJson.commit(commit)))
        .orElseThrow(
            () -> new ProblemException(Problem.notFound("no commit '" + Json.cut(id, 60) + "'")));
  }

  private Answer confirm(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields.of(call.jsonOrNothing(), "", errors).end();
    errors.throwIfAny();
    return decided(call, transactions::confirm);
  }

  private Answer decided(Call call, Function<String, Commit> decision) {
    String id = call.param("id");
    return Answer.ok(
        PlanJson.commit(transactions.decided(id, call.actor(), () -> decision.apply(id))));
  }

  private Answer cancel(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    String reason = Style.reason(body, errors);
    body.end();
    errors.throwIfAny();
    String why = "cancelled by " + call.actor() + (reason.isEmpty() ? "" : ": " + reason);
    return decided(call, id -> transactions.cancel(id, why));
  }

  private Answer retry(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    boolean whileBusy = body.flag("whileBusy").orElse(false);
    boolean overwrite = body.flag("overwrite").orElse(false);
    body.end();
    errors.throwIfAny();
    return decided(call, id -> transactions.retry(id, whileBusy, overwrite));
  }

  private Answer abandon(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    String reason = Style.reason(body, errors);
    if (reason.isBlank()) {
      errors.add("reason", "is missing, expected why what is left may stay");
    }
    body.end();
    errors.throwIfAny();
    return decided(call, id -> transactions.abandon(id, call.actor(), reason));
  }

  private Answer extend(Call call) {
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    Duration window = Style.window(body, errors).orElse(USUAL_WINDOW);
    body.end();
    errors.throwIfAny();
    return decided(call, id -> transactions.extend(id, window));
  }

  private Answer intent(Call call) {
    Intent intent = transactions.intent();
    ArrayNode items = Json.array();
    intent
        .effective()
        .forEach((key, value) ->
            items.add(
                Layers.of(key, intent)
                    .put(PlanJson.resource(key, value))
                    .put("version", transactions.version(key))));
    return Answer.ok(Json.object().put("revision", transactions.latest()).set("items", items));
  }

  private Answer revisions(Call call) {
    Pages page = Pages.ofRevisions(call.query());
    return page.answer(
        limit -> transactions.revisions(page.before(), limit, RevisionJson::summary), "number");
  }

  private Answer revision(Call call) {
    long number = revision("number", call.param("number"));
    return transactions.revisions(number + 1, 1, RevisionJson::revision).stream()
        .filter(json -> json.path("number").asLong() == number)
        .findFirst()
        .map(Answer::ok)
        .orElseThrow(
            () -> new ProblemException(Problem.notFound("no revision " + number + " is kept")));
  }

  private Answer diff(Call call) {
    long from = revision("number", call.param("number"));
    Optional<String> other = call.query().text("to");
    long to = other.isPresent() ? revision("to", other.get()) : transactions.latest();
    return Answer.ok(RevisionJson.diff(transactions.diff(from, to)));
  }

  private static long revision(String field, String number) {
    if (!REVISION.matcher(number).matches()) {
      throw new ProblemException(
          Problem.badInput(
              field, "is '" + Json.cut(number, 60) + "', expected a revision: 0, 1, 2, ..."));
    }
    return Long.parseLong(number);
  }

  private Answer rollback(Call call) {
    long number = revision("number", call.param("number"));
    FieldErrors errors = new FieldErrors();
    Fields body = Fields.of(call.jsonOrNothing(), "", errors);
    Style style = Style.of(body, errors);
    body.end();
    errors.throwIfAny();
    Request request = Wish.request(Optional.empty(), style, call.actor());
    return repeats.once(
        "rollback " + number, call, key -> transactions.rollback(number, request.keyed(key)));
  }
}
