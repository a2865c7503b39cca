package dev.losslessd.watch;

import dev.losslessd.driver.Session;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Target;
import dev.losslessd.poll.Observations;
import java.time.Duration;
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
  private final Observations host;
  private final Inventory inventory;
  private final Duration hostPeriod;
  private final InstantSource clock;
  private final Map<DeviceId, Observations> switches = new HashMap<>();

  /**
   * @param hostPeriod time between two reads of this host's NICs
   */
  LastSeen(Inventory inventory, Duration hostPeriod, InstantSource clock) {
    this.inventory = inventory;
    this.hostPeriod = hostPeriod;
    this.clock = clock;
    this.host = new Observations(inventory.host()::observed, clock, () -> {});
    for (DeviceId device : inventory.switchRegistry().ids()) {
      List<Session> session = List.of(inventory.switchRegistry().session(device));
      switches.put(device, new Observations(() -> session, clock, () -> {}));
    }
  }

  /** Reads the NICs of this host. */
  void readHost() {
    host.run();
  }

  /** Reads one switch or server, and returns what its targets told last. */
  Map<Target, Observation> readSwitch(DeviceId device) {
    of(device).run();
    return of(device).all();
  }

  private Observations of(DeviceId device) {
    return switches.getOrDefault(device, host);
  }

  /** Last observation of a target; empty if the target was written since. */
  Optional<Observation> of(Target target) {
    Observations of = of(target.device());
    return of.outdated().contains(target) ? Optional.empty() : of.of(target).map(this::asOfNow);
  }

  /** Last observation of every target, also of those that were written since. */
  Map<Target, Observation> all() {
    Map<Target, Observation> all = new HashMap<>(host.all());
    switches.values().forEach(one -> all.putAll(one.all()));
    all.replaceAll((_, seen) -> asOfNow(seen));
    return all;
  }

  /** An observation that is too old has no values. */
  private Observation asOfNow(Observation seen) {
    DeviceId device = seen.observed().target().device();
    Duration period =
        switches.containsKey(device)
            ? inventory.switchRegistry().settingsPeriod(device)
            : hostPeriod;
    return new Staleness(period).asOf(seen, clock.instant());
  }

  /** Targets that were written since they were last read. */
  Set<Target> outdated() {
    Set<Target> all = new HashSet<>(host.outdated());
    switches.values().forEach(one -> all.addAll(one.outdated()));
    return all;
  }

  /** Marks what was observed before these changes as outdated. */
  void outdate(Collection<Change> changes) {
    changes.stream()
        .flatMap(Change::shownBy)
        .forEach(target -> of(target.device()).outdate(target));
  }
}
