package dev.losslessd.watch;

import dev.losslessd.model.LinkReading;
import java.util.Optional;

/**
 * The link of one port of a commit. One that was up before is to be seen up again after the settle
 * time; a bounce within it is no breach. Once it was seen up it is no longer judged: a link that
 * goes down later, with a host that reboots, is not the commit's fault.
 */
final class LinkRule {
  private final GuardLimits limits;
  private boolean asked;
  private boolean told;
  private boolean awaited;
  private boolean breached;

  LinkRule(GuardLimits limits) {
    this.limits = limits;
  }

  /** Before the first write. */
  void before(Optional<LinkReading> reading) {
    asked = true;
    told = reading.isPresent();
    awaited = reading.map(LinkReading::up).orElse(false);
  }

  /** Whether it was up and has not been seen up since the settle time. */
  boolean awaited() {
    return awaited;
  }

  /** Whether it is still awaited, with no breach so far. */
  boolean undecided() {
    return awaited && !breached;
  }

  /**
   * @param settledAt end of the settle time
   * @return what is a breach now, once
   */
  Optional<String> take(LinkReading reading, long settledAt) {
    long since = reading.tickNanos() - settledAt;
    if (!awaited || since < 0) {
      return Optional.empty();
    }
    awaited = !reading.up();
    if (!awaited || breached || since < limits.returnWithin().toNanos()) {
      return Optional.empty();
    }
    breached = true;
    return Optional.of(
        "was up before the change and is still down %s s after its settle time"
            .formatted(since / 1_000_000_000));
  }

  /** Whether the link's state before the change is not known. */
  boolean unknown() {
    return asked && !told;
  }
}
