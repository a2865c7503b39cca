package dev.losslessd.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What can be done with one knob of one target.
 *
 * @param access none, read or write; unknown is none: it never leads to a write
 * @param why for none and read: the reason, and where to do it instead
 * @param risks what a write does besides
 * @param rule with read: what alone holds a write back, where an operator may waive that; else null
 */
public record Capability(Access access, String why, Set<Risk> risks, @Nullable PlanRule rule) {
  /** How far one may go. */
  public enum Access {
    NONE,
    READ,
    WRITE
  }

  public Capability {
    risks = Set.copyOf(risks);
  }

  /** One that no rule holds back. */
  public Capability(Access access, String why, Set<Risk> risks) {
    this(access, why, risks, null);
  }

  /** One that could be written, but for a rule. */
  public static Capability held(PlanRule rule, String why, Set<Risk> risks) {
    return new Capability(Access.READ, why, risks, rule);
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
}
