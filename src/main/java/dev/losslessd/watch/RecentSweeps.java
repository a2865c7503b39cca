package dev.losslessd.watch;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Keeps each port's newest sweep and one from some 30 to 60 s before it. */
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

  private final Map<PortId, Kept> kept = new ConcurrentHashMap<>();

  @Override
  public void accept(Sweep sweep) {
    kept.compute(
        sweep.port(), (port, now) -> now == null ? new Kept(sweep, sweep, sweep) : now.next(sweep));
  }

  public Optional<Pair> of(PortId port) {
    return Optional.ofNullable(kept.get(port)).map(k -> new Pair(k.older(), k.newer()));
  }
}
