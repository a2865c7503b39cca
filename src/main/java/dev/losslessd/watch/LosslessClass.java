package dev.losslessd.watch;

import dev.losslessd.jobs.JobClass;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Policy.TrafficClass;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The class that jobs of a host send in: the policy's, or what overrides of its ports make of it.
 *
 * @param policy of the config
 * @param intent in force now
 */
public record LosslessClass(Supplier<Policy> policy, Supplier<Intent> intent) {
  /** Empty where there is none, or where the ports of the host differ. */
  public Optional<JobClass> of(DeviceId host) {
    Intent now = intent.get();
    Set<Target> overridden =
        now.rest().keySet().stream()
            .filter(key -> key.kind() == SettingKind.PFC || key.kind() == SettingKind.DSCP_MAP)
            .map(Key::target)
            .filter(target -> target.device().equals(host))
            .collect(Collectors.toSet());
    if (overridden.isEmpty()) {
      return policy.get().ofRdma().map(LosslessClass::first);
    }
    Set<Optional<JobClass>> classes =
        now.effective().keySet().stream()
            .filter(key -> key.kind() == SettingKind.PFC && key.target().device().equals(host))
            .map(key -> ofPort(key.target(), now))
            .collect(Collectors.toSet());
    return classes.size() == 1 ? classes.iterator().next() : Optional.empty();
  }

  private static JobClass first(TrafficClass one) {
    return new JobClass(one.name(), one.priority(), one.dscp().getFirst());
  }

  /**
   * A DSCP of the policy where it still leads to a lossless priority, else the lowest that does.
   */
  private Optional<JobClass> ofPort(Target port, Intent now) {
    if (!(now.wanted(new Key(port, SettingKind.PFC)).orElse(null) instanceof Pfc pfc)) {
      return Optional.empty();
    }
    Map<Dscp, Priority> map =
        now.wanted(new Key(port, SettingKind.DSCP_MAP)).orElse(DscpMap.EMPTY)
                instanceof DscpMap wanted
            ? wanted.entries()
            : Map.of();
    Optional<JobClass> own =
        policy.get().ofRdma().stream()
            .flatMap(one -> one.dscp().stream().map(dscp -> named(one.name(), dscp, one, map)))
            .filter(one -> pfc.lossless().contains(one.priority()))
            .findFirst();
    return own.or(() ->
        map.entrySet().stream()
            .filter(entry -> pfc.lossless().contains(entry.getValue()))
            .findFirst()
            .map(entry -> new JobClass("of an override", entry.getValue(), entry.getKey())));
  }

  private static JobClass named(String name, Dscp dscp, TrafficClass one, Map<Dscp, Priority> map) {
    return new JobClass(name, map.getOrDefault(dscp, one.priority()), dscp);
  }
}
