package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.formulas.Pause;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Links;
import dev.losslessd.watch.CounterDeltas.Stride;
import dev.losslessd.watch.RunningFault.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lossless drops, pauses and RDMA outside of its class that go on now, from one sweep to the next.
 * A first read, a reset, a link that goes down and the settle time of an own write are not judged,
 * nor is a port whose lossless priorities are not known. Pause counts by its duty: a counter of
 * frames tells none.
 *
 * @param lossless priorities of a port as last observed; empty if not known
 * @param ofRdma classes that RDMA belongs in; empty where the policy has none
 * @param marks how a port is set to mark, in words
 * @param users who has queue pairs on a port, in words; empty where that is not known
 * @param settle time after a write in which nothing is judged
 * @param changed run when a fault began, ended or changed its severity
 * @param ports those that were swept; at first none
 */
record RunningFaults(
    Function<PortId, Optional<PrioritySet>> lossless,
    Supplier<Optional<ClassShare>> ofRdma,
    Function<PortId, String> marks,
    Function<PortId, String> users,
    Supplier<Duration> settle,
    Runnable changed,
    Map<PortId, Port> ports)
    implements Consumer<Sweep> {
  private static final Set<Signal> JUDGED =
      EnumSet.of(
          Signal.PRIORITY_DISCARDS,
          Signal.PORT_DISCARDS,
          Signal.PFC_PAUSE_TIME,
          Signal.PAUSE_STORM_ERRORS,
          Signal.RDMA_BYTES);

  static RunningFaults of(
      Supplier<Config> config,
      Function<PortId, Optional<PrioritySet>> lossless,
      Function<Target, Optional<Observation>> seen,
      Function<PortId, String> users,
      Runnable changed) {
    return new RunningFaults(
        lossless,
        ClassShare.following(() -> config.get().policy()),
        port -> Marks.text(seen.apply(Target.port(port))),
        users,
        () -> config.get().commit().settle(),
        changed,
        new ConcurrentHashMap<>());
  }

  @Override
  public void accept(Sweep sweep) {
    if (port(sweep.port()).take(sweep, lossless)) {
      changed.run();
    }
  }

  /** These are being written: links bounce and buffers are carved, at either end of a cable. */
  void written(List<Change> changes, Links cables, long tick) {
    long until = tick + settle.get().toNanos();
    changes.stream()
        .flatMap(change -> change.touches().stream())
        .flatMap(port -> Stream.concat(Stream.of(port), cables.peer(port).stream()))
        .forEach(port -> port(port).settles(until));
  }

  private Port port(PortId id) {
    return ports.computeIfAbsent(id, _ -> new Port(ofRdma));
  }

  /** One finding for each port and rule. */
  Stream<Finding> findings(Instant now) {
    return ports.entrySet().stream()
        .flatMap(one -> one.getValue().findings(one.getKey(), now).stream())
        .map(this::marked);
  }

  /** A finding about the class names it, how the port is set, and who has queue pairs there. */
  private Finding marked(Finding one) {
    Optional<ClassShare> wanted = ofRdma.get();
    if (one.rule() != FindingRule.WRONG_CLASS || wanted.isEmpty()) {
      return one;
    }
    PortId port = PortId.parse(one.subject());
    String who = users.apply(port);
    String text = wanted.get().text() + ": " + one.message() + "; set is " + marks.apply(port);
    return one.saying(who.isEmpty() ? text : text + "; " + who);
  }

  /** One port; its monitor guards it. */
  static final class Port {
    private record Id(Kind kind, Counter counter) {}

    /** The last sweep of each of its readers. */
    private final List<Sweep> last = new ArrayList<>(1);

    private final Map<Id, RunningFault> faults = new HashMap<>();
    private final Supplier<Optional<ClassShare>> ofRdma;
    private Optional<Long> settled = Optional.empty();

    Port(Supplier<Optional<ClassShare>> ofRdma) {
      this.ofRdma = ofRdma;
    }

    /**
     * What was found of the class is of the time before the write; it is found anew if it stays.
     */
    synchronized void settles(long untilTick) {
      faults.keySet().removeIf(id -> id.kind() == Kind.CLASS);
      settled = Optional.of(untilTick);
    }

    synchronized boolean take(Sweep sweep, Function<PortId, Optional<PrioritySet>> lossless) {
      Sweep before = replace(sweep);
      boolean settles =
          before == null || settled.filter(until -> before.tickNanos() - until < 0).isPresent();
      if (before == null
          || settles
          || sweep.tickNanos() <= before.tickNanos()
          || (faults.isEmpty() && !moved(before, sweep))) {
        return false;
      }
      return lossless.apply(sweep.port()).filter(set -> judge(before, sweep, set)).isPresent();
    }

    /** Returns the sweep before of the same reader with the same columns, else null. */
    private @Nullable Sweep replace(Sweep sweep) {
      for (int n = 0; n < last.size(); n++) {
        Sweep before = last.get(n);
        if (before.schema().source().equals(sweep.schema().source())) {
          last.set(n, sweep);
          return before.schema().equals(sweep.schema()) ? before : null;
        }
      }
      last.add(sweep);
      return null;
    }

    private static boolean moved(Sweep before, Sweep now) {
      for (int column = 0; column < now.schema().size(); column++) {
        if (JUDGED.contains(now.schema().counters().get(column).signal())
            && now.has(column)
            && before.has(column)
            && now.value(column) != before.value(column)) {
          return true;
        }
      }
      return false;
    }

    private boolean judge(Sweep before, Sweep sweep, PrioritySet set) {
      Map<Counter, Stride> strides = CounterDeltas.between(before, sweep);
      if (amount(strides, Signal.LINK_DOWN) > 0) {
        return false; // what was in flight is lost, whatever the settings are
      }
      Instant at = Instant.ofEpochMilli(sweep.atMillis());
      boolean news = false;
      for (Map.Entry<Counter, Stride> one : strides.entrySet()) {
        Counter counter = one.getKey();
        Stride stride = one.getValue();
        Priority priority = counter.priority();
        boolean ours = priority != null && set.contains(priority);
        news |=
            switch (counter.signal()) {
              case PRIORITY_DISCARDS ->
                  ours && take(Kind.LOSS, counter, stride.perSecond(), stride, at);
              case PORT_DISCARDS -> ofPort(counter, stride, strides, set, at);
              case PFC_PAUSE_TIME -> ours && pause(counter, stride, strides, at);
              case PAUSE_STORM_ERRORS ->
                  !set.isEmpty() && take(Kind.STALL, counter, stride.perSecond(), stride, at);
              default -> false;
            };
      }
      for (Direction direction : Direction.values()) {
        news |= outside(strides, direction, at);
      }
      faults.values().removeIf(RunningFault::isOver);
      return news;
    }

    private boolean outside(Map<Counter, Stride> strides, Direction direction, Instant at) {
      OptionalDouble share =
          ofRdma.get().map(one -> one.outside(strides, direction)).orElse(OptionalDouble.empty());
      Map.Entry<Counter, Stride> rdma = ClassShare.rdma(strides, direction).orElse(null);
      return share.isPresent()
          && rdma != null
          && take(Kind.CLASS, rdma.getKey(), share.getAsDouble(), rdma.getValue(), at);
    }

    /** Drops of the port stand in for those of priorities, if only lossless ones can be meant. */
    private boolean ofPort(
        Counter counter, Stride stride, Map<Counter, Stride> strides, PrioritySet set, Instant at) {
      Direction direction = counter.direction();
      if (direction == null
          || set.priorities().stream()
              .allMatch(one ->
                  DropRule.find(strides.keySet(), Signal.PRIORITY_DISCARDS, direction, one)
                      != null)) {
        return false;
      }
      boolean known = stride.amount() == 0 || DropRule.onlyLosslessMoved(strides, direction, set);
      return known && take(Kind.LOSS, counter, stride.perSecond(), stride, at);
    }

    private boolean pause(
        Counter counter, Stride stride, Map<Counter, Stride> strides, Instant at) {
      double duty = Pause.duty(stride.amount(), stride.nanos());
      Direction held = counter.direction() == Direction.RX ? Direction.TX : Direction.RX;
      Counter packets =
          DropRule.find(strides.keySet(), Signal.PRIORITY_PACKETS, held, counter.priority());
      Stride through = packets == null ? null : strides.get(packets);
      boolean stands = through != null && through.amount() == 0;
      boolean storm = take(Kind.STORM, counter, stands ? duty : 0, stride, at);
      return take(Kind.PAUSE, counter, duty, stride, at) || storm;
    }

    private boolean take(Kind kind, Counter counter, double value, Stride stride, Instant at) {
      RunningFault fault = faults.get(new Id(kind, counter));
      if (fault == null && value == 0) {
        return false;
      }
      return faults
          .computeIfAbsent(new Id(kind, counter), _ -> new RunningFault(kind, counter))
          .take(value, stride, at);
    }

    private static long amount(Map<Counter, Stride> strides, Signal signal) {
      return strides.entrySet().stream()
          .filter(one -> one.getKey().signal() == signal)
          .mapToLong(one -> one.getValue().amount())
          .sum();
    }

    synchronized List<Finding> findings(PortId id, Instant now) {
      Instant read =
          last.stream()
              .map(sweep -> Instant.ofEpochMilli(sweep.atMillis()))
              .max(Comparator.naturalOrder())
              .orElse(Instant.EPOCH);
      return faults.values().stream()
          .filter(fault -> fault.isOn() && !fault.believedUntil(read).isBefore(now))
          .filter(fault -> fault.kind() != Kind.PAUSE || !isStorm(fault.counter()))
          .collect(
              Collectors.groupingBy(
                  fault -> fault.kind().rule(), TreeMap::new, Collectors.toList()))
          .entrySet()
          .stream()
          .map(one -> finding(id, one.getKey(), one.getValue()))
          .toList();
    }

    private boolean isStorm(Counter counter) {
      RunningFault storm = faults.get(new Id(Kind.STORM, counter));
      return storm != null && storm.isOn();
    }

    private static Finding finding(PortId id, FindingRule rule, List<RunningFault> faults) {
      RunningFault worst =
          faults.stream().max(Comparator.comparing(RunningFault::isCritical)).orElseThrow();
      return rule.at(
              id.toString(),
              faults.stream().map(RunningFault::message).sorted().collect(Collectors.joining("; ")))
          .worseIf(worst.isCritical())
          .advising(worst.advice())
          .from(
              faults.stream()
                  .map(RunningFault::begun)
                  .min(Comparator.naturalOrder())
                  .orElseThrow());
    }
  }
}
