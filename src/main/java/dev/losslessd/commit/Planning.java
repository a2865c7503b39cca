package dev.losslessd.commit;

import static dev.losslessd.commit.CommitException.asked;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unset;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.PlannedLinks;
import dev.losslessd.plan.Planner;
import dev.losslessd.plan.Situation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans a request: changes, or refusals. Reads the devices, writes nothing. */
record Planning(
    EngineDependencies dependencies, Runner runner, CommitLog commitLog, Permits permits) {
  private static final Logger LOG = LoggerFactory.getLogger(Planning.class);

  /** Settings that must hold afterwards; everything else stays. */
  SortedMap<Key, Setting> wanted(Request.Goal goal) {
    if (!goal.repairs().isEmpty()) {
      SortedMap<Key, Setting> repairs = new TreeMap<>(commitLog.read(History::intent).effective());
      repairs.keySet().retainAll(goal.repairs());
      return repairs;
    }
    Intent now = commitLog.read(History::intent);
    if (goal.all()) {
      return now.with(goal.delta()).without(goal.unset()).effective();
    }
    SortedMap<Key, Setting> wanted = new TreeMap<>(goal.delta());
    if (!goal.exact()) {
      for (Key key : goal.unset()) {
        Optional.ofNullable(now.file().get(key)).ifPresent(file -> wanted.put(key, file));
      }
    }
    return wanted;
  }

  /**
   * Overrides that a goal takes away.
   *
   * @throws CommitException UNKNOWN: there is none to take away
   */
  private List<Unset> unset(Request.Goal goal) {
    Intent now = commitLog.read(History::intent);
    List<Unset> all = new ArrayList<>();
    for (Key key : new TreeSet<>(goal.unset())) {
      Setting override = now.rest().get(key);
      if (override != null) {
        all.add(new Unset(key, override, Optional.ofNullable(now.file().get(key))));
      } else if (!goal.delta().containsKey(key)
          && !goal.releases().contains(key.target().device())) {
        throw new CommitException(
            Kind.UNKNOWN, key + " has no override: what is wanted of it is the file's");
      }
    }
    return all;
  }

  /** In the order of application. */
  Plan plan(Request request, SortedMap<Key, Setting> wanted) {
    Situation situation = situation(request.goal(), request.terms().accepted(), wanted.keySet());
    Identities boxes = identities(situation.observed().keySet());
    Plan judged = Planner.plan(wanted, situation);
    if (restsOnFarEnds(judged)) {
      situation = situation.in(farEnds(situation));
      judged = Planner.plan(wanted, situation);
    }
    Plan planned = Planner.on(Planner.taking(judged, unset(request.goal())), boxes);
    Plan plan = planned.with(runner.contract(planned.changes(), situation.around()));
    Optional<String> digest = request.expected().digest();
    if (digest.isPresent() && !digest.get().equals(plan.digest())) {
      throw new CommitException(
          Kind.STALE, "the devices are not as they were when this was planned; plan again");
    }
    return permits.judge(rehearsed(plan), request);
  }

  /**
   * Reads the far ends of cables again, as far as that takes no longer than one device may. One
   * that cannot be read now stays as it was last read: a bad end does not become an unknown one.
   */
  private Neighbourhood farEnds(Situation situation) {
    Map<Target, Observed> now = new HashMap<>();
    Runner reader = runner.as(DeviceLock.Rank.READ);
    Due due = dependencies.time().in(dependencies.settings().deviceDeadline());
    Set<DeviceId> silent = new HashSet<>();
    for (Target target : situation.farEnds()) {
      if (dependencies.time().isOver(due) || silent.contains(target.device())) {
        continue;
      }
      try {
        now.put(target, reader.read(target));
      } catch (DeviceException e) {
        LOG.debug("{} is judged as last read: {}", target, e.getMessage());
        silent.add(target.device());
      }
    }
    return situation.around().reading(now);
  }

  /** What is known of far ends may be minutes old: it must not let a plan pass, nor refuse it. */
  private static boolean restsOnFarEnds(Plan judged) {
    return judged.refused()
        ? judged.refusals().stream().anyMatch(one -> one.isBy(PlanRule.ONE_END))
        : PlannedLinks.touches(judged.changes());
  }

  /** The plan, refused where a device has no lines for a step of it. */
  private Plan rehearsed(Plan plan) {
    Map<DeviceId, List<Change>> byDevice =
        plan.changes().stream()
            .collect(Collectors.groupingBy(Change::device, TreeMap::new, Collectors.toList()));
    List<Refusal> refusals = new ArrayList<>();
    byDevice.forEach(
        (device, changes) -> refusals.addAll(asked(() -> runner.rehearse(device, changes))));
    return refusals.isEmpty() ? plan : plan.refusing(refusals).unbegun();
  }

  /** Identities of the devices, each asked once, and of this host. */
  private Identities identities(Set<Target> targets) {
    Identities all = dependencies.devices().self();
    for (Map.Entry<DeviceId, List<Target>> one : Target.byDevice(targets.stream()).entrySet()) {
      Target box = new Target.Device(one.getKey());
      all = all.with(asked(() -> runner.identities(box, one.getValue())));
    }
    return all;
  }

  /**
   * Reads what the wishes are about, now; of a switch's port also what its whole box has, and of a
   * whole server also its ports, which have pause of their own.
   */
  private Situation situation(Request.Goal goal, Acceptance accepted, Set<Key> keys) {
    Neighbourhood around = dependencies.surroundings().around();
    Set<Target> concerned = new TreeSet<>();
    for (Key key : keys) {
      DeviceId device = key.target().device();
      concerned.add(key.target());
      concerned.add(new Target.Device(device));
      if (around.isHost(device) && key.target() instanceof Target.Device) {
        around.ports(device).forEach(port -> concerned.add(Target.port(port)));
      }
    }
    concerned.retainAll(around.targets());
    Map<Target, Observed> observed = new HashMap<>();
    Map<Target, Capabilities> capabilities = new HashMap<>();
    Map<DeviceId, List<ForeignMark>> marks = new HashMap<>();
    for (Target target : concerned) {
      List<ForeignMark> others = marks.computeIfAbsent(target.device(), this::foreign);
      observed.put(target, asked(() -> runner.read(target)));
      capabilities.put(target, ForeignMark.hold(asked(() -> runner.capabilities(target)), others));
    }
    return new Situation(
        observed,
        capabilities,
        around,
        dependencies.surroundings().busy(),
        goal.exact(),
        goal.words(),
        accepted,
        commitLog.read(History::intent).effective());
  }

  /**
   * Before anything is changed anywhere: a plan that would stop half way is not begun.
   *
   * @throws CommitException REFUSED, with what {@link #permitted} refuses
   */
  void requireAllowed(Plan plan) {
    Plan judged = permitted(plan);
    if (judged.refused()) {
      throw new CommitException(judged);
    }
  }

  /** The plan, refused where an account may not run what it needs. Asks the devices each time. */
  Plan permitted(Plan plan) {
    List<Refusal> refusals = new ArrayList<>();
    for (DeviceId device : Change.devices(plan.changes())) {
      asked(() -> runner.missingPermissions(device))
          .forEach(what -> refusals.add(PlanRule.FORBIDDEN.refusal(device.toString(), what)));
    }
    return refusals.isEmpty() ? plan : plan.refusing(refusals).unbegun();
  }

  /** Targets that a device which shows its ports does not have any more. From memory. */
  Predicate<Target> gone() {
    Set<Target> all = dependencies.surroundings().around().targets();
    Set<DeviceId> shown = all.stream().map(Target::device).collect(Collectors.toSet());
    return target -> shown.contains(target.device()) && !all.contains(target);
  }

  /** Reads a target now, from the device, behind all that write. */
  Observed look(Target target) {
    return asked(() -> runner.as(DeviceLock.Rank.READ).read(target));
  }

  private List<ForeignMark> foreign(DeviceId device) {
    return CommitException.answered(() -> runner.foreign(device));
  }

  /** Capabilities of a target, read with the lowest rank, after all writers. */
  Capabilities lookAtCapabilities(Target target) {
    return asked(() -> runner.as(DeviceLock.Rank.READ).capabilities(target));
  }
}
