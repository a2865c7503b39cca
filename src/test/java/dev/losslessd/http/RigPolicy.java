package dev.losslessd.http;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Priority;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The policy of the config of a test's server. */
final class RigPolicy {
  /** One lossless class on priority 3. */
  static final Policy CLASSES =
      new Policy(
          List.of(
              new Policy.TrafficClass(
                  "roce", Priority.of(3), List.of(Dscp.of(26)), true, false, 50, null, false)),
          Optional.empty(),
          OptionalInt.empty());

  private RigPolicy() {}
}
