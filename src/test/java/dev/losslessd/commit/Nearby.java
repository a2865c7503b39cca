package dev.losslessd.commit;

import dev.losslessd.model.PortId;
import dev.losslessd.plan.Neighbourhood;
import java.util.Set;
import java.util.function.Supplier;

/** Traffic and cables as a test has them. */
public record Nearby(Supplier<Set<PortId>> traffic, Supplier<Neighbourhood> cables)
    implements Surroundings {
  /** Returns surroundings that are asked anew each time. */
  public static Nearby of(Supplier<Set<PortId>> traffic, Supplier<Neighbourhood> cables) {
    return new Nearby(traffic, cables);
  }

  @Override
  public Set<PortId> busy() {
    return traffic.get();
  }

  @Override
  public Neighbourhood around() {
    return cables.get();
  }
}
