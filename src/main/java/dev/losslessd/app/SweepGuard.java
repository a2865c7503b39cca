package dev.losslessd.app;

import dev.losslessd.commit.Guard;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Sweep;
import dev.losslessd.watch.GuardLimits;
import dev.losslessd.watch.LossGuard;
import dev.losslessd.watch.RecentSweeps;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lends watch's rules to the commit engine, and feeds them with every sweep. */
final class SweepGuard implements Guard, Consumer<Sweep> {
  private static final Logger LOG = LoggerFactory.getLogger(SweepGuard.class);

  private final Function<PortId, Optional<PrioritySet>> lossless;
  private final GuardLimits limits;
  private final RecentSweeps recent = new RecentSweeps();
  private final Set<LossGuard> open = ConcurrentHashMap.newKeySet();

  /**
   * @param lossless priorities of a port as last observed
   */
  SweepGuard(Function<PortId, Optional<PrioritySet>> lossless, GuardLimits limits) {
    this.lossless = lossless;
    this.limits = limits;
  }

  @Override
  public void accept(Sweep sweep) {
    recent.accept(sweep);
    open.forEach(guard -> guard.take(sweep));
  }

  @Override
  public Watch begin(Set<PortId> ports) {
    LossGuard guard = new LossGuard(ports, lossless, limits);
    ports.forEach(
        port -> recent.of(port).ifPresent(pair -> guard.before(pair.older(), pair.newer())));
    open.add(guard);
    return new Feed(guard);
  }

  private final class Feed implements Watch {
    private final LossGuard guard;
    private List<LossGuard.Unjudged> told = List.of();

    Feed(LossGuard guard) {
      this.guard = guard;
    }

    @Override
    public void applied() {
      guard.applied();
    }

    @Override
    public Optional<String> breach() {
      LossGuard.Verdict verdict = guard.verdict(System.nanoTime());
      if (verdict.settled()) {
        tell(verdict.unjudged());
      }
      return verdict.breaches().isEmpty()
          ? Optional.empty()
          : Optional.of(
              verdict.breaches().stream()
                  .map(LossGuard.Breach::message)
                  .collect(Collectors.joining("; ")));
    }

    /** Once, and again when it is another list. */
    private void tell(List<LossGuard.Unjudged> unjudged) {
      if (!unjudged.equals(told)) {
        told = unjudged;
        unjudged.forEach(one -> LOG.warn("the guard cannot judge: {}", one.message()));
      }
    }

    @Override
    public void end() {
      open.remove(guard);
    }
  }
}
