package dev.losslessd.plan;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Policy.TrafficClass;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.SortedMap;
import java.util.TreeMap;

/** The policy, declared once, as settings of each NIC port. */
public final class PolicyIntent {
  private PolicyIntent() {}

  /**
   * The file layer of the intent. A policy without classes and DCQCN wants nothing.
   *
   * @param ports with the traffic classes that their drivers take
   */
  public static SortedMap<Key, Setting> compile(
      Policy policy, SortedMap<PortId, ClassLayout> ports) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    ports.forEach((port, layout) -> {
      Target target = Target.port(port);
      if (!policy.classes().isEmpty()) {
        wanted.put(new Key(target, SettingKind.PFC), pfc(policy));
        wanted.put(new Key(target, SettingKind.DSCP_MAP), dscpMap(policy));
        if (PolicySchedule.isWanted(policy)) {
          wanted.put(new Key(target, SettingKind.ETS), PolicySchedule.of(policy, layout));
        }
      }
      policy.dcqcn().ifPresent(dcqcn -> wanted.put(new Key(target, SettingKind.DCQCN), dcqcn));
    });
    return wanted;
  }

  static Pfc pfc(Policy policy) {
    PrioritySet lossless = PrioritySet.NONE;
    for (TrafficClass one : policy.classes()) {
      lossless = one.lossless() ? lossless.with(one.priority()) : lossless;
    }
    return new Pfc(lossless);
  }

  static DscpMap dscpMap(Policy policy) {
    SortedMap<Dscp, Priority> entries = new TreeMap<>();
    for (TrafficClass one : policy.classes()) {
      one.dscp().forEach(dscp -> entries.put(dscp, one.priority()));
    }
    return new DscpMap(entries);
  }
}
