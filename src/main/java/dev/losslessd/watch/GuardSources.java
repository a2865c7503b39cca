package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What the guard of commits asks about, beside the sweeps that it is given.
 *
 * @param lossless priorities of a port as last observed
 * @param link what a port says of its link: a NIC now, a switch's port with its last sweep
 * @param contacts ways to a device; none to this host itself
 * @param reachedOver devices that are reached over the NICs of this host, where it is among those
 * @param ask makes a switch be read soon
 * @param limits for a guard that begins now; one that has begun keeps its own
 */
record GuardSources(
    Function<PortId, Optional<PrioritySet>> lossless,
    Function<PortId, Optional<LinkReading>> link,
    Function<DeviceId, List<Contact>> contacts,
    UnaryOperator<Set<DeviceId>> reachedOver,
    Consumer<DeviceId> ask,
    Supplier<GuardLimits> limits) {
  /**
   * @param config as it is now
   * @param seen settings of a target as last read; empty where it was written since
   */
  static GuardSources of(
      Inventory inventory,
      CounterPolling counterPolling,
      Supplier<Config> config,
      Function<Target, Optional<Observation>> seen,
      Consumer<DeviceId> ask) {
    DeviceId own = inventory.host().id();
    return new GuardSources(
        port -> seen.apply(Target.port(port)).flatMap(GuardSources::lossless),
        port -> port.device().equals(own) ? inventory.host().link(port) : counterPolling.link(port),
        device ->
            inventory.switchRegistry().has(device)
                ? inventory.switchRegistry().contacts(device)
                : List.of(),
        changed -> changed.contains(own) ? inventory.switchRegistry().ids() : Set.of(),
        ask,
        () -> {
          Config.Commit now = config.get().commit();
          return GuardLimits.DEFAULT.within(now.settle(), now.returnWithin());
        });
  }

  private static Optional<PrioritySet> lossless(Observation seen) {
    return seen.observed()
        .inForce(SettingKind.PFC)
        .map(setting -> setting instanceof Pfc pfc ? pfc.lossless() : PrioritySet.NONE);
  }
}
