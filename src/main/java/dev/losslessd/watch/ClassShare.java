package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Policy.TrafficClass;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.watch.CounterDeltas.Stride;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The share of a NIC's RDMA bytes that is outside of the classes which the policy has for RDMA. A
 * port that does not count bytes by priority, or RDMA bytes at all, has none.
 *
 * @param wanted the class that hosts mark, or the first lossless one
 * @param all priorities of that class and of every lossless one: storage may have one of its own
 */
record ClassShare(TrafficClass wanted, PrioritySet all) {
  /** Less than this per second is keep-alives, and connections that ask for a class of theirs. */
  private static final double LEAST_BYTES_PER_SECOND = 1_000_000;

  /** Empty where the policy has no class for RDMA. */
  static Optional<ClassShare> of(Policy policy) {
    return policy
        .ofRdma()
        .map(wanted -> {
          PrioritySet all = PrioritySet.NONE.with(wanted.priority());
          for (TrafficClass one : policy.classes()) {
            all = one.lossless() ? all.with(one.priority()) : all;
          }
          return new ClassShare(wanted, all);
        });
  }

  /** Returns the share of the policy that is in force, which is made once for each policy. */
  static Supplier<Optional<ClassShare>> following(Supplier<Policy> policy) {
    AtomicReference<Made> last = new AtomicReference<>(Made.of(policy.get()));
    return () -> {
      Policy now = policy.get();
      return last.updateAndGet(made -> made.policy.equals(now) ? made : Made.of(now)).share;
    };
  }

  private record Made(Policy policy, Optional<ClassShare> share) {
    static Made of(Policy policy) {
      return new Made(policy, ClassShare.of(policy));
    }
  }

  /** RDMA bytes one way; of several counters of the same the one that counts most. */
  static Optional<Map.Entry<Counter, Stride>> rdma(
      Map<Counter, Stride> moved, Direction direction) {
    return moved.entrySet().stream()
        .filter(one -> one.getKey().signal() == Signal.RDMA_BYTES)
        .filter(one -> one.getKey().direction() == direction)
        .max(Comparator.comparingLong(one -> one.getValue().amount()));
  }

  /** 0..1; 0 where RDMA is idle, empty where it is not known. */
  OptionalDouble outside(Map<Counter, Stride> moved, Direction direction) {
    Optional<Stride> rdma = rdma(moved, direction).map(Map.Entry::getValue);
    double within = 0;
    for (var priority : all.priorities()) {
      Counter bytes = DropRule.find(moved.keySet(), Signal.PRIORITY_BYTES, direction, priority);
      Stride stride = bytes == null ? null : moved.get(bytes);
      if (stride == null) {
        return OptionalDouble.empty();
      }
      within += stride.perSecond();
    }
    return rdma.isEmpty() ? OptionalDouble.empty() : share(rdma.get().perSecond(), within);
  }

  private static OptionalDouble share(double rdma, double within) {
    return OptionalDouble.of(
        rdma < LEAST_BYTES_PER_SECOND ? 0 : Math.clamp(1 - within / rdma, 0, 1));
  }

  /** {@code class roce (DSCP 26, priority 3)}. */
  String text() {
    return "class %s (DSCP %s, priority %s)"
        .formatted(wanted.name(), wanted.dscp().getFirst(), wanted.priority());
  }
}
