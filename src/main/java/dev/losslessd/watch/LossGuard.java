package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Sweep;
import dev.losslessd.text.Some;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Watches the ports of one commit while it waits for its confirmation. Breaches are: a drop on a
 * lossless priority, a NIC that gave up pausing (storm), pause duty far over what was normal, and a
 * link that stays down.
 *
 * <p>What counts as a drop: the discards of the priority, each direction by itself. Where a port
 * does not expose them, the discards of the port stand in: none at all means none here; some count
 * only while every other priority is exposed and stood still, since only then they can be nothing
 * else. Otherwise they are told as not judged. Out-of-sequence packets are no proof: adaptive
 * routing makes them too.
 *
 * <p>Time comes in with the sweeps. Safe for threads.
 */
public final class LossGuard {
  /** Silence after which a port counts as not judged. */
  private static final long SILENT_NANOS = 30_000_000_000L;

  /**
   * @param port where
   * @param text what, with both values
   * @param kind breaches of the same kind are compared
   */
  public record Breach(PortId port, String text, Kind kind) {
    public String message() {
      return port + " " + text;
    }
  }

  /** The kind of a breach. */
  public enum Kind {
    /** A packet of a lossless priority was lost. */
    DROP,
    /** Pause duty over its limit. */
    PAUSE,
    /** A NIC gave up pausing. */
    STORM,
    /** A priority that the commit made lossless is lossless no more. */
    SHRUNK,
    /** A link that was up before is down. */
    LINK
  }

  /**
   * Something that was asked and has no answer. It is no breach, and no proof of health.
   *
   * @param what could not be judged, and why
   */
  public record Unjudged(PortId port, String what) {
    public String message() {
      return port + " " + what;
    }

    /** One line for all ports that lack the same; a fabric has thousands of them. */
    static List<String> lines(Collection<Unjudged> all) {
      SortedMap<PortId, String> byPort = new TreeMap<>();
      all.forEach(one -> byPort.merge(one.port(), one.what(), (a, b) -> a + "; " + b));
      Map<String, List<PortId>> alike = new LinkedHashMap<>();
      byPort.forEach((port, what) -> alike.computeIfAbsent(what, _ -> new ArrayList<>()).add(port));
      return alike.entrySet().stream().map(one -> line(one.getValue(), one.getKey())).toList();
    }

    private static String line(List<PortId> ports, String what) {
      return Some.of(ports, NAMED) + ": " + what;
    }

    private static final int NAMED = 3;
  }

  /**
   * @param breaches in the order in which they were seen; they stay
   * @param unjudged by port
   * @param settled whether each port that is swept is past its settle time
   */
  public record Verdict(List<Breach> breaches, List<Unjudged> unjudged, boolean settled) {
    public Verdict {
      breaches = List.copyOf(breaches);
      unjudged = List.copyOf(unjudged);
    }
  }

  /** Strides that make a judgement. */
  private static final int ENOUGH = 3;

  private final SortedMap<PortId, PortGuard> ports = new TreeMap<>();
  private final Function<PortId, Optional<PrioritySet>> lossless;
  private final Map<PortId, PrioritySet> judged = new HashMap<>();
  private final Map<PortId, PrioritySet> wanted;
  private final Set<PortId> shrunk = new HashSet<>();
  private final List<Breach> breaches = new ArrayList<>();
  private boolean applied;

  /**
   * @param ports that the commit touches
   * @param lossless priorities of a port as last observed; empty where nobody knows
   * @param changed priorities that the commit makes lossless or lossy, by port: they are judged
   *     whatever is observed later, as are those that were lossless before it
   * @param wanted what is to be lossless after the commit, by port; where it shrinks, that is a
   *     breach
   */
  public LossGuard(
      Set<PortId> ports,
      Function<PortId, Optional<PrioritySet>> lossless,
      Map<PortId, PrioritySet> changed,
      Map<PortId, PrioritySet> wanted,
      GuardLimits limits) {
    this.lossless = lossless;
    this.wanted = Map.copyOf(wanted);
    for (PortId port : ports) {
      this.ports.put(port, new PortGuard(limits));
      Optional<PrioritySet> before = lossless.apply(port);
      if (before.isPresent() || changed.containsKey(port)) {
        PrioritySet own = changed.getOrDefault(port, PrioritySet.NONE);
        judged.put(port, own.with(before.orElse(PrioritySet.NONE)));
      }
    }
  }

  /**
   * Lossless priorities before the commit, by the commit and now, united; empty if none are known.
   */
  private Optional<PrioritySet> priorities(PortId port) {
    Optional<PrioritySet> now = lossless.apply(port);
    PrioritySet known = judged.get(port);
    return known == null ? now : Optional.of(known.with(now.orElse(PrioritySet.NONE)));
  }

  /** Two sweeps of one port from before the commit: what is no worse than that is not its fault. */
  public synchronized void before(Sweep older, Sweep newer) {
    PortGuard port = ports.get(newer.port());
    if (port != null && older.port().equals(newer.port())) {
      port.before(older, newer);
    }
  }

  /** The highest rates of drops before the commit: what loses no more is a tail of that. */
  public synchronized void before(PortId port, Map<Counter, Double> drops) {
    Optional.ofNullable(ports.get(port)).ifPresent(guard -> guard.beforeAtMost(drops));
  }

