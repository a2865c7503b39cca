package dev.losslessd.plan;

import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Policy;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The policy's mark of RDMA packets and its MTU, as settings of this host's NICs. */
public final class SendingIntent {
  private SendingIntent() {}

  /**
   * @param ports with the settings that each has here now. Without rdma_cm no connection of it
   *     exists that could be marked, so nothing is wanted of it until it is loaded
   */
  public static SortedMap<Key, Setting> compile(
      Policy policy, Map<PortId, Set<SettingKind>> ports) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    ports.forEach((port, has) -> {
      Target target = Target.port(port);
      policy
          .marked()
          .ifPresent(one -> {
            RoceTos mark = RoceTos.of(one.dscp().getFirst());
            if (has.contains(SettingKind.ROCE_TOS)) {
              put(wanted, target, mark);
            }
            if (has.contains(SettingKind.TRAFFIC_CLASS)) {
              put(wanted, target, new TrafficClass(mark.tos()));
            }
          });
      if (policy.mtu().isPresent() && has.contains(SettingKind.MTU)) {
        put(wanted, target, new Mtu(policy.mtu().getAsInt()));
      }
    });
    return wanted;
  }

  private static void put(SortedMap<Key, Setting> wanted, Target target, Setting setting) {
    wanted.put(new Key(target, setting.kind()), setting);
  }
}
