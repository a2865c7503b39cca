package dev.losslessd.cli;

import dev.losslessd.model.Commit.State;
import dev.losslessd.text.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verbs on commits and revisions. */
final class CommitVerbs {
  private static final String ID = "The commit; default: the only open one.";

  private CommitVerbs() {}

  @Command(name = "confirm", description = "Keep what was applied.")
  static final class Confirm extends RemoteVerb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = ID)
    private String id = "";

    @Mixin private final NothingAsked unused = new NothingAsked();

    @Override
    int ask(Session session) {
      CommitFlow flow = new CommitFlow(session);
      String one = OpenCommit.id(session, id, "confirm");
      return flow.reportConfirmed(flow.act(one, "confirm", JsonValue.of(Map.of())), false);
    }
  }

  @Command(name = "cancel", description = "Undo what was applied and is not yet confirmed.")
  static final class Cancel extends RemoteVerb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = ID)
    private String id = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "Kept in the journal.")
    private String reason = "";

    @Mixin private final NothingAsked unused = new NothingAsked();

    @Option(names = "--dry-run", description = "Show what would be taken back; write nothing.")
    private boolean dryRun;

    @Override
    int ask(Session session) {
      CommitFlow flow = new CommitFlow(session);
      String one = OpenCommit.id(session, id, "cancel");
      JsonValue open = flow.look(one);
      CommitView.undo(session.screen(), open);
      if (dryRun) {
        session.screen().document(open);
        return ExitCode.OK;
      }
      JsonValue commit = flow.settle(flow.cancel(one, reason));
      boolean calledOff = CommitView.staged(open) && commit.at("state").is(State.ROLLED_BACK);
      int exitCode = calledOff ? flow.reportCalledOff(commit) : flow.report(commit, false);
      // Here the roll-back is what was asked for, and a commit that lives on is the failure.
      return switch (commit.at("state").as(State.class)) {
        case ROLLED_BACK -> ExitCode.OK;
        case UNDOING, STUCK -> exitCode;
        case STAGED, APPLYING, AWAITING_CONFIRM, CONFIRMED, ABANDONED -> ExitCode.FINDING;
        case null -> ExitCode.FINDING;
      };
    }
  }

  @Command(name = "retry", description = "Try an undo once more that did not hold.")
  static final class Retry extends RemoteVerb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = ID)
    private String id = "";

    @Option(
        names = "--while-busy",
        description = "Take links down that carry RDMA traffic, if need be.")
    private boolean whileBusy;

    @Option(names = "--overwrite", description = "Overwrite what somebody else set meanwhile.")
    private boolean overwrite;

    @Mixin private final Consent consent = new Consent();
    @Mixin private final NoWait noWait = new NoWait();

    @Override
    int ask(Session session) {
      CommitFlow flow = new CommitFlow(session);
      String one = OpenCommit.id(session, id, "retry");
      JsonValue stuck = flow.look(one);
      CommitView.left(session.screen(), stuck);
      if (!consent.isGiven(session, stuck, hazards(stuck), question())) {
        return ExitCode.FINDING;
      }
      Map<String, Object> body = Map.of("whileBusy", whileBusy, "overwrite", overwrite);
      JsonValue begun = flow.act(one, "retry", JsonValue.of(body));
      JsonValue commit = noWait.isGiven() ? begun : flow.settle(begun);
      int exitCode = flow.report(commit, false);
      boolean goesOn = noWait.isGiven() && CommitView.moves(commit);
      boolean done = commit.at("state").is(State.ROLLED_BACK);
      return done || goesOn ? ExitCode.OK : exitCode;
    }

    private String question() {
      return overwrite
          ? "Run these steps again and overwrite values that were set by others?"
          : "Run these steps again?";
    }

    private List<String> hazards(JsonValue stuck) {
      List<String> hazards = new ArrayList<>();
      if (overwrite) {
        hazards.add("values that were set by others are overwritten");
      }
      hazards.addAll(Hazards.ofSteps(stuck.at("left").items()));
      return hazards;
    }
  }

  /** {@code losslessd abandon ID --reason TEXT}. */
  @Command(name = "abandon", description = "Give up an undo: what is left stays as it is.")
  static final class Abandon extends RemoteVerb {
    @Parameters(index = "0", paramLabel = "ID", description = "The commit.")
    private String id = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        required = true,
        description = "Why what is left may stay; kept in the journal and the audit.")
    private String reason = "";

    @Mixin private final Consent consent = new Consent();

    @Override
    int ask(Session session) {
      CommitFlow flow = new CommitFlow(session);
      JsonValue stuck = flow.look(id);
      CommitView.left(session.screen(), stuck);
      List<String> hazards = List.of(id + ": what is left stays on the devices");
      if (!consent.isGiven(
          session, stuck, hazards, "Leave these settings as they are on the devices?")) {
        return ExitCode.FINDING;
      }
      int exitCode =
          flow.report(flow.act(id, "abandon", JsonValue.of(Map.of("reason", reason))), false);
      return exitCode == ExitCode.DEVICE ? exitCode : ExitCode.OK;
    }
  }

  @Command(name = "extend", description = "Give an applied commit more time for its confirm.")
  static final class Extend extends RemoteVerb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = ID)
    private String id = "";

    @Option(
        names = "--confirm-within",
        paramLabel = "TIME",
        converter = WriteOptions.Window.class,
        description = "From now: 600s (the daemon's default), 10m, 1h.")
    private @Nullable Duration confirmWithin;

    @Override
    int ask(Session session) {
      CommitFlow flow = new CommitFlow(session);
      String one = OpenCommit.id(session, id, "extend");
      Fields body = new Fields();
      if (confirmWithin != null) {
        body.with("confirmWithin", WriteOptions.seconds(confirmWithin));
      }
      return flow.report(flow.act(one, "extend", JsonValue.of(body)), false);
    }
  }

  @Command(
      name = "rollback",
      description = "Go back to revision N of the intent; default: undo the latest.")
  static final class Rollback extends RemoteVerb {
    @Mixin private final PlannedCommit commit = new PlannedCommit();
    @Mixin private final WaveOptions waves = new WaveOptions();
    @Mixin private final LeaveOption leave = new LeaveOption();

    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "N",
        description = "The revision to return to; 0 is the state before the first.")
    private @Nullable Long number;

    @Override
    int ask(Session session) {
      long to = number == null ? beforeLatest(session) : number;
      if (to < 0) {
        throw CliException.usage("revision " + to + ": expected 0 or more");
      }
      String path = "revisions/" + to + ":rollback";
      return commit.run(session, waves, new BackTo(session.daemon(), path, leave));
    }

    /** A rollback makes a revision even where no device changes. */
    private record BackTo(Daemon daemon, String path, LeaveOption leave)
        implements PlannedCommit.Work {
      @Override
      public JsonValue plan(Fields options) {
        return daemon.post(path + "?dryRun=true", JsonValue.of(leave.with(options)));
      }

      @Override
      public JsonValue begin(Fields options) {
        return daemon.post(path, JsonValue.of(leave.with(options)));
      }

      @Override
      public boolean isDone(JsonValue plan) {
        return false;
      }
    }

    private static long beforeLatest(Session session) {
      return session.daemon().get("revisions?limit=1").at("items").items().stream()
              .mapToLong(revision -> revision.at("number").number().orElse(0))
              .max()
              .orElseThrow(
                  () -> CliException.usage("there is no revision yet: nothing to roll back"))
          - 1;
    }
  }

  @Command(name = "commits", description = "Commits, newest first, or everything about one.")
  static final class Commits extends WatchedVerb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "One commit.")
    private String id = "";

    @Mixin private final PageOptions page = new PageOptions();

    @Override
    int ask(Session session) {
      Screen screen = session.screen();
      if (!id.isEmpty()) {
        JsonValue commit = session.daemon().get("commits/" + Paths.commit(id));
        screen.document(commit);
        CommitView.details(screen, commit);
        return ExitCode.OK;
      }
      JsonValue commits = session.daemon().get("commits" + page.query());
      Table table = CommitView.table(screen, commits.at("items").items());
      screen.show(commits, table, "No commits yet.");
      page.older(screen, "commits", commits);
      return ExitCode.OK;
    }
  }

  /** {@code --yes} of a verb that asks nothing: a script may give it to every verb. */
  static final class NothingAsked {
    @Option(names = "--yes", hidden = true, description = "Accepted: nothing is asked.")
    private boolean unused;
  }
}
