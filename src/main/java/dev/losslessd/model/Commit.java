package dev.losslessd.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One run of a plan, in the state it is in. */
public sealed interface Commit {
  /** Who asks when the daemon itself mends drift; no person or token is called so. */
  String REPAIR = "repair";

  /** What every state knows. */
  Run run();

  /**
   * @param id {@code c-000017}: rising, unique in one state folder
   * @param actor who asked: {@code uid:0}, {@code token:grafana}, {@code file}
   * @param reason free text, may be empty
   * @param started when it was asked for
   */
  record Run(String id, Plan plan, String actor, String reason, Instant started) {}

  /**
   * Not begun: it would disturb RDMA traffic, and begins by itself when its ports are idle. Holds
   * nothing, and is planned anew then.
   *
   * @param run its plan is what would be done now
   * @param since when it was asked for
   */
  record Staged(Run run, Instant since) implements Commit {}

  /**
   * Being written.
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
  record AwaitingConfirm(Run run, Instant deadline) implements Commit {}

  /**
   * For good.
   *
   * @param revision the intent's revision that it became
   */
  record Confirmed(Run run, long revision, Instant at) implements Commit {}

  /**
   * Undone and read back.
   *
   * @param why one sentence
   */
  record RolledBack(Run run, String why, Instant at) implements Commit {}

  /**
   * Could not be undone. Someone must look.
   *
   * @param why what failed
   * @param left the steps that are still to be run, in order
   */
  record Stuck(Run run, String why, List<Change> left, Instant at) implements Commit {}

  default String id() {
    return run().id();
  }

  /** Whether it brings back what was confirmed before: the intent stays as it is. */
  default boolean repair() {
    return run().actor().equals(REPAIR);
  }

  /** Whether it still holds its targets. */
  default boolean open() {
    return switch (this) {
      case Staged s -> false;
      case Applying a -> true;
      case AwaitingConfirm a -> true;
      case Confirmed c -> false;
      case RolledBack r -> false;
      case Stuck s -> false;
    };
  }

  /** Those of its changes that are on the devices, or may be, while it is open; else none. */
  default List<Change> begun() {
    List<Change> all = run().plan().changes();
    return switch (this) {
      case Staged s -> List.of();
      case Applying a -> a.wave().map(wave -> all.subList(0, wave.begun())).orElse(all);
      case AwaitingConfirm a -> all;
      case Confirmed c -> List.of();
      case RolledBack r -> List.of();
      case Stuck s -> List.of();
    };
  }

  /**
   * {@code staged}, {@code applying}, {@code awaiting-confirm}, {@code confirmed}, {@code
   * rolled-back}, {@code stuck}.
   */
  default String state() {
    return switch (this) {
      case Staged s -> "staged";
      case Applying a -> "applying";
      case AwaitingConfirm a -> "awaiting-confirm";
      case Confirmed c -> "confirmed";
      case RolledBack r -> "rolled-back";
      case Stuck s -> "stuck";
    };
  }
}
