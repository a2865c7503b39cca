package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.OtherDevice;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Whether devices are the ones that the journal knows by their names. What is another one is not
 * written, nor is anything by a host that is another one.
 */
final class IdentityCheck {
  private final Supplier<Identities> known;
  private final Identities self;

  /**
   * @param self what this host says that it is
   */
  IdentityCheck(Supplier<Identities> known, Identities self) {
    this.known = known;
    this.self = self;
  }

  static IdentityCheck of(EngineDependencies dependencies, CommitLog commitLog) {
    return new IdentityCheck(commitLog::identities, dependencies.devices().self());
  }

  /** Reads the identities of targets of one device, and of the device itself. */
  static Identities read(Session session, Collection<Target> targets) {
    TreeMap<Target, Identity> found = new TreeMap<>();
    for (Target target : targets) {
      found.computeIfAbsent(target, session::identity);
      found.computeIfAbsent(new Target.Device(target.device()), session::identity);
    }
    return new Identities(found);
  }

  Identities self() {
    return self;
  }

  /**
   * Asked with the session that is about to write.
   *
   * @throws DeviceException of kind REFUSED: time does not mend it
   */
  void pass(Session session, Collection<Target> targets) {
    List<OtherDevice> others = known.get().others(read(session, targets).with(self));
    if (!others.isEmpty()) {
      throw new DeviceException(DeviceException.Kind.REFUSED, others.getFirst().text());
    }
  }

  /** The plan, refused where it is for another device than the one that is known. */
  static Plan hold(Plan plan, Identities known) {
    return plan.refusing(
        known.others(plan.identities()).stream()
            .map(one -> PlanRule.OTHER_DEVICE.refusal(one.target().text(), one.text()))
            .toList());
  }
}
