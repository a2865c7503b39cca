package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** One run of a plan, in the state it is in. */
public sealed interface Commit {
  /** Actor of the daemon's own repairs of drift; no person or token has this name. */
  String REPAIR = "repair";

  /** The facts that every state has. */
  Run run();

  /**
   * @param id {@code c-000017}: rising, unique in one state folder
   * @param actor who asked: {@code uid:0}, {@code token:grafana}, {@code file}
   * @param reason free text, may be empty
   * @param started when it was asked for
   * @param acceptIdle its waves go on without traffic
   */
  record Run(
      String id, Plan plan, String actor, String reason, Instant started, boolean acceptIdle) {
    /** Creates a run whose waves wait for traffic. */
    public Run(String id, Plan plan, String actor, String reason, Instant started) {
      this(id, plan, actor, reason, started, false);
    }
  }

  /**
   * Not begun: it would disturb RDMA traffic, and begins by itself when its ports are idle. Holds
   * nothing, and is planned anew then.
   *
   * @param run its plan is what would be done now
   * @param since when it was asked for
   */
  record Staged(Run run, Instant since) implements Commit {}

  /**
   * A commit that is being written to its devices.
   *
   * @param wave where it is, if it goes in waves and the first has begun
   */
  record Applying(Run run, Optional<Progress> wave) implements Commit {
    public Applying(Run run) {
      this(run, Optional.empty());
    }
  }

  /**
   * Written and read back; undone by itself at the deadline.
   *
   * @param deadline the end of the confirm window
   */
  record AwaitingConfirm(Run run, Instant deadline) implements Commit {
    /** Reason of its undo if it is not confirmed in time. */
    public String overdue() {
      return UndoCause.DEADLINE.reason(deadline.truncatedTo(ChronoUnit.SECONDS).toString());
    }
  }

  /**
   * One of the ways in which a commit ends. Whatever is kept about commits switches over it without
   * {@code default}, so that no way out can be forgotten.
   */
  sealed interface Ended {}

  /**
   * A commit that was confirmed and stays.
   *
   * @param revision the intent's revision that it became
   */
  record Confirmed(Run run, long revision, Instant at) implements Commit, Ended {}

  /**
   * Being taken back, and tried again until that holds: a device is silent, a port is busy, or
   * writing is not allowed now.
   *
   * @param why it is taken back
   * @param left the steps that are not known to hold yet, in order
   * @param waits for what the next attempt waits; empty while the first one runs
   * @param since when it was to be taken back
   */
  record Undoing(Run run, String why, List<Change> left, String waits, Instant since)
      implements Commit {
    public Undoing {
      left = List.copyOf(left);
    }
  }

  /**
   * Undone and read back, or nothing of it was ever written.
   *
   * @param why one sentence
   */
  record RolledBack(Run run, String why, Instant at) implements Commit, Ended {}

  /**
   * Could not be undone, and is not tried again by itself: a device refuses, or shows what neither
   * this commit nor the time before it has. Holds its targets until a person tries again or gives
   * it up.
   *
   * @param why what failed
   * @param left the steps that are still to be run, in order
   */
  record Stuck(Run run, String why, List<Change> left, Instant at) implements Commit {
    public Stuck {
      left = List.copyOf(left);
    }
  }

  /**
   * Given up by a person: what is left stays on the devices as it is.
   *
   * @param why who, and for what reason
   * @param left steps that were not run
   */
  record Abandoned(Run run, String why, List<Change> left, Instant at) implements Commit, Ended {
    public Abandoned {
      left = List.copyOf(left);
    }
  }

  default String id() {
    return run().id();
  }

  /** Steps of its plan, in order. */
  default List<Change> changes() {
    return run().plan().changes();
  }

  /** Whether it brings back what was confirmed before: the intent stays as it is. */
  default boolean repair() {
    return run().actor().equals(REPAIR);
  }

  /** Whether it still holds its targets. */
  default boolean open() {
    return switch (this) {
      case Applying _, AwaitingConfirm _, Undoing _, Stuck _ -> true;
      case Staged _, Confirmed _, RolledBack _, Abandoned _ -> false;
    };
  }

  /** Whether it has not come to its end: it is open, or waits for idle ports. */
  default boolean unfinished() {
    return open() || this instanceof Staged;
  }

  /** Steps of its undo that do not hold, in order; empty if none is outstanding. */
  default List<Change> left() {
    return switch (this) {
      case Undoing u -> u.left();
      case Stuck s -> s.left();
      case Abandoned a -> a.left();
      case Staged _, Applying _, AwaitingConfirm _, Confirmed _, RolledBack _ -> List.of();
    };
  }

  /** Changes that are on devices, or may be, while the commit is open; else none. */
  default List<Change> begun() {
    List<Change> all = changes();
    return switch (this) {
      case Applying a -> a.wave().map(wave -> all.subList(0, wave.begun())).orElse(all);
      case AwaitingConfirm _ -> all;
      case Undoing _, Stuck _ -> Change.inverse(left());
      case Staged _, Confirmed _, RolledBack _, Abandoned _ -> List.of();
    };
  }

  /** The states, by their words in documents. */
  enum State implements Worded {
    STAGED,
    APPLYING,
    AWAITING_CONFIRM,
    CONFIRMED,
    UNDOING,
    ROLLED_BACK,
    STUCK,
    ABANDONED
  }

  /** Word of the state: {@code awaiting-confirm}. */
  default String state() {
    return is().word();
  }

  /** The state, without its facts. */
  default State is() {
    return switch (this) {
      case Staged _ -> State.STAGED;
      case Applying _ -> State.APPLYING;
      case AwaitingConfirm _ -> State.AWAITING_CONFIRM;
      case Confirmed _ -> State.CONFIRMED;
      case Undoing _ -> State.UNDOING;
      case RolledBack _ -> State.ROLLED_BACK;
      case Stuck _ -> State.STUCK;
      case Abandoned _ -> State.ABANDONED;
    };
  }
}
