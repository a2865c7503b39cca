package dev.losslessd.model;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Harm that the operator takes upon himself for one change; nothing by default.
 *
 * @param whileBusy links and buffers may be disturbed while RDMA traffic runs on them
 * @param scope a system-wide setting of a switch may change for ports that are wired to others
 * @param waived rules by id that shall not refuse, each with the operator's reason
 */
public record Acceptance(boolean whileBusy, boolean scope, Map<String, String> waived) {
  public static final Acceptance NOTHING = new Acceptance(false, false);

  /** Creates an acceptance without waivers. */
  public Acceptance(boolean whileBusy, boolean scope) {
    this(whileBusy, scope, Map.of());
  }

  /**
   * @throws IllegalArgumentException for a rule that cannot be waived, or one without a reason
   */
  public Acceptance {
    waived = Collections.unmodifiableMap(new TreeMap<>(waived));
    waived.forEach((rule, because) -> {
      PlanRule.whyNotWaivable(rule)
          .ifPresent(why -> {
            throw new IllegalArgumentException(why);
          });
      if (because.isBlank()) {
        throw new IllegalArgumentException("'" + rule + "' is waived without a reason");
      }
    });
  }

  /** The refusal as a waiver, where its rule is waived. */
  public Optional<Waiver> waiver(Refusal refusal) {
    return Optional.ofNullable(waived.get(refusal.rule()))
        .map(because -> new Waiver(refusal, because));
  }

  /** Returns a copy that also accepts disturbing running RDMA traffic. */
  public Acceptance evenWhileBusy() {
    return new Acceptance(true, scope, waived);
  }
}
