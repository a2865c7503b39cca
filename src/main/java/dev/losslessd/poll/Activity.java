package dev.losslessd.poll;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ports on which RDMA is active. A port is busy while it has connected queue pairs, whether they
 * move anything or not. It is also busy while its RDMA bytes grow by more than a job's idle
 * chatter, and for some time after. That serves where queue pairs are not reported, and bridges
 * training steps that compute for seconds.
 */
public final class Activity implements Consumer<Sweep> {
  /** Less than this per second is keep-alives and management. */
  private static final long CHATTER_BYTES_PER_SECOND = 100_000;

  private static final long QUIET_NANOS = 30_000_000_000L;

  /**
   * @param columns how many counters the bytes are the sum of
   */
  private record Seen(long bytes, int columns, long tick, long busyUntil) {}

  private final Map<PortId, Seen> seen = new ConcurrentHashMap<>();
  private final Supplier<Set<PortId>> connected;

  /**
   * @param connected ports with connected queue pairs, asked each time that somebody wants to know
   */
  public Activity(Supplier<Set<PortId>> connected) {
    this.connected = connected;
  }

  @Override
  public void accept(Sweep sweep) {
    List<Long> counted = rdmaBytes(sweep);
    if (counted.isEmpty()) {
      return; // of a port that somebody else reads too, or one without RDMA
    }
    long bytes = counted.stream().mapToLong(Long::longValue).sum();
    int columns = counted.size();
    seen.compute(
        sweep.port(),
        (port, before) -> {
          long tick = sweep.tickNanos();
          if (before == null) {
            return new Seen(bytes, columns, tick, tick);
          }
          if (tick < before.tick()) {
            return before; // a slow reader's: it would make the time of now earlier than that of
            // then
          }
          // a counter that was missing last time has not moved by all that it ever counted
          boolean moved =
              columns == before.columns() && moved(bytes - before.bytes(), tick - before.tick());
          return new Seen(bytes, columns, tick, moved ? tick + QUIET_NANOS : before.busyUntil());
        });
  }

  /**
   * Ports with queue pairs now, and those that moved bytes in or shortly before their last sweep.
   */
  public Set<PortId> busy() {
    Stream<PortId> moving =
        seen.entrySet().stream()
            .filter(e -> e.getValue().busyUntil() > e.getValue().tick())
            .map(Map.Entry::getKey);
    return Stream.concat(moving, connected.get().stream()).collect(Collectors.toUnmodifiableSet());
  }

  private static boolean moved(long bytes, long nanos) {
    return nanos > 0 && bytes > 0 && bytes * 1e9 / nanos > CHATTER_BYTES_PER_SECOND;
  }

  private static List<Long> rdmaBytes(Sweep sweep) {
    List<Long> counted = new ArrayList<>();
    for (int column = 0; column < sweep.schema().size(); column++) {
      var counter = sweep.schema().counters().get(column);
      if (counter.signal() == Signal.RDMA_BYTES && sweep.has(column)) {
        counted.add(sweep.value(column) * counter.factor());
      }
    }
    return counted;
  }
}
