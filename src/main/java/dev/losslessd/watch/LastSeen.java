package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
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
import java.util.stream.Stream;

/** Settings of all devices as last read, this host's NICs and every switch by itself. */
final class LastSeen {
  /**
   * Reads of one device, or of all NICs of this host.
   *
   * @param staleness when what they brought tells nothing any more
   */
  private record Reads(Observations observations, Staleness staleness) {}

  private volatile Reads host;
  private final InstantSource clock;
  private final Inventory inventory;
  private volatile Map<DeviceId, Reads> switches = Map.of();

  /**
   * @param poll time between two reads of this host's NICs, and of each switch
   */
  LastSeen(Inventory inventory, Config.Poll poll, InstantSource clock) {
    this.inventory = inventory;
    this.clock = clock;
    this.host =
        new Reads(
            new Observations(inventory.host()::observed, clock, () -> {}),
            Staleness.of(poll.settings()));
    follow(poll);
  }

  /** Takes over another config, whose switches the registry has already; what was read stays. */
  void follow(Config.Poll poll) {
    host = new Reads(host.observations(), Staleness.of(poll.settings()));
    Map<DeviceId, Reads> now = new HashMap<>();
    for (DeviceId device : inventory.switchRegistry().ids()) {
      Config.Switch config = inventory.switchRegistry().config(device);
      Duration period = config.poll().ssh().multipliedBy(poll.settingRounds(config));
      Reads before = switches.get(device);
      Observations reads = before == null ? observations(device) : before.observations();
      now.put(device, new Reads(reads, Staleness.of(period)));
    }
    switches = now;
  }

  private Observations observations(DeviceId device) {
    return new Observations(
        () -> List.of(inventory.switchRegistry().session(device)), clock, () -> {});
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

  /** Whether the last read of a switch or server brought a setting. */
  boolean isRead(DeviceId device) {
    return readings(device).anyMatch(one -> !(one instanceof Reading.Unread));
  }

  /** Why the last read of a switch or server brought no setting, in its own words. */
  Optional<String> unread(DeviceId device) {
    return readings(device)
        .filter(Reading.Unread.class::isInstance)
        .map(one -> ((Reading.Unread) one).why())
        .findFirst();
  }

  private Stream<Reading> readings(DeviceId device) {
    Reads reads = switches.get(device);
    return reads == null
        ? Stream.empty()
        : reads.observations().all().values().stream()
            .flatMap(seen -> seen.observed().readings().values().stream());
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
