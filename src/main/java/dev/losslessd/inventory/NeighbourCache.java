package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.inventory.NeighbourNotes.Noted;
import dev.losslessd.model.Finding;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.InputLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The last known neighbors of a device's ports. A port that hears nothing keeps its neighbor for
 * {@link InputLimits.Lldp#silent}: a host that is off, or is rebuilt, has its cable still. It loses
 * it at once to another neighbor, or when the neighbor is heard at another port.
 */
final class NeighbourCache {
  /**
   * Two ports that hear one far end for longer than this, or that begin within it, are one address
   * of two cables, as of a bond. A switch may show a neighbor that has moved for two minutes more.
   */
  private static final long TOGETHER = Duration.ofMinutes(10).toNanos();

  /**
   * Most that the time between two answers counts as silence of a port: the device was silent, or
   * the daemon did not run.
   */
  private static final Duration ONE_ANSWER = Duration.ofHours(1);

  /**
   * What one port heard.
   *
   * @param since ticks of the first answer with one of these neighbors at this port
   * @param heard ticks of the last answer with them
   * @param silent whether the last answer had none at this port
   * @param silence how long answers have had none, over restarts
   * @param recalled whether it was here when the process began: when it came is not known
   */
  private record Kept(
      List<Neighbour> neighbours,
      long since,
      long heard,
      boolean silent,
      Duration silence,
      boolean recalled) {
    private Kept silent(Duration longer) {
      return new Kept(neighbours, since, heard, true, silence.plus(longer), recalled);
    }

    private Stream<Noted> noted() {
      return neighbours.stream().map(one -> new Noted(one, silence.toHours()));
    }

    private boolean isSameEnd(Collection<Neighbour> others) {
      return neighbours.stream().anyMatch(one -> others.stream().anyMatch(one::isSameEnd));
    }

    private boolean hasMovedTo(Kept other) {
      return !other.silent
          && !other.recalled
          && other.since - heard > -TOGETHER
          && (other.since - heard > 0 || other.since - since > TOGETHER)
          && isSameEnd(other.neighbours);
    }
  }

  private final Map<PortId, Kept> byPort = new TreeMap<>();
  private final LongSupplier ticks;
  private final NeighbourNotes notes;
  private final InputLimits.Lldp limits;
  private long told;

  /** Numbers of neighbors in the last answer at ports that have too many. */
  private Map<PortId, Integer> crowded = Map.of();

  /** A cache that forgets all with the process. */
  NeighbourCache(LongSupplier ticks) {
    this(ticks, InputLimits.DEFAULT.lldp(), new NeighbourNotes(DeviceNotes.none()));
  }

  /**
   * @param ticks nanoseconds that only go forward
   * @param limits number of neighbors at one port, of which more are not taken, and how long a
   *     silent one is kept
   * @param notes of what was known when the process last ran
   */
  NeighbourCache(LongSupplier ticks, InputLimits.Lldp limits, NeighbourNotes notes) {
    this.ticks = ticks;
    this.limits = limits;
    this.notes = notes;
    this.told = ticks.getAsLong();
    Map<PortId, List<Noted>> recalled =
        notes.recall().stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.neighbour().localPort(), TreeMap::new, Collectors.toList()));
    recalled.forEach((port, all) -> byPort.put(port, recalled(all, told)));
  }

  private static Kept recalled(List<Noted> all, long now) {
    Duration silence = Duration.ofHours(all.getFirst().silentHours());
    List<Neighbour> neighbours = all.stream().map(Noted::neighbour).toList();
    return new Kept(neighbours, now, now, true, silence, true);
  }

  private static Map<PortId, List<Neighbour>> byPort(Collection<Neighbour> all) {
    Map<PortId, List<Neighbour>> byPort = new TreeMap<>();
    all.forEach(one -> byPort.computeIfAbsent(one.localPort(), _ -> new ArrayList<>()).add(one));
    return byPort;
  }

  /** Takes a whole answer of the device. */
  void tell(List<Neighbour> answer) {
    take(answer);
    notes.keep(noted());
  }

  private synchronized void take(List<Neighbour> answer) {
    long now = ticks.getAsLong();
    Map<PortId, List<Neighbour>> heard = byPort(answer);
    Map<PortId, Integer> tooMany = new TreeMap<>();
    heard.forEach((port, all) -> {
      if (all.size() > limits.neighbours()) {
        tooMany.put(port, all.size());
      }
    });
    heard.keySet().removeAll(tooMany.keySet());
    crowded = tooMany;
    Duration passed = Duration.ofNanos(Math.min(now - told, ONE_ANSWER.toNanos()));
    told = now;
    byPort.replaceAll((port, kept) ->
        heard.containsKey(port)
            ? kept
            : kept.silent(tooMany.containsKey(port) ? Duration.ZERO : passed));
    byPort.values().removeIf(kept -> kept.silence().compareTo(limits.silent()) > 0);
    heard.forEach((port, all) -> {
      Optional<Kept> same =
          Optional.ofNullable(byPort.get(port)).filter(before -> before.isSameEnd(all));
      long since = same.map(Kept::since).orElse(now);
      boolean recalled = same.map(Kept::recalled).orElse(false);
      byPort.put(port, new Kept(List.copyOf(all), since, now, false, Duration.ZERO, recalled));
    });
    boolean _ = remove(heard());
  }

  /** Lets each device forget what is heard at another one by now. */
  static void settle(Collection<NeighbourCache> caches) {
    List<Kept> heard = caches.stream().flatMap(one -> one.heard().stream()).toList();
    caches.forEach(one -> one.forget(heard));
  }

  private synchronized List<Kept> heard() {
    return List.copyOf(byPort.values());
  }

  /** Nobody waits for the state folder but who has something to write. */
  private void forget(Collection<Kept> all) {
    if (remove(all)) {
      notes.keep(noted());
    }
  }

  /** Forgets silent ports whose neighbor came to another port later, of this device or another. */
  private synchronized boolean remove(Collection<Kept> all) {
    return byPort
        .values()
        .removeIf(kept -> kept.silent() && all.stream().anyMatch(kept::hasMovedTo));
  }

  private synchronized List<Noted> noted() {
    return byPort.values().stream().flatMap(Kept::noted).toList();
  }

  synchronized List<Neighbour> neighbours() {
    return byPort.values().stream().flatMap(kept -> kept.neighbours().stream()).toList();
  }

  /** One finding for each port whose neighbors of the last answer were not taken. */
  synchronized List<Finding> findings(Instant now) {
    return crowded.entrySet().stream()
        .map(one -> WayFindings.crowded(one.getKey(), one.getValue(), limits.neighbours(), now))
        .toList();
  }

  /** Ports that have a neighbor. */
  synchronized List<PortId> ports() {
    return List.copyOf(new TreeSet<>(byPort.keySet()));
  }
}
