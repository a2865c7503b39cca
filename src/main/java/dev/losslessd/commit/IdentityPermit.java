package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
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
 *
 * @param self what this host says that it is
 */
record IdentityPermit(Supplier<Identities> known, Identities self) implements Permit {
  static IdentityPermit of(EngineDependencies dependencies, CommitLog commitLog) {
    return new IdentityPermit(
        () -> commitLog.read(History::identities), dependencies.devices().self());
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

  /**
   * Asked with the session that is about to write.
   *
   * @throws DeviceException of kind REFUSED: time does not mend it
   */
  void requireKnown(Session session, Collection<Target> targets) {
    List<OtherDevice> others = known.get().others(read(session, targets).with(self));
    if (!others.isEmpty()) {
      throw DeviceException.refused(others.getFirst().text());
    }
  }

  @Override
  public void pass(Session session, Collection<Change> changes) {
    requireKnown(session, changes.stream().map(Change::target).distinct().toList());
  }

  @Override
  public void pass(Session session, DeviceId device) {
    requireKnown(session, List.of(new Target.Device(device)));
  }

  /** The plan, refused where it is for another device than the one that is known. */
  @Override
  public Plan judge(Plan plan, Request request) {
    return plan.refusing(
        known.get().others(plan.identities()).stream()
            .map(one -> PlanRule.OTHER_DEVICE.refusal(one.target().text(), one.text()))
            .toList());
  }
}
