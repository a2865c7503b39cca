package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Change;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Maintenance of devices and ports: no write may begin there as long as it lasts. */
final class PeopleAtWork {
  private final Diary diary;
  private final Map<Target, Work> all = new ConcurrentHashMap<>();

  /** Work that has lasted since nothing ran the last time. */
  private volatile List<Work> lasting = List.of();

  /** Work that is over for sure only where the clock and true time agree. */
  private record Work(Maintenance maintenance, Instant end) {
    boolean lasts(Rig rig) {
      return rig.now.isBefore(maintenance.until().at()) && rig.real.isBefore(end);
    }
  }

  PeopleAtWork(Diary diary) {
    this.diary = diary;
  }

  /** People begin to work somewhere, unless a commit is written there. */
  void begin(Rig rig, Random random) {
    List<PortId> ports = FaultyHost.PORTS;
    List<Target> some =
        List.of(
            new Target.Device(Rig.ENS1.device()),
            new Target.Device(ports.get(2).device()),
            Target.port(ports.get(random.nextInt(ports.size()))));
    Target target = some.get(random.nextInt(some.size()));
    boolean _ = begin(rig, target, Duration.ofSeconds(300 + random.nextInt(7200)));
  }

  boolean begin(Rig rig, Target target, Duration length) {
    Instant end = rig.real.plus(length);
    try {
      Maintenance known = rig.commitEngine.maintenance().begin(target, length, "uid:0", "cables");
      all.put(target, new Work(known, end));
      diary.count("maintenance");
      return true;
    } catch (CommitException e) {
      diary.tell("  no maintenance: " + e.getMessage());
      return false;
    }
  }

  /**
   * Across a reboot there is no clock but the wall's. What is over by it may be taken for over for
   * good, or begin again where the clock is set back: nothing is expected, until people end it.
   */
  void started(Rig next, boolean rebooted) {
    if (rebooted) {
      all.replaceAll((_, one) ->
          next.now.isBefore(one.maintenance().until().at())
              ? one
              : new Work(one.maintenance(), Instant.MIN));
      heed();
    }
  }

  boolean isAnywhere() {
    return !all.isEmpty();
  }

  /** What has been said by now must be heeded. */
  void heed() {
    lasting = List.copyOf(all.values());
  }

  /** People say that they are done, also where the clock has said so. */
  void end(Rig rig) {
    for (Target target : Set.copyOf(all.keySet())) {
      Work was = Objects.requireNonNull(all.remove(target));
      heed();
      try {
        rig.commitEngine.maintenance().end(target, "uid:0");
      } catch (CommitException e) {
        diary.tell("  maintenance does not end: " + e.getMessage());
        if (e.kind() != Kind.UNKNOWN) {
          all.put(target, was);
        }
      }
    }
  }

  /** The work that a write disturbs. */
  Optional<String> against(Rig rig, List<Change> changes) {
    return lasting.stream()
        .filter(one -> one.lasts(rig) && changes.stream().anyMatch(one.maintenance()::covers))
        .map(one -> one.maintenance().text())
        .findFirst();
  }

  /** The work on a device as a whole. */
  Optional<String> on(Rig rig, Target whole) {
    return lasting.stream()
        .filter(one -> one.lasts(rig) && one.maintenance().covers(whole))
        .map(one -> one.maintenance().text())
        .findFirst();
  }
}
