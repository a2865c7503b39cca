package dev.losslessd.model;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Access to one setting of one target.
 *
 * @param access none, read or write; unknown is none: it never leads to a write
 * @param why for none and read: the reason, and where to do it instead; with {@code only}: why not
 *     any other value
 * @param risks what a write does besides
 * @param rule with read: what alone holds a write back, where an operator may waive that; else null
 * @param only with write: the values that can be written here; empty for any
 * @param watchdog of a PFC watchdog: its times and actions
 * @param limit values that the target would not keep
 */
public record Capability(
    Access access,
    String why,
    Set<Risk> risks,
    @Nullable PlanRule rule,
    Set<Setting> only,
    WatchdogRange watchdog,
    ValueLimit limit) {
  /** How far one may go. */
  public enum Access {
    NONE,
    READ,
    WRITE
  }

  public Capability {
    risks = Set.copyOf(risks);
    only = Set.copyOf(only);
  }

  /** Creates a capability that no rule holds back. */
  public Capability(Access access, String why, Set<Risk> risks) {
    this(access, why, risks, null, Set.of(), WatchdogRange.NONE, ValueLimit.NONE);
  }

  /** Creates a capability that could be written, but for a rule. */
  public static Capability held(PlanRule rule, String why, Set<Risk> risks) {
    return new Capability(
        Access.READ, why, risks, rule, Set.of(), WatchdogRange.NONE, ValueLimit.NONE);
  }

  public static Capability none(String why) {
    return new Capability(Access.NONE, why, Set.of());
  }

  public static Capability readOnly(String why) {
    return new Capability(Access.READ, why, Set.of());
  }

  public static Capability writable(Risk... risks) {
    return new Capability(Access.WRITE, "", Set.of(risks));
  }

  /**
   * Creates a capability that takes a few values alone.
   *
   * @param why not others
   */
  public static Capability writableTo(Set<Setting> only, String why, Risk... risks) {
    return new Capability(
        Access.WRITE, why, Set.of(risks), null, only, WatchdogRange.NONE, ValueLimit.NONE);
  }

  /** Returns this capability, of a watchdog with values. */
  public Capability with(WatchdogRange values) {
    return new Capability(access, why, risks, rule, only, values, limit);
  }

  /** Returns this capability, for fewer values. */
  public Capability within(ValueLimit fewer) {
    ValueLimit both = wanted -> limit.refusal(wanted).or(() -> fewer.refusal(wanted));
    return new Capability(access, why, risks, rule, only, watchdog, both);
  }

  /** Returns this capability, held back by a rule where it could be written. */
  public Capability heldBy(PlanRule by, String reason) {
    return access == Access.WRITE || rule != null
        ? new Capability(Access.READ, reason, risks, by, only, watchdog, limit)
        : this;
  }

  /** Returns this capability with one more risk. */
  public Capability with(Risk more) {
    Set<Risk> all = new HashSet<>(risks);
    all.add(more);
    return new Capability(access, why, all, rule, only, watchdog, limit);
  }

  /** Whether this value can be written. */
  public boolean takes(Setting value) {
    return access == Access.WRITE && (only.isEmpty() || only.contains(value));
  }
}