  /** What each port says of its link before the first write; empty where it does not tell. */
  public synchronized void before(PortId port, Optional<LinkReading> reading) {
    Optional.ofNullable(ports.get(port)).ifPresent(guard -> guard.link().before(reading));
  }

  /** Ports whose links were up before and were not seen up since the settle time. */
  public synchronized Set<PortId> awaitedLinks() {
    return ports.entrySet().stream()
        .filter(port -> port.getValue().link().awaited())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the port's link was up before and was not seen up since. */
  public synchronized boolean awaitsLink(PortId port) {
    PortGuard guard = ports.get(port);
    return applied && guard != null && guard.link().awaited();
  }

  /** Takes the link state of a port, after its sweep. */
  public synchronized void take(PortId port, LinkReading reading) {
    PortGuard guard = ports.get(port);
    if (applied && guard != null) {
      guard
          .take(reading)
          .ifPresent(found -> breaches.add(new Breach(port, found.text(), found.kind())));
    }
  }

  /**
   * All changes are written and read back: the settle time of each port runs from its next sweep.
   */
  public synchronized void applied() {
    applied = true;
  }

  /** Takes a sweep of any port; those of others are none of its business. */
  public synchronized void take(Sweep sweep) {
    PortGuard port = ports.get(sweep.port());
    if (!applied || port == null) {
      return;
    }
    PrioritySet priorities = priorities(sweep.port()).orElse(PrioritySet.NONE);
    port.take(sweep, priorities)
        .forEach(found -> breaches.add(new Breach(sweep.port(), found.text(), found.kind())));
    if (port.settled()) {
      shrinks(sweep.port())
          .ifPresent(text -> {
            if (shrunk.add(sweep.port())) {
              breaches.add(new Breach(sweep.port(), text, Kind.SHRUNK));
            }
          });
    }
  }

  private Optional<String> shrinks(PortId port) {
    PrioritySet expected = wanted.getOrDefault(port, PrioritySet.NONE);
    return lossless
        .apply(port)
        .filter(now -> !now.containsAll(expected))
        .map(now -> "shows lossless priorities " + now + ", the commit wrote " + expected);
  }

  /** Stops watching ports that another guard takes over; what was found stays. */
  public synchronized void without(Set<PortId> others) {
    ports.keySet().removeAll(others);
  }

  /**
   * Why there is no verdict yet; a port that is never swept holds up nothing as long as another is.
   */
  public synchronized Optional<String> undecided() {
    List<PortGuard> swept =
        ports.values().stream().filter(port -> port.lastTick().isPresent()).toList();
    if (!applied || (swept.isEmpty() && !ports.isEmpty())) {
      return Optional.of("no port was swept since the change, so nothing is judged");
    }
    long unknown =
        ports.entrySet().stream()
            .filter(port -> port.getValue().lastTick().isPresent())
            .filter(port -> priorities(port.getKey()).isEmpty())
            .count();
    if (unknown > 0) {
      return Optional.of("the lossless priorities of " + ports(unknown) + " are not known");
    }
    long away = ports.values().stream().filter(port -> port.link().undecided()).count();
    if (away > 0) {
      return Optional.of(
          "the %s of %s, up before the change, %s not seen up since the settle time"
              .formatted(away == 1 ? "link" : "links", ports(away), were(away)));
    }
    long settling = swept.stream().filter(port -> port.judgements() < ENOUGH).count();
    return settling == 0
        ? Optional.empty()
        : Optional.of(
            "%s of %s %s not read %s times since the settle time"
                .formatted(settling, ports(swept.size()), were(settling), ENOUGH + 1));
  }

  private static String were(long number) {
    return number == 1 ? "was" : "were";
  }

  private static String ports(long number) {
    return number + (number == 1 ? " port" : " ports");
  }

  /** Why a judgement would rest on nothing: no port carries anything that could be lost. */
  public synchronized Optional<String> idle() {
    return ports.values().stream().anyMatch(port -> port.judgementsWithTraffic() >= ENOUGH)
        ? Optional.empty()
        : Optional.of(
            ("no traffic: undecided; none of %s moved %s kB/s in a lossless priority %s times"
                    + " since its settle time")
                .formatted(
                    ports(ports.size()), TrafficRule.CHATTER_BYTES_PER_SECOND / 1000, ENOUGH));
  }

  /**
   * @param tickNanos monotonic time now, as in sweeps
   */
  public synchronized Verdict verdict(long tickNanos) {
    List<Unjudged> unjudged = new ArrayList<>();
    ports.forEach((port, guard) ->
        open(port, guard, tickNanos).forEach(what -> unjudged.add(new Unjudged(port, what))));
    boolean settled = applied && ports.values().stream().allMatch(PortGuard::settled);
    return new Verdict(breaches, unjudged, settled);
  }

  private List<String> open(PortId port, PortGuard guard, long tickNanos) {
    if (guard.lastTick().isEmpty()) {
      return List.of("was not swept yet");
    }
    long silent = tickNanos - guard.lastTick().getAsLong();
    if (silent > SILENT_NANOS) {
      return List.of("was not swept for " + silent / 1_000_000_000 + " s");
    }
    Optional<PrioritySet> priorities = priorities(port);
    if (priorities.isEmpty()) {
      return List.of("is not judged: its lossless priorities are not known");
    }
    return priorities.get().isEmpty()
        ? List.of("has no lossless priority, so there is nothing to guard")
        : guard.unjudged(priorities.get());
  }
}
