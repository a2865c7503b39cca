package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Order.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom. A step waits for those of another phase at the other end of a cable of its
 * device, and for those before it on the device itself; a cable that is not known is one to every
 * switch. A device that holds what it is given takes as few batches as that allows: of a switch,
 * everything before the host's move in one, placed after what protects its NICs, and everything
 * that takes protection away in another, after the move. Of two such switches with a cable between
 * them only one can: neither may classify before the other protects.
 */
public final class Stages {
  /** Less than any stage. */
  private static final int FREE = Integer.MIN_VALUE / 2;

  private final Neighbourhood around;
  private final Order order;
  private final Set<DeviceId> holding;

  /** Devices whose changes stand together: those that hold, and those that join. */
  private final Set<DeviceId> batching;

  private final Set<Set<DeviceId>> cabled = new HashSet<>();

  private Stages(Neighbourhood around, Set<DeviceId> holding, Joined joined, List<Change> changes) {
    this.around = around;
    this.order = new Order(around, changes);
    this.holding = holding;
    this.batching = joined.and(holding);
    around
        .links()
        .all()
        .forEach(link -> cabled.add(new HashSet<>(List.of(link.a().device(), link.b().device()))));
  }

  /**
   * Brings changes of a device that takes batches together, in an order that is as safe: so is
   * every prefix that ends with a whole batch. Changes of a port whose device writes its settings
   * in one step stand side by side, each setting in one step, whatever the usual order; see {@link
   * Joined}.
   *
   * @param changes in the planner's order
   * @param holding devices that take a batch as one transaction
   */
  public static List<Change> contract(
      List<Change> changes, Neighbourhood around, Set<DeviceId> holding, Joined joined) {
    return joined.contract(new Stages(around, holding, joined, changes).contract(changes));
  }

  /**
   * Groups changes into stages, each of which may be done at one time.
   *
   * @param changes in an order of application
   * @param holding devices that take what is theirs in one stage as one transaction
   */
  public static List<Stage> of(
      List<Change> changes, Neighbourhood around, Set<DeviceId> holding, Joined joined) {
    return new Stages(around, holding, joined, changes).of(changes);
  }

  private List<Change> contract(List<Change> changes) {
    Map<DeviceId, List<Change>> held = new TreeMap<>();
    List<Change> plain = new ArrayList<>();
    changes.forEach(change -> {
      DeviceId device = change.device();
      (batching.contains(device) ? held.computeIfAbsent(device, _ -> new ArrayList<>()) : plain)
          .add(change);
    });
    Set<DeviceId> wholeBefore = whole(held, Phase.PROTECT, Phase.CLASSIFY);
    Set<DeviceId> wholeAfter = whole(held, Phase.DECLASSIFY, Phase.STRIP);
    List<Change> row = new ArrayList<>();
    take(row, plain, Phase.PROTECT);
    take(row, only(held, device -> !wholeBefore.contains(device)), Phase.PROTECT);
    take(row, only(held, wholeBefore::contains), Phase.PROTECT, Phase.CLASSIFY);
    take(row, plain, Phase.CLASSIFY);
    take(row, only(held, device -> !wholeBefore.contains(device)), Phase.CLASSIFY);
    take(row, plain, Phase.MOVE);
    take(row, held.values(), Phase.MOVE);
    take(row, plain, Phase.DECLASSIFY);
    take(row, only(held, device -> !wholeAfter.contains(device)), Phase.DECLASSIFY);
    take(row, only(held, wholeAfter::contains), Phase.DECLASSIFY, Phase.STRIP);
    take(row, plain, Phase.STRIP);
    take(row, only(held, device -> !wholeAfter.contains(device)), Phase.STRIP);
    return row;
  }

  private void take(List<Change> row, List<Change> from, Phase... phases) {
    from.stream().filter(change -> List.of(phases).contains(order.phase(change))).forEach(row::add);
  }

  private void take(List<Change> row, Collection<List<Change>> devices, Phase... phases) {
    devices.forEach(from -> take(row, from, phases));
  }

  private static Collection<List<Change>> only(
      Map<DeviceId, List<Change>> held, Predicate<DeviceId> devices) {
    Map<DeviceId, List<Change>> some = new TreeMap<>(held);
    some.keySet().removeIf(devices.negate());
    return some.values();
  }

