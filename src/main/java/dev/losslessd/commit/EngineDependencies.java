package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.store.Journal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collaborators of the engine; all time and all threads come in here.
 *
 * @param written receives changes before and after a device is called to write them, whatever comes
 *     of it: what was read of it until then is no longer how it is
 * @param live values of the config as they are now; the file layer counts at the start alone
 * @param listener receives every new state of a commit
 * @param guard looks after the ports of open commits
 * @param auditListener hears of refusals, decisions and freezes
 */
public record EngineDependencies(
    Devices devices,
    Consumer<List<Change>> written,
    Journal journal,
    WritePolicy writePolicy,
    Surroundings surroundings,
    Supplier<EngineSettings> live,
    EngineTime time,
    Consumer<Commit> listener,
    Guard guard,
    AuditListener auditListener) {
  private static final Logger LOG = LoggerFactory.getLogger(EngineDependencies.class);

  public EngineDependencies {
    listener = safely(listener);
  }

  /**
   * Announces a new state of a commit: to the audit first.
   *
   * @param actor who decided it
   */
  void tell(Commit commit, String actor) {
    safely((Commit one) -> auditListener.became(one, actor)).accept(commit);
    listener.accept(commit);
  }

  /** Announces the state that a commit is in, with the actor of its newest record. */
  Commit tell(CommitLog commitLog, String id) {
    CommitRecord now = commitLog.record(id).orElseThrow();
    tell(now.state(), now.actor());
    return now.state();
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
      } catch (VirtualMachineError e) {
        throw e;
      } catch (RuntimeException | Error e) {
        LOG.error("not all were told that {} is {}", commit.id(), commit.state(), e);
      }
    };
  }
}
