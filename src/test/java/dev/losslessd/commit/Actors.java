package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Commit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Checks that each state of a commit names who asked for it: the caller whose request was carried
 * out, and never one whose request was refused. Each call has an actor of its own.
 */
final class Actors {
  private static final String DAEMON = "daemon";

  private final Consumer<String> wrong;
  private final Function<String, Optional<String>> requester;
  private final AtomicInteger count = new AtomicInteger();

  /** Verb and commit that each actor has asked for. */
  private final Map<String, String> asked = new ConcurrentHashMap<>();

  /** Actors whose request was refused for good, with the commit. */
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** States that each actor is named for, with the commit. */
  private final Set<String> named = ConcurrentHashMap.newKeySet();

  /**
   * @param requester who made the request with a reason
   */
  Actors(Consumer<String> wrong, Function<String, Optional<String>> requester) {
    this.wrong = wrong;
    this.requester = requester;
  }

  String next() {
    return "uid:" + (1000 + count.incrementAndGet());
  }

  /** An actor that asks for one decision about a commit. */
  String asks(String verb, String id) {
    String actor = next();
    asked.put(actor, verb + " " + id);
    return actor;
  }

  /** The request was not carried out; what is named later is not this actor's. */
  void refused(String actor, String id, Kind kind) {
    boolean forGood =
        switch (kind) {
          case STATE, UNKNOWN, FROZEN, MODE, SCOPE -> true;
          default -> false; // it may have begun
        };
    if (forGood) {
      refused.add(actor);
      if (named.stream().anyMatch(line -> line.startsWith(id + " ") && isBy(line, actor))) {
        wrong.accept(id + " names " + actor + ", who was refused: " + kind);
      }
    }
  }

  private static boolean isBy(String line, String actor) {
    return line.endsWith(" by " + actor);
  }

  /** The request was carried out: some state of the commit has to name its actor. */
  void did(String verb, String id, String actor, Commit end) {
    boolean itsOwn =
        switch (verb) {
          case "confirm" -> end instanceof Commit.Confirmed;
          case "cancel", "abandon", "extend" -> true;
          default -> false; // a retry may find nothing to write
        };
    if (itsOwn
        && named.stream().noneMatch(line -> line.startsWith(id + " ") && isBy(line, actor))) {
      wrong.accept(id + " is " + end.state() + " after a " + verb + ", and nothing names " + actor);
    }
  }

  /** A commit has come to a state, by the record of it. */
  void became(Commit commit, String actor) {
    String line = commit.id() + " " + commit.state() + " by " + actor;
    named.add(line);
    requester
        .apply(commit.run().reason())
        .filter(asker -> !asker.equals(commit.run().actor()))
        .ifPresent(asker ->
            wrong.accept(commit.id() + " is of " + commit.run().actor() + ", not of " + asker));
    if (refused.contains(actor)) {
      wrong.accept(line + ", who was refused");
    } else if (!isRight(commit, actor)) {
      wrong.accept(line + ", who has asked for '" + asked.getOrDefault(actor, "nothing") + "'");
    }
  }

  private boolean isRight(Commit commit, String actor) {
    boolean daemon = actor.equals(DAEMON);
    boolean own = actor.equals(commit.run().actor());
    return switch (commit) {
      case Commit.Staged _ -> own;
      case Commit.Applying now -> own || (daemon && now.wave().isPresent());
      case Commit.AwaitingConfirm _ -> daemon || has(actor, commit, "extend");
      case Commit.Confirmed _ ->
          has(actor, commit, "confirm")
              || ((daemon || own) && (commit.repair() || commit.run().plan().changes().isEmpty()));
      case Commit.Undoing _, Commit.RolledBack _, Commit.Stuck _ ->
          daemon
              || has(actor, commit, "cancel")
              || has(actor, commit, "retry")
              || has(actor, commit, "confirm");
      case Commit.Abandoned _ -> has(actor, commit, "abandon");
    };
  }

  private boolean has(String actor, Commit commit, String verb) {
    return asked.getOrDefault(actor, "").equals(verb + " " + commit.id());
  }
}
