package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.watch.GuardLimits;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the guard of commits asks about, beside the sweeps that it is given.
 *
 * @param seen settings of a target as last read; empty where it was written since
 * @param ask makes a switch be read soon
 */
record GuardSources(
    Site site,
    Polls polls,
    GuardLimits limits,
    Function<Target, Optional<Observation>> seen,
    Consumer<DeviceId> ask) {
  static GuardLimits limits(Config.Commit config) {
    return GuardLimits.DEFAULT.within(config.settle(), config.returnWithin());
  }

  /** Lossless priorities of a port as last observed. */
  Optional<PrioritySet> lossless(PortId port) {
    return seen.apply(Target.port(port))
        .flatMap(seen -> seen.observed().inForce(SettingKind.PFC))
        .map(setting -> setting instanceof Pfc pfc ? pfc.lossless() : PrioritySet.NONE);
  }

  /** What a port says of its link: a NIC now, a switch's port with its last sweep. */
  Optional<LinkReading> link(PortId port) {
    return port.device().equals(site.host().id()) ? site.host().link(port) : polls.link(port);
  }

  /** Ways to a device; none to this host itself. */
  List<Contact> contacts(DeviceId device) {
    return site.switches().has(device) ? site.switches().contacts(device) : List.of();
  }

  /** Devices that are reached over the NICs of this host, where it is among those. */
  Set<DeviceId> reachedOver(Set<DeviceId> changed) {
    return changed.contains(site.host().id()) ? site.switches().ids() : Set.of();
  }
}
