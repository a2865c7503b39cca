package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.store.Journal;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collaborators of the engine; all time and all threads come in here.
 *
 * @param live values of the config as they are now; the file layer counts at the start alone
 * @param told receives every new state of a commit
 * @param guard looks after the ports of open commits
 * @param auditListener hears of refusals, decisions and freezes
 */
public record EngineDependencies(
    Devices devices,
    Journal journal,
    WritePolicy writePolicy,
    Surroundings surroundings,
    Supplier<EngineSettings> live,
    EngineTime time,
    Consumer<Commit> told,
    Guard guard,
    AuditListener auditListener) {
  private static final Logger LOG = LoggerFactory.getLogger(EngineDependencies.class);

  public EngineDependencies {
    told = safely(told);
  }

  /** Returns a copy with one listener more. */
  EngineDependencies alsoTelling(Consumer<Commit> listener) {
    return new EngineDependencies(
        devices,
        journal,
        writePolicy,
        surroundings,
        live,
        time,
        told.andThen(safely(listener)),
        guard,
        auditListener);
  }

  /**
   * Announces a new state of a commit: to the audit first.
   *
   * @param actor who decided it
   */
  void tell(Commit commit, String actor) {
    safely((Commit one) -> auditListener.became(one, actor)).accept(commit);
    told.accept(commit);
  }

  /** Announces the state that a commit is in, with the actor of its newest record. */
  Commit tell(CommitLog commitLog, String id) {
    Commit now = commitLog.commit(id).orElseThrow();
    tell(now, commitLog.actor(id));
    return now;
  }

  /** Values of the config that is in force. */
  EngineSettings settings() {
    return live.get();
  }

  /** Shields undos from faults of a listener. */
  private static Consumer<Commit> safely(Consumer<Commit> listener) {
    return commit -> {
      try {
        listener.accept(commit);
      } catch (RuntimeException e) {
        LOG.error("not all were told that {} is {}", commit.id(), commit.state(), e);
      }
    };
  }
}
