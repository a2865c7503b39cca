package dev.losslessd.http;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Capabilities of targets as last read, for ten seconds. A NIC reads them from its DCB state under
 * the kernel's RTNL lock. A switch reads them in turn with everything that writes to it.
 */
final class CapabilityCache {
  private static final Duration AGE = Duration.ofSeconds(10);

  private final InstantSource clock;
  private final Function<Target, Capabilities> device;
  private final Map<Target, Slot> slots = new ConcurrentHashMap<>();

  private record Known(Capabilities capabilities, Instant at) {}

  /** One asks while others of the same target wait; a device that hangs holds up no other. */
  private static final class Slot {
    final ReentrantLock turn = new ReentrantLock();
    @Nullable Known last;
  }

  /**
   * @param device asks the target itself
   */
  CapabilityCache(InstantSource clock, Function<Target, Capabilities> device) {
    this.clock = clock;
    this.device = device;
  }

  /**
   * @param fresh whether the target is asked in any case
   */
  Capabilities of(Target target, boolean fresh) {
    Slot slot = slots.computeIfAbsent(target, _ -> new Slot());
    slot.turn.lock();
    try {
      Known last = slot.last;
      if (last == null || fresh || !isYoung(last)) {
        last = new Known(device.apply(target), clock.instant());
        slot.last = last;
      }
      return last.capabilities();
    } finally {
      slot.turn.unlock();
    }
  }

  private boolean isYoung(Known last) {
    return clock.instant().isBefore(last.at().plus(AGE));
  }
}
