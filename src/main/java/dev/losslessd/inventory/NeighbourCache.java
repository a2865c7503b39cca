package dev.losslessd.inventory;

import dev.losslessd.driver.Neighbour;
import dev.losslessd.inventory.NeighbourNotes.Noted;
import dev.losslessd.inventory.NeighbourNotes.Silence;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.MacAddress;
import dev.losslessd.transport.InputLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private enum Hearing {
    /** In the last answer. */
    HEARD,
    /** Not in the last answer. */
    SILENT,
    /** Heard by an earlier process; the device has not answered yet. */
    RECALLED
  }

  /**
   * What one port heard.
   *
   * @param ends far ends of these neighbors, see {@link #end}
   * @param since ticks of the first answer with one of these neighbors at this port
   * @param heard ticks of the last answer with them
   * @param silence how long answers have had none, over restarts
   * @param recalled whether it was here when the process began: when it came is not known
   */
  private record Kept(
      List<Neighbour> neighbours,
      Set<String> ends,
      long since,
      long heard,
      Hearing hearing,
      Silence silence,
      boolean recalled) {
    private Kept silent(Silence longer) {
      return new Kept(neighbours, ends, since, heard, Hearing.SILENT, longer, recalled);
    }

    private Stream<Noted> noted() {
      return neighbours.stream().map(one -> new Noted(one, silence));
    }

    private boolean isSilent() {
      return hearing == Hearing.SILENT;
    }

    /** Whether it came to its port in this process and is heard there. */
    private boolean hasCome() {
      return hearing == Hearing.HEARD && !recalled;
    }

    /**
     * Whether a neighbor is at another port by now.
     *
     * @param came ticks when a far end came to the last port that hears it
     */
    private boolean hasMoved(Map<String, Long> came) {
      return ends.stream().anyMatch(end -> came.containsKey(end) && hasMoved(came.get(end)));
    }

    private boolean hasMoved(long then) {
      return then - heard > -TOGETHER && (then - heard > 0 || then - since > TOGETHER);
    }
  }

  private final Map<PortId, Kept> byPort = new TreeMap<>();
  private final LongSupplier ticks;
  private final NeighbourNotes notes;
  private final InputLimits.Lldp limits;

  /** Numbers of neighbors in the last answer at ports that have too many. */
  private Map<PortId, Integer> crowded = Map.of();

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
    long now = ticks.getAsLong();
    Map<PortId, List<Noted>> recalled =
        notes.recall().stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.neighbour().localPort(), TreeMap::new, Collectors.toList()));
    recalled.forEach((port, all) -> byPort.put(port, recalled(all, now)));
  }

  private static Kept recalled(List<Noted> all, long now) {
    List<Neighbour> neighbours = all.stream().map(Noted::neighbour).toList();
    Silence silence = all.getFirst().silence();
    return new Kept(neighbours, ends(neighbours), now, now, Hearing.RECALLED, silence, true);
  }

  private static Set<String> ends(Collection<Neighbour> neighbours) {
    return neighbours.stream()
        .map(NeighbourCache::end)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** A far end, wherever it is heard: a host may be renamed, the address of its port stays. */
  private static String end(Neighbour one) {
    return MacAddress.normal(one.remotePort())
        .orElseGet(() -> one.remoteSystem() + '\t' + one.remotePort());
  }

  private static Map<PortId, List<Neighbour>> byPort(Collection<Neighbour> all) {
    Map<PortId, List<Neighbour>> byPort = new TreeMap<>();
    all.forEach(one -> byPort.computeIfAbsent(one.localPort(), _ -> new ArrayList<>()).add(one));
    return byPort;
  }

  /** Takes a whole answer of the device. */
  void tell(List<Neighbour> answer) {
    take(answer);
    notes.keep(this::noted);
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
    long today = notes.today();
    byPort.replaceAll((port, kept) -> {
      if (heard.containsKey(port)) {
        return kept;
      }
      Silence before = kept.silence();
      return kept.silent(tooMany.containsKey(port) ? before : before.at(today));
    });
    byPort.values().removeIf(kept -> kept.silence().isLonger(limits.silent()));
    heard.forEach((port, all) -> byPort.merge(port, heard(all, now), NeighbourCache::stays));
    boolean _ = remove(came(silentEnds(Stream.of(this)), Stream.of(this)));
  }

  private static Kept heard(List<Neighbour> all, long now) {
    return new Kept(List.copyOf(all), ends(all), now, now, Hearing.HEARD, Silence.NONE, false);
  }

  /** What is heard now; since when, says what was heard before if it is the same. */
  private static Kept stays(Kept before, Kept now) {
    return Collections.disjoint(before.ends(), now.ends())
        ? now
        : new Kept(
            now.neighbours(),
            now.ends(),
            before.since(),
            now.heard(),
            Hearing.HEARD,
            Silence.NONE,
            before.recalled());
  }

  /** Lets each device forget what is heard at another one by now. */
  static void settle(Collection<NeighbourCache> caches) {
    Set<String> silent = silentEnds(caches.stream());
    if (!silent.isEmpty()) {
      Map<String, Long> came = came(silent, caches.stream());
      caches.forEach(one -> one.forget(came));
    }
  }

  /** Forgets what is only remembered: another box stands for the device from now on. */
  void replaced() {
    synchronized (this) {
      byPort.values().removeIf(kept -> kept.hearing() != Hearing.HEARD);
    }
    notes.keep(this::noted);
  }

  private static Set<String> silentEnds(Stream<NeighbourCache> caches) {
    return caches
        .flatMap(one -> one.kept().stream())
        .filter(Kept::isSilent)
        .flatMap(kept -> kept.ends().stream())
        .collect(Collectors.toSet());
  }

  /** When those far ends came to the last port that hears them. */
  private static Map<String, Long> came(Set<String> ends, Stream<NeighbourCache> caches) {
    Map<String, Long> came = new HashMap<>();
    caches
        .flatMap(one -> one.kept().stream())
        .filter(Kept::hasCome)
        .forEach(kept ->
            kept.ends().stream()
                .filter(ends::contains)
                .forEach(end -> came.merge(end, kept.since(), (a, b) -> a - b > 0 ? a : b)));
    return came;
  }

  private synchronized List<Kept> kept() {
    return List.copyOf(byPort.values());
  }

  /** Nobody waits for the state folder but who has something to write. */
  private void forget(Map<String, Long> came) {
    if (remove(came)) {
      notes.keep(this::noted);
    }
  }

  /** Forgets silent ports whose neighbor came to another port later, of this device or another. */
  private synchronized boolean remove(Map<String, Long> came) {
    return !came.isEmpty()
        && byPort.values().removeIf(kept -> kept.isSilent() && kept.hasMoved(came));
  }

  private synchronized List<Noted> noted() {
    return byPort.values().stream().flatMap(Kept::noted).toList();
  }

  List<Neighbour> neighbours() {
    return kept().stream().flatMap(kept -> kept.neighbours().stream()).toList();
  }

  /** Neighbors of all, those that are heard now before those that are only remembered. */
  static List<Neighbour> heardFirst(Collection<NeighbourCache> caches) {
    Map<Boolean, List<Neighbour>> byHearing =
        caches.stream()
            .flatMap(one -> one.kept().stream())
            .collect(
                Collectors.partitioningBy(
                    kept -> kept.hearing() == Hearing.HEARD,
                    Collectors.flatMapping(
                        kept -> kept.neighbours().stream(), Collectors.toList())));
    return Stream.of(true, false)
        .flatMap(heard -> byHearing.getOrDefault(heard, List.of()).stream())
        .toList();
  }

  /** One finding for each port whose neighbors of the last answer were not taken. */
  synchronized List<Finding> findings() {
    return crowded.entrySet().stream()
        .map(one ->
            FindingRule.NEIGHBORS.at(
                one.getKey().toString(),
                ("%s has %s LLDP neighbors, more than %s: its far end is unknown, or the"
                        + " last one known")
                    .formatted(one.getKey(), one.getValue(), limits.neighbours())))
        .toList();
  }

  /** Ports that have a neighbor. */
  synchronized List<PortId> ports() {
    return List.copyOf(new TreeSet<>(byPort.keySet()));
  }
}
