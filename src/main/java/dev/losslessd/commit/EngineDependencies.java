package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.store.Journal;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collaborators of the engine; all time and all threads come in here.
 *
 * @param told receives every new state of a commit
 * @param guard looks after the ports of open commits
 * @param auditListener hears of refusals, decisions and freezes
 */
public record EngineDependencies(
    Devices devices,
    Journal journal,
    WritePolicy writePolicy,
    Surroundings surroundings,
    EngineSettings settings,
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
        settings,
        time,
        told.andThen(safely(listener)),
        guard,
        auditListener);
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
