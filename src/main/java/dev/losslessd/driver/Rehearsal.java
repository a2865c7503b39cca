package dev.losslessd.driver;

import dev.losslessd.model.Change;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Refusal;
import java.util.Optional;

/** Errors of lines that are worked out and not sent. */
final class Rehearsal {
  private Rehearsal() {}

  /**
   * Returns why lines cannot be worked out.
   *
   * @throws DeviceException the device does not answer
   */
  static Optional<DeviceException> complaint(Runnable draft) {
    try {
      draft.run();
      return Optional.empty();
    } catch (DeviceException e) {
      return switch (e.kind()) {
        case UNSUPPORTED, REFUSED, GARBLED -> Optional.of(e);
        case TIMEOUT, GONE, CLOSED_GATE, LIED -> throw e;
      };
    }
  }

  static Refusal refusal(Change change, DeviceException why) {
    return PlanRule.UNSUPPORTED.refusal(change.key().toString(), why.getMessage());
  }
}