  /** Devices with both phases, no two of which have a cable between them; those with few first. */
  private Set<DeviceId> whole(Map<DeviceId, List<Change>> held, Phase one, Phase other) {
    List<DeviceId> candidates =
        held.keySet().stream()
            .filter(device -> has(held.get(device), one) && has(held.get(device), other))
            .toList();
    Set<DeviceId> whole = new TreeSet<>();
    candidates.stream()
        .sorted(Comparator.comparingLong(device -> cabled(device, candidates)))
        .filter(device -> cabled(device, whole) == 0)
        .forEach(whole::add);
    return whole;
  }

  private boolean has(@Nullable List<Change> changes, Phase phase) {
    return changes != null && changes.stream().anyMatch(one -> order.phase(one) == phase);
  }

  private long cabled(DeviceId device, Collection<DeviceId> others) {
    return others.stream().filter(other -> !other.equals(device) && cabled(device, other)).count();
  }

  private boolean cabled(DeviceId one, DeviceId other) {
    return cabled.contains(new HashSet<>(List.of(one, other)));
  }

  /**
   * Effect of a step as the far ends of cables see it.
   *
   * @param end the NIC port, or the whole switch
   */
  private record Side(Target end, Phase phase) {}

  /** Steps of one device that stand together and are the same to all others. */
  private record Unit(DeviceId device, Set<Side> sides, List<Change> changes) {}

  private List<Stage> of(List<Change> changes) {
    List<Unit> units = units(changes);
    List<Integer> levels = new ArrayList<>();
    List<Map<DeviceId, List<Change>>> stages = new ArrayList<>();
    for (Unit unit : units) {
      int level = 0;
      for (int before = 0; before < levels.size(); before++) {
        level = Math.max(level, levels.get(before) + wait(units.get(before), unit));
      }
      levels.add(level);
      while (stages.size() <= level) {
        stages.add(new LinkedHashMap<>());
      }
      stages
          .get(level)
          .computeIfAbsent(unit.device(), _ -> new ArrayList<>())
          .addAll(unit.changes());
    }
    return stages.stream().map(this::stage).toList();
  }

  private Stage stage(Map<DeviceId, List<Change>> lanes) {
    return new Stage(
        lanes.entrySet().stream()
            .map(lane ->
                new Stage.Lane(lane.getKey(), lane.getValue(), holding.contains(lane.getKey())))
            .toList());
  }

  private List<Unit> units(List<Change> changes) {
    List<Unit> units = new ArrayList<>();
    for (Change change : changes) {
      Side side = side(change);
      if (units.isEmpty() || !goesOn(units.getLast(), change.device(), side)) {
        units.add(new Unit(change.device(), new HashSet<>(), new ArrayList<>()));
      }
      units.getLast().sides().add(side);
      units.getLast().changes().add(change);
    }
    return units;
  }

  private Side side(Change change) {
    Target target = change.target();
    Target end = isNic(target) ? target : new Target.Device(target.device());
    return new Side(end, order.phase(change));
  }

  private boolean goesOn(Unit unit, DeviceId device, Side side) {
    return unit.device().equals(device)
        && (batching.contains(device) || unit.sides().contains(side));
  }

  /** How many stages later it must be: the steps of one device follow each other in one. */
  private int wait(Unit before, Unit unit) {
    if (before.device().equals(unit.device())) {
      return 0;
    }
    boolean ordered =
        before.sides().stream()
            .anyMatch(one -> unit.sides().stream().anyMatch(other -> ordered(one, other)));
    return ordered ? 1 : FREE;
  }

  private boolean ordered(Side one, Side other) {
    return one.phase() != other.phase() && linked(one.end(), other.end());
  }

  private boolean linked(Target one, Target other) {
    if (isNic(one)) {
      return reaches(((Target.Port) one).id(), other);
    }
    if (isNic(other)) {
      return reaches(((Target.Port) other).id(), one);
    }
    return cabled(one.device(), other.device());
  }

  private boolean isNic(Target target) {
    return target instanceof Target.Port && !around.isSwitch(target.device());
  }

  private boolean reaches(PortId nic, Target other) {
    return around.peer(nic).map(peer -> peer.device().equals(other.device())).orElse(true);
  }
}
