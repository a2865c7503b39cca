package dev.losslessd.http;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Capabilities of targets as last read. A NIC tells them from its DCB state, under the kernel's
 * RTNL lock, and a switch in turn with all that writes it: those of the last ten seconds will do.
 */
final class CapabilityCache {
  private static final Duration AGE = Duration.ofSeconds(10);

  private final InstantSource clock;
  private final Function<Target, Capabilities> device;
  private final Map<Target, Known> known = new ConcurrentHashMap<>();

  private record Known(Capabilities capabilities, Instant at) {}

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
    return fresh
        ? ask(target)
        : known
            .compute(target, (_, last) -> last != null && isYoung(last) ? last : read(target))
            .capabilities();
  }

  private boolean isYoung(Known last) {
    return clock.instant().isBefore(last.at().plus(AGE));
  }

  private Capabilities ask(Target target) {
    Known now = read(target);
    known.put(target, now);
    return now.capabilities();
  }

  private Known read(Target target) {
    return new Known(device.apply(target), clock.instant());
  }
}
