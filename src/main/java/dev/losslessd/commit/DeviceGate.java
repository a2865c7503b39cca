package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Asked before each write of a device, with the session that is about to do it. */
record DeviceGate(MaintenanceGate maintenance, IdentityCheck identity) {
  static DeviceGate of(EngineDependencies dependencies, CommitLog commitLog) {
    return new DeviceGate(
        new MaintenanceGate(commitLog::maintenance, dependencies.time().clock()),
        IdentityCheck.of(dependencies, commitLog));
  }

  /**
   * @throws DeviceException CLOSED_GATE where people work; REFUSED where it is another device
   */
  void pass(Session session, Collection<Change> changes) {
    maintenance.pass(changes);
    identity.pass(session, changes.stream().map(Change::target).distinct().toList());
  }

  /** Returns the call with a check of the whole device before it. */
  Consumer<Session> before(DeviceId device, Consumer<Session> call) {
    return session -> {
      maintenance.pass(device);
      identity.pass(session, List.of(new Target.Device(device)));
      call.accept(session);
    };
  }
}
