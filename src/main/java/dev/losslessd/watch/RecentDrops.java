package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The highest rate at which each counter of each port lost packets from one sweep to the next, in
 * the last 60 to 120 s. The mean of that time would be no measure: a fault that drops in bursts has
 * a low mean, and each burst of its tail would look like more than before. Nothing is kept of ports
 * that lose nothing but their last sweeps.
 */
public final class RecentDrops implements Consumer<Sweep> {
  private static final long STEP_NANOS = 60_000_000_000L;

  private final Map<PortId, Port> ports = new ConcurrentHashMap<>();

  /** One port; its monitor guards it. */
  private static final class Port {
    /**
     * The last sweep of each of its readers: SNMP and the command line have columns of their own.
     */
    private final List<Sweep> last = new ArrayList<>(1);

    private Map<Counter, Double> earlier = Map.of();
    private Map<Counter, Double> now = Map.of();
    private long since;

    synchronized void take(Sweep sweep) {
      if (last.isEmpty()) {
        since = sweep.tickNanos();
      }
      long age = sweep.tickNanos() - since;
      if (age >= STEP_NANOS) {
        earlier = age < 2 * STEP_NANOS ? now : Map.of();
        now = Map.of();
        since = sweep.tickNanos();
      }
      last.stream()
          .filter(one -> one.schema().equals(sweep.schema()))
          .forEach(one -> take(one, sweep));
      last.removeIf(one -> one.schema().source().equals(sweep.schema().source()));
      last.add(sweep);
    }

    private void take(Sweep before, Sweep sweep) {
      long nanos = sweep.tickNanos() - before.tickNanos();
      for (int column = 0; nanos > 0 && column < sweep.schema().size(); column++) {
        Counter counter = sweep.schema().counters().get(column);
        if (isDrops(counter) && before.has(column) && sweep.has(column)) {
          long grown = sweep.value(column) - before.value(column);
          if (grown > 0) {
            keep(counter, grown * counter.factor() * 1e9 / nanos);
          }
        }
      }
    }

    private void keep(Counter counter, double rate) {
      if (now.isEmpty()) {
        now = new HashMap<>();
      }
      now.merge(counter, rate, Math::max);
    }

    synchronized Map<Counter, Double> highest() {
      Map<Counter, Double> all = new HashMap<>(earlier);
      now.forEach((counter, rate) -> all.merge(counter, rate, Math::max));
      return all;
    }
  }

  static boolean isDrops(Counter counter) {
    return counter.signal() == Signal.PRIORITY_DISCARDS || counter.signal() == Signal.PORT_DISCARDS;
  }

  @Override
  public void accept(Sweep sweep) {
    ports.computeIfAbsent(sweep.port(), _ -> new Port()).take(sweep);
  }

  /** Packets a second, by counter; without those that lost none. */
  public Map<Counter, Double> of(PortId port) {
    Port known = ports.get(port);
    return known == null ? Map.of() : known.highest();
  }
}
