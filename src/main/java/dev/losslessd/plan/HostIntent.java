package dev.losslessd.plan;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Policy;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The policy as settings of servers that are reached like switches, and set their NICs all alike.
 */
public final class HostIntent {
  private HostIntent() {}

  /**
   * A policy without classes wants nothing.
   *
   * @param hosts servers that the policy is for
   */
  public static SortedMap<Key, Setting> compile(Policy policy, Collection<DeviceId> hosts) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    if (!policy.classes().isEmpty()) {
      hosts.forEach(host -> want(wanted, new Target.Device(host), policy));
    }
    return wanted;
  }

  private static void want(SortedMap<Key, Setting> wanted, Target host, Policy policy) {
    put(wanted, host, PolicyIntent.pfc(policy));
    put(wanted, host, new Trust(Trust.Field.DSCP));
    // all RDMA of such a host is one class
    policy.ofRdma().ifPresent(one -> put(wanted, host, new RdmaDscp(one.dscp().getFirst())));
  }

  private static void put(SortedMap<Key, Setting> wanted, Target host, Setting setting) {
    wanted.put(new Key(host, setting.kind()), setting);
  }
}
