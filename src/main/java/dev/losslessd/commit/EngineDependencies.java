package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Limits;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.store.Journal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collaborators of the engine; all time and all threads come in here.
 *
 * @param fileLayer the policy of the config file, compiled for the ports that may be set
 * @param confirmWithin default length of the confirm window
 * @param deviceDeadline longest time that one read or write of a device may take
 * @param busy ports with RDMA traffic now
 * @param around the targets and cables that are known now
 * @param boot the host's boot id
 * @param threads run device calls; a call may block
 * @param told receives every new state of a commit
 * @param guard looks after the ports of open commits
 * @param auditListener hears of refusals, decisions and freezes
 * @param repairWithin how long the guard looks after a repair, which nobody confirms
 * @param limits how much may change at once, and when
 */
public record EngineDependencies(
    Devices devices,
    Journal journal,
    WritePolicy writePolicy,
    SortedMap<Key, Setting> fileLayer,
    Duration confirmWithin,
    Duration deviceDeadline,
    Supplier<Set<PortId>> busy,
    Supplier<Neighbourhood> around,
    String boot,
    InstantSource clock,
    Timer timer,
    ExecutorService threads,
    Consumer<Commit> told,
    Guard guard,
    AuditListener auditListener,
    Duration repairWithin,
    Limits limits) {
  private static final Logger LOG = LoggerFactory.getLogger(EngineDependencies.class);

  public EngineDependencies {
    told = safely(told);
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
