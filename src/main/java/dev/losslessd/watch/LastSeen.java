package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.driver.Session;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Target;
import dev.losslessd.poll.Observations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Settings of all devices as last read, this host's NICs and every switch by itself. */
final class LastSeen {
  /**
   * Reads of one device, or of all NICs of this host.
   *
   * @param staleness when what they brought tells nothing any more
   */
  private record Reads(Observations observations, Staleness staleness) {}

  private final Reads host;
  private final InstantSource clock;
  private final Map<DeviceId, Reads> switches = new HashMap<>();

  /**
   * @param poll time between two reads of this host's NICs, and of each switch
   */
  LastSeen(Inventory inventory, Config.Poll poll, InstantSource clock) {
    this.clock = clock;
    this.host =
        new Reads(
            new Observations(inventory.host()::observed, clock, () -> {}),
            Staleness.of(poll.settings()));
    for (DeviceId device : inventory.switchRegistry().ids()) {
      Config.Switch config = inventory.switchRegistry().config(device);
      Duration period = config.sshPeriod().multipliedBy(poll.settingRounds(config));
      List<Session> session = List.of(inventory.switchRegistry().session(device));
      switches.put(
          device,
          new Reads(new Observations(() -> session, clock, () -> {}), Staleness.of(period)));
    }
  }

  /** Reads the NICs of this host. */
  void readHost() {
    host.observations().run();
  }

  /** Reads one switch or server, and returns what its targets told last. */
  Map<Target, Observation> readSwitch(DeviceId device) {
    Observations reads = of(device).observations();
    reads.run();
    return reads.all();
  }

  private Reads of(DeviceId device) {
    return switches.getOrDefault(device, host);
  }

  /** Last observation of a target; empty if the target was written since. */
  Optional<Observation> of(Target target) {
    Reads of = of(target.device());
    return of.observations().outdated().contains(target)
        ? Optional.empty()
        : of.observations().of(target).map(seen -> of.staleness().asOf(seen, clock.instant()));
  }

  /** Last observation of every target, also of those that were written since. */
  Map<Target, Observation> all() {
    Map<Target, Observation> all = new HashMap<>(host.observations().all());
    switches.values().forEach(one -> all.putAll(one.observations().all()));
    Instant now = clock.instant();
    all.replaceAll((target, seen) -> of(target.device()).staleness().asOf(seen, now));
    return all;
  }

  /** Targets that were written since they were last read. */
  Set<Target> outdated() {
    Set<Target> all = new HashSet<>(host.observations().outdated());
    switches.values().forEach(one -> all.addAll(one.observations().outdated()));
    return all;
  }

  /** Marks what was observed before these changes as outdated. */
  void outdate(Collection<Change> changes) {
    changes.stream()
        .flatMap(Change::shownBy)
        .forEach(target -> of(target.device()).observations().outdate(target));
  }
}
