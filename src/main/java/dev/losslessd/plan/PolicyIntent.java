package dev.losslessd.plan;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchManners;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.model.Trust;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The policy, declared once, as settings of everything that it is for. */
public record PolicyIntent(Policy policy, SortedMap<Key, Setting> wanted) {
  /**
   * A NIC port of this host.
   *
   * @param classes traffic classes that its driver takes
   * @param has settings that it has now. Without rdma_cm no connection of it exists that could be
   *     marked, so nothing is wanted of that until it is loaded
   */
  public record NicPort(PortId id, ClassLayout classes, Set<SettingKind> has) {}

  /**
   * What the policy is for.
   *
   * @param nics ports of this host
   * @param ends switch ends of links to NICs
   * @param manners of each switch
   * @param servers that are reached like switches, and set their NICs all alike
   */
  public record Places(
      Collection<NicPort> nics,
      Collection<PortId> ends,
      Function<DeviceId, SwitchManners> manners,
      Collection<DeviceId> servers) {}

  /**
   * The file layer of the intent. A policy without classes, DCQCN and MTU wants nothing.
   *
   * @param watchdog of switches, as it is wanted; empty leaves it alone
   */
  public static SortedMap<Key, Setting> compile(
      Policy policy, Optional<PfcWatchdog> watchdog, Places places) {
    PolicyIntent intent = new PolicyIntent(policy, new TreeMap<>());
    places.nics().forEach(intent::nic);
    places.servers().forEach(server -> intent.server(new Target.Device(server)));
    intent.wanted.putAll(SwitchIntent.compile(policy, watchdog, places.ends(), places.manners()));
    return intent.wanted;
  }

  private void nic(NicPort port) {
    Target target = Target.port(port.id());
    if (!policy.classes().isEmpty()) {
      want(target, pfc(policy));
      want(target, dscpMap(policy));
      if (PolicySchedule.isWanted(policy)) {
        want(target, PolicySchedule.of(policy, port.classes()));
      }
    }
    policy.dcqcn().ifPresent(dcqcn -> want(target, dcqcn));
    policy
        .marked()
        .map(one -> RoceTos.of(one.dscp().getFirst()))
        .ifPresent(mark -> {
          wantOf(port, mark);
          wantOf(port, new TrafficClass(mark.tos()));
        });
    policy.mtu().ifPresent(bytes -> wantOf(port, new Mtu(bytes)));
  }

  private void server(Target server) {
    if (!policy.classes().isEmpty()) {
      want(server, pfc(policy));
      want(server, new Trust(Trust.Field.DSCP));
      // all RDMA of such a host is one class
      policy.ofRdma().ifPresent(one -> want(server, new RdmaDscp(one.dscp().getFirst())));
    }
  }

  private void want(Target target, Setting setting) {
    wanted.put(new Key(target, setting.kind()), setting);
  }

  private void wantOf(NicPort port, Setting setting) {
    if (port.has().contains(setting.kind())) {
      want(Target.port(port.id()), setting);
    }
  }

  static Pfc pfc(Policy policy) {
    PrioritySet lossless = PrioritySet.NONE;
    for (Policy.TrafficClass one : policy.classes()) {
      lossless = one.lossless() ? lossless.with(one.priority()) : lossless;
    }
    return new Pfc(lossless);
  }

  static DscpMap dscpMap(Policy policy) {
    SortedMap<Dscp, Priority> entries = new TreeMap<>();
    for (Policy.TrafficClass one : policy.classes()) {
      one.dscp().forEach(dscp -> entries.put(dscp, one.priority()));
    }
    return new DscpMap(entries);
  }
}
