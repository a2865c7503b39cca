package dev.losslessd.plan;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The policy, declared once, as settings of each NIC port. */
public final class PolicyIntent {
  private PolicyIntent() {}

  /** The file layer of the intent. A policy without classes and DCQCN wants nothing. */
  public static SortedMap<Key, Setting> compile(Policy policy, Collection<PortId> ports) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    for (PortId port : ports) {
      Target target = Target.port(port);
      if (!policy.classes().isEmpty()) {
        wanted.put(new Key(target, SettingKind.PFC), pfc(policy));
        wanted.put(new Key(target, SettingKind.DSCP_MAP), dscpMap(policy));
        if (schedules(policy)) {
          wanted.put(new Key(target, SettingKind.ETS), ets(policy));
        }
      }
      policy.dcqcn().ifPresent(dcqcn -> wanted.put(new Key(target, SettingKind.DCQCN), dcqcn));
    }
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

  static boolean schedules(Policy policy) {
    return policy.classes().stream().anyMatch(c -> c.strict() || c.bandwidthPercent() > 0);
  }

  /**
   * Traffic class n for the class of priority n, class 0 for all other priorities. What the classes
   * leave of the link is shared evenly by class 0 and those that name no share.
   */
  static Ets ets(Policy policy) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    List<Integer> share = new ArrayList<>(Collections.nCopies(8, 0));
    List<Integer> classOf = new ArrayList<>(Collections.nCopies(8, 0));
    List<Integer> open = new ArrayList<>(List.of(0));
    int left = 100;
    for (TrafficClass one : policy.classes()) {
      int tc = one.priority().value();
      classOf.set(tc, tc);
      open.remove(Integer.valueOf(tc));
      if (one.strict()) {
        selection.set(tc, Ets.Selection.STRICT);
      } else if (one.bandwidthPercent() > 0) {
        share.set(tc, one.bandwidthPercent());
        left -= one.bandwidthPercent();
      } else {
        open.add(tc);
      }
    }
    spread(share, open, left);
    return new Ets(selection, share, classOf);
  }

  private static void spread(List<Integer> share, List<Integer> open, int left) {
    for (int i = 0; i < open.size(); i++) {
      int part = left / open.size() + (i < left % open.size() ? 1 : 0);
      share.set(open.get(i), part);
    }
  }
}
