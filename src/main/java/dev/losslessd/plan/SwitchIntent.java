package dev.losslessd.plan;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Policy.TrafficClass;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchManners;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The policy as settings of the switch ends of links, and of the switches that have them. */
public record SwitchIntent(
    Policy policy,
    Optional<PfcWatchdog> watchdog,
    Function<DeviceId, SwitchManners> manners,
    SortedMap<Key, Setting> wanted) {
  private static final int STANDARD = 1500;

  /** Priority of switches' own control traffic: strict before all else. */
  private static final int CONTROL = 7;

  /**
   * @param watchdog the storm guard as it is wanted; empty leaves it alone
   * @param ports switch ends of links to NICs that the policy is for
   * @param manners of each switch
   */
  public static SortedMap<Key, Setting> compile(
      Policy policy,
      Optional<PfcWatchdog> watchdog,
      Collection<PortId> ports,
      Function<DeviceId, SwitchManners> manners) {
    SwitchIntent intent = new SwitchIntent(policy, watchdog, manners, new TreeMap<>());
    TreeSet<DeviceId> boxes = new TreeSet<>();
    for (PortId port : ports) {
      intent.port(Target.port(port));
      boxes.add(port.device());
    }
    boxes.forEach(box -> intent.box(new Target.Device(box)));
    return intent.wanted;
  }

  private void port(Target port) {
    if (!policy.classes().isEmpty()) {
      want(port, PolicyIntent.pfc(policy));
      want(port, new Trust(Trust.Field.DSCP));
      if (of(port).queuesByPort()) {
        queueing(port);
      }
      if (!PolicyIntent.pfc(policy).lossless().isEmpty()) {
        want(port, GlobalPause.OFF);
      }
    }
    if (policy.mtu().isPresent() && policy.mtu().getAsInt() > STANDARD) {
      want(port, new Mtu(of(port).jumboBytes()));
    }
    watchdog(port, of(port).watchdogByPort());
  }

  private void box(Target box) {
    if (!policy.classes().isEmpty()) {
      want(box, PolicyIntent.dscpMap(policy));
      if (!of(box).queuesByPort()) {
        want(box, new Lossless(PolicyIntent.pfc(policy).lossless()));
        queueing(box);
      }
    }
    watchdog(box, !of(box).watchdogByPort());
  }

  /** Port and switch each have to be on; the values are stated where the system keeps them. */
  private void watchdog(Target target, boolean values) {
    watchdog
        .map(of(target)::tellable)
        .ifPresent(wish -> want(target, values ? wish : new PfcWatchdog(wish.on())));
  }

  private SwitchManners of(Target target) {
    return manners.apply(target.device());
  }

  private void queueing(Target target) {
    marking(target);
    if (PolicySchedule.isWanted(policy)) {
      want(target, queues(of(target).starvesWithoutShare()));
    }
  }

  private void marking(Target target) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    for (TrafficClass one : policy.classes()) {
      Policy.EcnMarking ecn = one.ecn();
      if (ecn != null) {
        marks.put(
            one.priority(),
            new Ecn.Marking(ecn.minBytes(), ecn.maxBytes(), ecn.probabilityPercent()));
      }
    }
    if (!marks.isEmpty()) {
      want(target, Ecn.of(marks));
    }
  }

  /**
   * Queue n for priority n, with the shares that the NIC has; control traffic stays strict.
   *
   * @param starves priorities of no class go with queue 0, for their own would have no share
   */
  private Ets queues(boolean starves) {
    Ets nic = PolicySchedule.of(policy);
    List<Ets.Selection> selection = new ArrayList<>(nic.selection());
    boolean free = policy.classes().stream().noneMatch(c -> c.priority().value() == CONTROL);
    if (free) {
      selection.set(CONTROL, Ets.Selection.STRICT);
    }
    List<Integer> queues = new ArrayList<>(nic.classOfPriority());
    for (int n = 0; n < Priority.COUNT; n++) {
      queues.set(n, starves && n != CONTROL ? queues.get(n) : n);
    }
    return new Ets(selection, nic.bandwidthPercent(), queues);
  }

  private void want(Target target, Setting setting) {
    wanted.put(new Key(target, setting.kind()), setting);
  }
}
