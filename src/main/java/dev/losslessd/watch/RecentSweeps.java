package dev.losslessd.watch;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Keeps the newest sweep of each reader of a port and one from some 30 to 60 s before it: SNMP and
 * the command line have columns of their own.
 */
public final class RecentSweeps implements Consumer<Sweep> {
  private static final long STEP_NANOS = 30_000_000_000L;

  /**
   * @param older of the two, the same as the newer at the start
   */
  public record Pair(Sweep older, Sweep newer) {}

  private record Kept(Sweep older, Sweep middle, Sweep newer) {
    Kept next(Sweep sweep) {
      boolean step = sweep.tickNanos() - middle.tickNanos() >= STEP_NANOS;
      return step ? new Kept(middle, sweep, sweep) : new Kept(older, middle, sweep);
    }
  }

  private final Map<PortId, Map<String, Kept>> kept = new ConcurrentHashMap<>();

  @Override
  public void accept(Sweep sweep) {
    kept.computeIfAbsent(sweep.port(), _ -> new ConcurrentHashMap<>())
        .compute(
            sweep.schema().source(),
            (_, now) -> now == null ? new Kept(sweep, sweep, sweep) : now.next(sweep));
  }

  /** Sweeps of each reader of a port. */
  public List<Pair> of(PortId port) {
    return kept.getOrDefault(port, Map.of()).values().stream()
        .map(one -> new Pair(one.older(), one.newer()))
        .toList();
  }
}
